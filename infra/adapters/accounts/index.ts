import type { AccountPorts } from '../../../commands/accounts/account-endpoints.ts';
import { postsOnAccount } from '../posts/waiting-posts.ts';
import type { Database } from '../../stores/postgres/database.ts';
import type { Keyring } from '../../stores/secrets/keyring.ts';
import { SealedAuthorizations } from './pending-authorizations.ts';

type Parts = Pick<AccountPorts, 'connectors' | 'vault' | 'renew' | 'consoleUrl'> &
  Readonly<{ database: Database; keyring: Keyring; readModels: Parameters<typeof postsOnAccount>[0] }>;

/** The ports of the write endpoints. */
export const accountPorts = ({ database, keyring, readModels, ...others }: Parts): AccountPorts => ({
  ...others,
  pending: new SealedAuthorizations(database, keyring),
  waitingPosts: postsOnAccount(readModels),
});

export { liveAccountReads as accountReadPorts } from './live-account-reads.ts';
