import { createHmac } from 'node:crypto';
import type { SignInPorts } from '../../../commands/sign-in/sign-in-ports.ts';
import type { Database } from '../../stores/postgres/database.ts';
import type { Vault } from '../../stores/secrets/vault.ts';
import { passwordEstimates } from './password-estimate.ts';
import { passwordHashing } from './password-hash.ts';
import { signInSecrets } from './secrets-of-person.ts';
import { triesIn } from './tries.ts';

type Parts = Readonly<{ database: Database; vault: Pick<Vault, 'get' | 'put' | 'remove'>; addressKey: string }>;

export const signInPorts = ({ database, vault, addressKey }: Parts): SignInPorts => ({
  ...passwordHashing(),
  estimatePassword: passwordEstimates(),
  passwords: {
    put: async (userId, passwordId, hash) => {
      await vault.put(signInSecrets(userId), passwordId, hash);
    },
    get: async (userId, passwordId) => (await vault.get(signInSecrets(userId), passwordId))?.value,
    remove: (userId, passwordId) => vault.remove(signInSecrets(userId), passwordId),
  },
  hashOfAddress: (email) =>
    createHmac('sha256', addressKey).update(`address\n${email.trim().toLowerCase()}`).digest('hex'),
  tries: triesIn(database, addressKey),
});
