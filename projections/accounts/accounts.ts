import { accountEvents, type AccountEvent, type KnownDestination } from '../../domain/accounts/account-events.ts';
import { accountView, type Account } from '../../domain/accounts/account-view.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/**
 * One row an account. `view` is what clients see; the other columns are what lists and
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
  /** What the platform reports by: a bot, a Page, a business account; null where it reports nothing. */
  event_source: string | null;
  /** What the platform calls the subscription; for those of Pages the Page. */
  event_subscription: string | null;
  /** Null until they are listed for the first time. */
  destinations: readonly KnownDestination[] | null;
  view: Account;
};

type Reports = Pick<AccountRow, 'event_source' | 'event_subscription'>;

/** Events that do not concern the subscription leave it. */
const reportsAfter = (event: AccountEvent, before: Reports | undefined): Reports => {
  if (event.type === 'AccountEventsSubscribed')
    return { event_source: event.data.source, event_subscription: event.data.subscriptionId ?? null };
  if (event.type === 'AccountEventsUnsubscribed' || !before) return { event_source: null, event_subscription: null };
  return { event_source: before.event_source, event_subscription: before.event_subscription };
};

export const accounts = projectionOf<AccountRow>({
  name: 'accounts',
  version: 7,
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
      event_source: 'text?',
      event_subscription: 'text?',
      destinations: 'jsonb?',
      view: 'jsonb',
    },
    indexes: [
      'workspace_id, id',
      'workspace_id, platform, native_id',
      'platform, native_id',
      // A webhook of a platform names the account or its Page.
      'platform, page_id where page_id is not null',
      'platform, event_source where event_source is not null',
      'platform, coalesce(event_source, native_id)',
      'platform, coalesce(page_id, native_id)',
      'platform, event_subscription where event_subscription is not null',
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
      const view = accountView.evolve(row?.view, event);
      if (!view) return undefined;
      return {
        id: view.id,
        workspace_id: event.meta.workspaceId,
        platform: view.platform.toUpperCase(),
        status: view.status,
        native_id: 'nativeId' in event.data ? event.data.nativeId : (row?.native_id ?? ''),
        username: view.username,
        oauth_version: view.oauthVersion ?? null,
        account_type: view.accountType ?? null,
        page_id: view.selectedPage?.id ?? null,
        ...reportsAfter(event, row),
        destinations:
          event.type === 'AccountDestinationsLoaded' ? event.data.destinations : (row?.destinations ?? null),
        view,
      };
    },
  }),
});
