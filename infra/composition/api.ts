import type { EventCatalogue } from '../../read-api/events/event-catalogue.ts';
import { mediaSources } from './media-sources.ts';
import { catalogue } from '../../domain/events.ts';
import type { ObjectStorage } from '../../domain/media/object-storage.ts';
import type { FetchFile } from '../../domain/media/processing.ts';
import type { UrlOf } from '../../domain/media/media-view.ts';
import { accountEndpoints } from '../../commands/accounts/account-endpoints.ts';
import { calendarPersonaEndpoints } from '../../commands/calendar/calendar-persona-endpoints.ts';
import { calendarEndpoints } from '../../commands/calendar/calendar-endpoints.ts';
import { workflowEndpoints } from '../../commands/approvals/workflow-endpoints.ts';
import { analyticsEndpoints } from '../../commands/analytics/insights-endpoints.ts';
import { aiEndpoints } from '../../commands/ai/ai-endpoints.ts';
import { aiReads } from '../../read-api/ai/ai-reads.ts';
import { bulkEndpoints } from '../../commands/bulk-generation/bulk-endpoints.ts';
import { bulkReads } from '../../read-api/bulk-generation/bulk-reads.ts';
import { billingEndpoints } from '../../commands/billing/billing-endpoints.ts';
import type { BillingPorts } from '../../commands/billing/ports.ts';
import { activeSubscriptionOf, cancelForDeletion } from '../../commands/billing/deletion.ts';
import { subscriptionEndpoints } from '../../commands/billing/subscription-endpoints.ts';
import { automationEndpoints } from '../../commands/comment-automations/automation-endpoints.ts';
import { commentEndpoints } from '../../commands/comments/comment-endpoints.ts';
import { audienceEndpoints } from '../../commands/audiences/audience-endpoints.ts';
import { broadcastEndpoints } from '../../commands/broadcasts/broadcast-endpoints.ts';
import { sequenceEndpoints } from '../../commands/sequences/sequence-endpoints.ts';
import { contactEndpoints } from '../../commands/contacts/contact-endpoints.ts';
import { hashtagSetEndpoints } from '../../commands/hashtag-sets/hashtag-set-endpoints.ts';
import { personaEndpoints } from '../../commands/personas/persona-endpoints.ts';
import { preferenceEndpoints } from '../../commands/notifications/preference-endpoints.ts';
import type { WriteEndpoint } from '../../commands/kernel/endpoint.ts';
import type { ReadEndpoint } from '../../read-api/kernel/endpoint.ts';
import type { PostPorts } from '../../commands/posts/ports.ts';
import { postEndpoints } from '../../commands/posts/post-endpoints.ts';
import { imageJobEndpoints } from '../../commands/image-jobs/image-job-endpoints.ts';
import { operationEndpoints } from '../../commands/operations/operation-endpoints.ts';
import { queueEndpoints } from '../../commands/queues/queue-endpoints.ts';
import { userEndpoints } from '../../commands/users/user-endpoints.ts';
import { webhookWrites } from '../../commands/webhooks/index.ts';
import type { WorkspacePorts } from '../../commands/workspaces/ports.ts';
import { workspaceEndpoints } from '../../commands/workspaces/workspace-endpoints.ts';
import { accountReads } from '../../read-api/accounts/account-reads.ts';
import { calendarPersonaReads } from '../../read-api/calendar/calendar-persona-reads.ts';
import { calendarReads } from '../../read-api/calendar/calendar-reads.ts';
import { approvalReads } from '../../read-api/approvals/approval-reads.ts';
import { auditLogReads } from '../../read-api/audit-logs/audit-log-reads.ts';
import { analyticsReads } from '../../read-api/analytics/analytics-reads.ts';
import { billingReads } from '../../read-api/billing/billing-reads.ts';
import { creditReads } from '../../read-api/billing/credit-reads.ts';
import { subscriptionReads } from '../../read-api/billing/subscription-reads.ts';
import { automationReads } from '../../read-api/comment-automations/automation-reads.ts';
import { commentReads } from '../../read-api/comments/comment-reads.ts';
import { sequenceReads } from '../../read-api/sequences/sequence-reads.ts';
import { contactImportReads } from '../../read-api/contacts/contact-import-reads.ts';
import { contactReads } from '../../read-api/contacts/contact-reads.ts';
import { catalogueReads } from '../../read-api/events/catalogue-reads.ts';
import { exportReads } from '../../read-api/events/export-reads.ts';
import { streamReads } from '../../read-api/events/stream-reads.ts';
import type { EventStream } from '../../read-api/events/event-stream.ts';
import { audienceReads } from '../../read-api/audiences/audience-reads.ts';
import { broadcastReads } from '../../read-api/broadcasts/broadcast-reads.ts';
import { hashtagSetReads } from '../../read-api/hashtag-sets/hashtag-set-reads.ts';
import { personaReads } from '../../read-api/personas/persona-reads.ts';
import { preferenceReads } from '../../read-api/notifications/preference-reads.ts';
import { historyReads } from '../../read-api/history/history-reads.ts';
import { resourceDiffs } from '../../read-api/history/resource-diff-reads.ts';
import { postReads } from '../../read-api/posts/post-reads.ts';
import { imageJobReads } from '../../read-api/image-jobs/image-job-reads.ts';
import { reportReads } from '../../read-api/reports/report-reads.ts';
import { pdfReport } from '../adapters/reports/pdf-report.ts';
import { xlsxReport } from '../adapters/reports/xlsx-report.ts';
import { reportLogo } from '../adapters/reports/report-logo.ts';
import { reportThumbnails } from '../adapters/reports/report-thumbnails.ts';
import { openAi } from './ai.ts';
import { openCredits } from './credits.ts';
import { operationReads } from '../../read-api/operations/operation-reads.ts';
import { queueReads } from '../../read-api/queues/queue-reads.ts';
import { userReads } from '../../read-api/users/user-reads.ts';
import type { EndpointHistory } from '../../read-api/webhooks/endpoint-past.ts';
import { webhookReads } from '../../read-api/webhooks/webhook-reads.ts';
import { apiKeyReads } from '../../read-api/workspaces/api-key-reads.ts';
import { invitationReads } from '../../read-api/workspaces/invitation-reads.ts';
import { requestHistory } from '../../read-api/workspaces/request-history.ts';
import { usageReads } from '../../read-api/workspaces/usage-reads.ts';
import { workspaceReads } from '../../read-api/workspaces/workspace-reads.ts';
import { consoleRedirectUri } from '../edge/console/console-pages.ts';
import { newApiKey } from '../edge/access/api-key.ts';
import { secondFactorEndpoints } from '../../commands/users/second-factor-endpoints.ts';
import { sessionEndpoints } from '../../commands/users/session-endpoints.ts';
import { forgetPersonBy } from '../adapters/users/forget-person.ts';
import { accountsOfPosts } from '../adapters/accounts/accounts-of-posts.ts';
import { reviewActions, reviewSync } from '../adapters/reviews/review-sync.ts';
import { mentionEndpoints } from '../../commands/mentions/mention-endpoints.ts';
import { reviewEndpoints } from '../../commands/reviews/review-endpoints.ts';
import { mentionReads } from '../../read-api/mentions/mention-reads.ts';
import { reviewReads } from '../../read-api/reviews/review-reads.ts';
import type { PlatformWebhookPorts } from '../edge/http/platform-webhooks.ts';
import { answerPlatforms } from '../adapters/platform-webhooks/answer-platforms.ts';
import { findTargets } from '../adapters/platform-webhooks/find-targets.ts';
import { receiveWebhooks } from '../adapters/platform-webhooks/receive-webhooks.ts';
import { calendarSources } from '../adapters/calendar/calendar-sources.ts';
import { automationQueries } from '../adapters/comment-automations/automation-queries.ts';
import { commentActions } from '../adapters/comments/comment-actions.ts';
import { communityCalls } from '../adapters/comments/community-calls.ts';
import { messagingBy } from '../adapters/contacts/messaging.ts';
import { contactPorts } from '../adapters/contacts/contact-ports.ts';
import { commentSources } from '../adapters/comments/comment-sources.ts';
import { mediaAtAddress, mediaOfPosts } from '../adapters/media/post-media.ts';
import type { FileReader } from '../adapters/media/reader/file-reader.ts';
import { barePictures } from '../adapters/media/shown-pictures.ts';
import { storedBytesIn } from '../adapters/media/stored-bytes.ts';
import { postsOnAccount, postsWithFile } from '../adapters/posts/waiting-posts.ts';
import { mediaEndpoints } from '../../commands/media/media-endpoints.ts';
import { mediaReads } from '../../read-api/media/media-reads.ts';
import { SealedAuthorizations } from '../adapters/accounts/pending-authorizations.ts';
import { liveAccountReads } from '../adapters/accounts/live-account-reads.ts';
import { logHistory } from '../log/history/log-history.ts';
import { streamedExport } from '../log/export/streamed-export.ts';
import type { LastWrites } from '../edge/http/last-writes.ts';
import { isPublicHttpsUrl } from '../outside/http/address-guard.ts';
import { sqlAudiences } from '../adapters/broadcasts/audiences.ts';
import { batchOfDelivery, failedBatches } from '../adapters/broadcasts/broadcast-queries.ts';
import { operationsOf } from '../adapters/operations/operations.ts';
import { postsOfPersona } from '../adapters/personas/posts-of-persona.ts';
import { postDirectory } from '../adapters/posts/directory.ts';
import { postsAtLarge } from '../adapters/posts/posts-at-large.ts';
import { postsUpToDate } from '../adapters/posts/posts-up-to-date.ts';
import { openPostWaiter } from '../adapters/posts/waiter.ts';
import { workspacesOf as shownWorkspacesOf } from '../../read-api/users/own-profile.ts';
import { membershipsOf } from '../adapters/workspaces/memberships.ts';
import { webhookPorts } from '../adapters/webhooks/webhook-parts.ts';
import type { Access } from './access.ts';
import { allProjections } from '../../projections/all-projections.ts';
import type { RequestRecords } from '../../read-api/workspaces/request-records.ts';
import eventCatalogue from '../../docs/events.json' with { type: 'json' };
import type { Infrastructure } from './infrastructure.ts';
import { bulkPorts } from './bulk-generation.ts';
import { aiPorts, aiReadPorts } from './ai-ports.ts';
import type { Payments } from './payments.ts';
import type { Platforms } from './platforms.ts';

