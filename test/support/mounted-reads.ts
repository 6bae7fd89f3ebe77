import { catalogue } from '../../domain/events.ts';
import { allProjections } from '../../projections/all-projections.ts';
import { Clocks } from '../../infra/stores/clock/clocks.ts';
import { answersForOperators } from '../../infra/log/history/answers-for-operators.ts';
import { EndpointSnapshots } from '../../infra/log/history/endpoint-snapshots.ts';
import { PastReadModels } from '../../infra/log/history/past-read-models.ts';
import { StreamSnapshots } from '../../infra/log/history/stream-snapshots.ts';
import { logHistory } from '../../infra/log/history/log-history.ts';
import type { Database } from '../../infra/stores/postgres/database.ts';
import { Freshness } from '../../infra/stores/postgres/freshness.ts';
import { openNotifications } from '../../infra/stores/postgres/listen.ts';
import { keyringInFolder } from '../../infra/stores/secrets/keyring.ts';
import { ServiceEventStore } from '../../infra/stores/event-store/service-event-store.ts';
import { SubjectKeys } from '../../infra/stores/secrets/subject-keys.ts';
import type { ReadModels } from '../../projections/database.ts';
import { accountReads } from '../../read-api/accounts/account-reads.ts';
import { billingReads } from '../../read-api/billing/billing-reads.ts';
import { calendarPersonaReads } from '../../read-api/calendar/calendar-persona-reads.ts';
import { calendarReads } from '../../read-api/calendar/calendar-reads.ts';
import { approvalReads } from '../../read-api/approvals/approval-reads.ts';
import { bulkReads } from '../../read-api/bulk-generation/bulk-reads.ts';
import { automationReads } from '../../read-api/comment-automations/automation-reads.ts';
import { commentReads } from '../../read-api/comments/comment-reads.ts';
import { audienceReads } from '../../read-api/audiences/audience-reads.ts';
import { broadcastReads } from '../../read-api/broadcasts/broadcast-reads.ts';
import { contactImportReads } from '../../read-api/contacts/contact-import-reads.ts';
import { contactReads } from '../../read-api/contacts/contact-reads.ts';
import { hashtagSetReads } from '../../read-api/hashtag-sets/hashtag-set-reads.ts';
import { personaReads } from '../../read-api/personas/persona-reads.ts';
import { preferenceReads } from '../../read-api/notifications/preference-reads.ts';
import { historyReads } from '../../read-api/history/history-reads.ts';
import { imageJobReads } from '../../read-api/image-jobs/image-job-reads.ts';
import { mediaReads } from '../../read-api/media/media-reads.ts';
import { postReads } from '../../read-api/posts/post-reads.ts';
import { queueReads } from '../../read-api/queues/queue-reads.ts';
import { userReads } from '../../read-api/users/user-reads.ts';
import { webhookReads } from '../../read-api/webhooks/webhook-reads.ts';
import { workspaceReads } from '../../read-api/workspaces/workspace-reads.ts';
import { startEdge } from './edge.ts';
import type { RunningService } from './running-service.ts';

const urlOf = (key: string): string => `https://media.test/${key}`;

const fault = (error: unknown): never => {
  throw error;
};

/**
 * The GETs of a running service's resources, mounted again over its own stores. Tests that send many requests use it to avoid the rate
 * limits of the service.
 */
export const mountReads = async ({
  database,
  store: log,
  dataDir,
}: Pick<RunningService, 'store' | 'dataDir'> & Readonly<{ database: Database }>) => {
  const keys = new SubjectKeys(database, await keyringInFolder(dataDir));
  const store = new ServiceEventStore(log, catalogue, keys);
  const notifications = openNotifications(database.connection, { onFault: fault });
  const clocks = await Clocks.open(database.kysely, notifications, () => {});
  const freshness = await Freshness.open({ database, notifications, onFault: fault });
  const db = database.kysely.withTables<ReadModels>();
  const sealed = store.view({ as: 'lifted' });
  const snapshots = new StreamSnapshots({ sealed, db: database.kysely, projections: allProjections });
  const endpoints = new EndpointSnapshots({ sealed, db: database.kysely });
  const past = new PastReadModels({ store, sealed, db, projections: allProjections, snapshots });
  // What asks a platform is not asked here.
  const noPlatforms = {} as never;
  const edge = await startEdge({
    reads: [
      ...postReads,
      ...queueReads,
      ...audienceReads,
      ...broadcastReads,
      ...hashtagSetReads,
      ...bulkReads,
      ...imageJobReads(urlOf),
      ...preferenceReads,
      ...personaReads,
      ...approvalReads(logHistory(store)),
      ...billingReads,
      ...calendarReads,
      ...calendarPersonaReads,
      ...historyReads(logHistory(store)),
      ...accountReads(noPlatforms),
      ...automationReads,
      ...commentReads,
      ...contactReads,
      ...contactImportReads,
      ...mediaReads(urlOf),
      ...webhookReads(endpoints),
      ...workspaceReads,
      ...userReads(noPlatforms),
    ],
    ports: { db, past, freshness, clock: (mode) => clocks.now(mode).getTime() },
  });

  /** A session of a person as the owner of a workspace. */
  const session = (userId: string, workspaceId: string): string => {
    const { token } = edge.credentials.addPerson(workspaceId);
    const memberships = [{ workspaceId, mode: 'test' as const, plan: 'agency', role: 'OWNER' }];
    edge.credentials.people.set(token, { userId, memberships });
    return token;
  };

  return {
    ...edge,
    baseUrl: `${edge.origin}/v1`,
    session,
    clocks,
    past,
    keys,
    freshness,
    answers: answersForOperators({ store, db, projections: allProjections, urlOf }),
    stop: async () => {
      await edge.stop();
      await freshness.close();
      await notifications.close();
    },
  };
};

export type MountedReads = Awaited<ReturnType<typeof mountReads>>;
