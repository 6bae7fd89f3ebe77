import { accountEvents, type KnownDestination } from '../../domain/accounts/account-events.ts';
import { accountView, type Account } from '../../domain/accounts/account-view.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/**
 * One row an account. `shown` is the view that clients see; the other columns are what lists and
 * other read models filter by.
 */
export type AccountRow = {
  id: string;
  workspace_id: string;
  /** The platform's constant. */
  platform: string;
  status: string;
  native_id: string;
  username: string;
  oauth_version: string | null;
  account_type: string | null;
  page_id: string | null;
  /** Null until they are listed for the first time. */
  destinations: readonly KnownDestination[] | null;
  shown: Account;
};

export const accounts = projectionOf<AccountRow>({
  name: 'accounts',
  version: 2,
  description: 'Every connected account of a workspace as the API shows it, with the places it can publish to.',
  table: {
    key: 'id',
    columns: {
      id: 'text',
      workspace_id: 'text',
      platform: 'text',
      status: 'text',
      native_id: 'text',
      username: 'text',
      oauth_version: 'text?',
      account_type: 'text?',
      page_id: 'text?',
      destinations: 'jsonb?',
      shown: 'jsonb',
    },
    indexes: [
      ...['workspace_id, id', 'workspace_id, platform, native_id', 'platform, native_id'],
      // A webhook of a platform names the account or its Page.
      'platform, page_id where page_id is not null',
    ],
  },
  published: {
    id: 'The account',
    workspace_id: 'The workspace',
    platform: 'The platform',
    status: 'Whether it can be published to',
    account_type: 'What kind of account the platform calls it',
  },
  on: onEach(accountEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event) => {
      const shown = accountView.evolve(row?.shown, event);
      if (!shown) return undefined;
      return {
        id: shown.id,
        workspace_id: event.meta.workspaceId,
        platform: shown.platform.toUpperCase(),
        status: shown.status,
        native_id: 'nativeId' in event.data ? event.data.nativeId : (row?.native_id ?? ''),
        username: shown.username,
        oauth_version: shown.oauthVersion ?? null,
        account_type: shown.accountType ?? null,
        page_id: shown.selectedPage?.id ?? null,
        destinations:
          event.type === 'AccountDestinationsLoaded' ? event.data.destinations : (row?.destinations ?? null),
        shown,
      };
    },
  }),
});