export type ApiEndpoints = Endpoints & Readonly<{ answerPlatform: PlatformWebhookPorts['answer'] }>;

export type Endpoints = Readonly<{
  writes: readonly WriteEndpoint[];
  reads: readonly ReadEndpoint[];
}>;

type Parts = Readonly<{
  storage: ObjectStorage;
  reader: FileReader;
  fetch: FetchFile;
  links: WorkspacePorts['links'];
  requests: RequestRecords;
  lastWrites: LastWrites;
  tail: EventStream;
  endpointHistory: EndpointHistory;
  payments: Payments;
}>;

/** The longest a limit is cached before it refuses. */
const settledWithinMs = 2_000;

/** Every endpoint of the API, each with the ports it needs. */
export const apiEndpoints = async (
  infrastructure: Infrastructure,
  platforms: Platforms,
  { commands, freshness, door }: Access,
  { storage, reader, fetch, links, requests, tail, lastWrites, endpointHistory, payments }: Parts,
): Promise<ApiEndpoints> => {
  const { config, database, db, vault, keyring, notifications, subjectKeys, store, clocks, metrics } = infrastructure;
  const { keepTombstone } = infrastructure;
  const history = logHistory(store);
  const operations = operationsOf(infrastructure, allProjections);
  const exempt = config.webhookAllowedRanges;
  const urlOf: UrlOf = (key) => storage.publicUrl(key);
  const settled = async (workspaceId: string, models: readonly string[]): Promise<void> => {
    const written = await lastWrites.of(workspaceId);
    if (written !== undefined) await freshness.wait(models, written, settledWithinMs);
  };
  const postsNow = postsAtLarge(db, postsUpToDate(store, freshness));
  const posts: PostPorts = {
    directory: postDirectory(db, {
      accounts: accountsOfPosts,
      media: mediaOfPosts(urlOf),
      mediaAt: mediaAtAddress(mediaSources(fetch)),
      settled: (workspaceId) => settled(workspaceId, ['posts']),
    }),
    waiter: await openPostWaiter(notifications),
    isPublicHttpsUrl: (url) => isPublicHttpsUrl(url, exempt),
    ownServers: (mode) => (mode === 'live' && config.platformAddresses.urls?.TELEGRAM?.api ? ['TELEGRAM'] : []),
  };
  const community = communityCalls({
    adapters: platforms.adapters,
    tokens: platforms.tokens,
    metrics,
    now: (mode) => clocks.now(mode),
  });
  const messaging = messagingBy(community, platforms.tokens);
  const sources = commentSources({
    db,
    adapters: platforms.adapters,
    tokens: platforms.tokens,
    metrics,
    now: (mode) => clocks.now(mode),
    settled: async () => {
      const head = await store.head();
      if (head) await freshness.wait(['posts', 'accounts'], head.commit, settledWithinMs);
    },
  });
  const isHosted = (url: string): boolean => URL.canParse(url) && new URL(url).href.startsWith(urlOf(''));
  const bare = barePictures({ storage, reader });
  const billing: BillingPorts = {
    provider: payments.provider,
    addCredits: openCredits({ commands }).purchase,
    scheduledPosts: (workspaceId, limit) => postsNow.scheduledBeyond(workspaceId, 0, limit),
    trialDays: config.trialDays,
    returnUrl: `${config.publicUrl}/console`,
  };
  const workspaces: WorkspacePorts = {
    makeApiKey: newApiKey,
    isHosted,
    bare,
    activeSubscription: activeSubscriptionOf(commands),
    links,
    mailReaches: (mode) => mode === 'test' || config.smtpUrl !== undefined,
    forgetInvitation: (invitationId) => subjectKeys.destroy(invitationId),
  };
  const audiences = sqlAudiences({ db: database.kysely, log: store, freshness });
  const ai = aiPorts(infrastructure, { commands });
  const reads = [
    ...postReads,
    ...billingReads,
    ...creditReads,
    ...subscriptionReads,
    ...queueReads,
    ...audienceReads,
    ...broadcastReads,
    ...hashtagSetReads,
    ...aiReads(aiReadPorts(ai)),
    ...bulkReads,
    ...preferenceReads,
    ...personaReads,
    ...approvalReads(history),
    ...calendarReads,
    ...calendarPersonaReads,
    ...operationReads(operations),
    ...auditLogReads(history),
    ...historyReads(history),
    ...catalogueReads(eventCatalogue as EventCatalogue),
    ...streamReads(tail),
    ...exportReads(streamedExport(store.view({ as: 'lifted' }), catalogue)),
    ...accountReads(liveAccountReads(platforms)),
    ...automationReads,
    ...commentReads,
    ...mentionReads,
    ...reviewReads(
      reviewSync({
        db,
        calls: community,
        commands,
        freshness,
        now: (mode) => clocks.now(mode),
        onFault: (error) => infrastructure.log.warn({ error }, 'reviews could not be read'),
      }),
    ),
    ...contactReads,
    ...contactImportReads,
    ...sequenceReads,
    ...mediaReads(urlOf),
    ...analyticsReads,
    ...reportReads({
      pdf: pdfReport,
      xlsx: xlsxReport,
      logoOf: reportLogo({ db, storage }),
      thumbnailsOf: reportThumbnails({ db, storage, reader }),
    }),
    ...imageJobReads(urlOf),
    ...webhookReads(endpointHistory),
    ...workspaceReads,
    ...apiKeyReads,
    ...usageReads(requests),
    requestHistory(requests),
    ...invitationReads(links),
    ...userReads({ history, requests }),
  ];
  const reports = receiveWebhooks({
    commands,
    sources,
    calls: community,
    targetsOf: findTargets({ db, commands }),
    batchOfDelivery: batchOfDelivery({ db, log: store, freshness }),
    now: (mode) => clocks.now(mode),
    onFault: (error) => infrastructure.log.warn({ error }, 'what a platform reported waits for its retry'),
    appended: (workspaceId, commit) => lastWrites.record(workspaceId, commit),
  });
  return {
    answerPlatform: answerPlatforms({
      apps: { live: config.platformApps, ...(platforms.sandbox && { test: platforms.sandbox.apps }) },
      secretOf: platforms.reportAddresses.secretOf,
      receive: reports.receive,
    }),
    writes: [
      ...postEndpoints(posts),
      ...billingEndpoints(billing),
      ...subscriptionEndpoints(billing),
      ...queueEndpoints,
      ...audienceEndpoints({ audiences }),
      ...broadcastEndpoints({
        audiences,
        failedBatches: failedBatches({ db, log: store, freshness }),
      }),
      ...hashtagSetEndpoints,
      ...aiEndpoints(ai),
      ...bulkEndpoints(bulkPorts({ commands })),
      ...preferenceEndpoints,
      ...workflowEndpoints,
      ...calendarEndpoints(posts, calendarSources({ db, calls: community, settled })),
      ...calendarPersonaEndpoints(posts),
      ...personaEndpoints({ isHosted, postsOf: postsOfPersona({ db, log: store, freshness }) }),
      ...operationEndpoints(operations),
      ...accountEndpoints({
        connectors: platforms.connectors,
        vault: platforms.vault,
        pending: new SealedAuthorizations(database, keyring),
        renew: platforms.renew,
        consoleUrl: consoleRedirectUri(config.publicUrl),
        waitingPosts: postsOnAccount({ db, log: store, freshness }),
      }),
      ...automationEndpoints(automationQueries({ db, log: store, freshness })),
      ...commentEndpoints(sources, commentActions(community), { messaging, now: (mode) => clocks.now(mode) }),
      ...mentionEndpoints,
      ...reviewEndpoints(reviewActions(community)),
      ...analyticsEndpoints(platforms.insights),
      ...sequenceEndpoints,
      ...contactEndpoints(contactPorts({ db, messaging, now: (mode) => clocks.now(mode) })),
      ...imageJobEndpoints({ credits: openCredits({ commands }), namesOf: (of) => openAi(config).of(of)?.names }),
      ...mediaEndpoints({
        storage,
        isPublicHttpsUrl: posts.isPublicHttpsUrl,
        storedBytes: storedBytesIn({ db, log: store, freshness }),
        waitingPosts: postsWithFile({ db, log: store, freshness }),
      }),
      ...webhookWrites(webhookPorts({ db, vault, exempt })),
      ...workspaceEndpoints(workspaces),
      ...sessionEndpoints(door?.ports),
      ...secondFactorEndpoints(door?.ports),
      ...userEndpoints({
        isHosted,
        bare,
        workspacesOf: async (userId) => {
          const head = await store.head();
          if (head) await freshness.wait(['memberships'], head.commit, settledWithinMs);
          return membershipsOf(userId, db);
        },
        shownWorkspacesOf: (userId) => shownWorkspacesOf(userId, { db }),
        cancelSubscriptions: cancelForDeletion(billing),
        forget: forgetPersonBy({
          commands,
          db: database.kysely,
          subjectKeys,
          keepTombstone,
          storage,
          vault: infrastructure.vault,
        }),
      }),
    ],
    reads: [...reads, ...resourceDiffs(history, reads)],
  };
};
