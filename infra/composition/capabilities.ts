import type { BillingPorts } from '../../commands/billing/ports.ts';
import type { WriteEndpoint } from '../../commands/kernel/endpoint.ts';
import { catalogue } from '../../domain/events.ts';
import type { UrlOf } from '../../domain/media/media-view.ts';
import { allProjections } from '../../projections/all-projections.ts';
import type { EventStream } from '../../read-api/events/event-stream.ts';
import type { ReadEndpoint } from '../../read-api/kernel/endpoint.ts';
import type { EndpointHistory } from '../../read-api/webhooks/endpoint-past.ts';
import type { RequestRecords } from '../../read-api/workspaces/request-records.ts';
import { accountWrites } from '../../commands/accounts/index.ts';
import { aiWrites } from '../../commands/ai/index.ts';
import { analyticsWrites } from '../../commands/analytics/index.ts';
import { approvalWrites } from '../../commands/approvals/index.ts';
import { audienceWrites } from '../../commands/audiences/index.ts';
import { billingWrites } from '../../commands/billing/index.ts';
import { broadcastWrites } from '../../commands/broadcasts/index.ts';
import { bulkWrites } from '../../commands/bulk-generation/index.ts';
import { calendarWrites } from '../../commands/calendar/index.ts';
import { automationWrites } from '../../commands/comment-automations/index.ts';
import { commentWrites } from '../../commands/comments/index.ts';
import { contactWrites } from '../../commands/contacts/index.ts';
import { hashtagSetWrites } from '../../commands/hashtag-sets/index.ts';
import { imageJobWrites } from '../../commands/image-jobs/index.ts';
import { mediaWrites } from '../../commands/media/index.ts';
import { mentionWrites } from '../../commands/mentions/index.ts';
import { notificationWrites } from '../../commands/notifications/index.ts';
import { operationWrites } from '../../commands/operations/index.ts';
import { personaWrites } from '../../commands/personas/index.ts';
import { postWrites } from '../../commands/posts/index.ts';
import { queueWrites } from '../../commands/queues/index.ts';
import { reviewWrites } from '../../commands/reviews/index.ts';
import { sequenceWrites } from '../../commands/sequences/index.ts';
import { userWrites } from '../../commands/users/index.ts';
import { webhookWrites } from '../../commands/webhooks/index.ts';
import { workspaceWrites } from '../../commands/workspaces/index.ts';
import { accountReads } from '../../read-api/accounts/index.ts';
import { aiReads } from '../../read-api/ai/index.ts';
import { analyticsReads } from '../../read-api/analytics/index.ts';
import { approvalReads } from '../../read-api/approvals/index.ts';
import { audienceReads } from '../../read-api/audiences/index.ts';
import { auditLogReads } from '../../read-api/audit-logs/index.ts';
import { billingReads } from '../../read-api/billing/index.ts';
import { broadcastReads } from '../../read-api/broadcasts/index.ts';
import { bulkReads } from '../../read-api/bulk-generation/index.ts';
import { calendarReads } from '../../read-api/calendar/index.ts';
import { automationReads } from '../../read-api/comment-automations/index.ts';
import { commentReads } from '../../read-api/comments/index.ts';
import { contactReads } from '../../read-api/contacts/index.ts';
import { eventReads } from '../../read-api/events/index.ts';
import { hashtagSetReads } from '../../read-api/hashtag-sets/index.ts';
import { historyReads, resourceDiffs } from '../../read-api/history/index.ts';
import { imageJobReads } from '../../read-api/image-jobs/index.ts';
import { mediaReads } from '../../read-api/media/index.ts';
import { mentionReads } from '../../read-api/mentions/index.ts';
import { notificationReads } from '../../read-api/notifications/index.ts';
import { operationReads } from '../../read-api/operations/index.ts';
import { personaReads } from '../../read-api/personas/index.ts';
import { postReads } from '../../read-api/posts/index.ts';
import { queueReads } from '../../read-api/queues/index.ts';
import { reportReads } from '../../read-api/reports/index.ts';
import { reviewReads } from '../../read-api/reviews/index.ts';
import { sequenceReads } from '../../read-api/sequences/index.ts';
import { userReads } from '../../read-api/users/index.ts';
import { webhookReads } from '../../read-api/webhooks/index.ts';
import { workspaceReads } from '../../read-api/workspaces/index.ts';
import { accountPorts, accountReadPorts } from '../adapters/accounts/index.ts';
import { broadcastPorts } from '../adapters/broadcasts/index.ts';
import { contactPorts } from '../adapters/contacts/index.ts';
import { mediaPorts } from '../adapters/media/index.ts';
import { postPorts } from '../adapters/posts/index.ts';
import { reportPorts } from '../adapters/reports/index.ts';
import { userPorts } from '../adapters/users/index.ts';
import { deliveryPayload, webhookPorts } from '../adapters/webhooks/index.ts';
import { workspacePorts } from '../adapters/workspaces/index.ts';
import { calendarSources } from '../adapters/calendar/calendar-sources.ts';
import { barePictures } from '../adapters/media/shown-pictures.ts';
import { operationsOf, type LagSeconds } from '../adapters/operations/operations.ts';
import { postsOfPersona } from '../adapters/personas/posts-of-persona.ts';
import { answerPlatforms } from '../adapters/platform-webhooks/answer-platforms.ts';
import { findTargets } from '../adapters/platform-webhooks/find-targets.ts';
import { receiveWebhooks } from '../adapters/platform-webhooks/receive-webhooks.ts';
import { reviewActions, reviewSync } from '../adapters/reviews/review-sync.ts';
import { newApiKey } from '../edge/access/api-key.ts';
import { consoleRedirectUri } from '../edge/console/console-pages.ts';
import type { PlatformWebhookPorts } from '../edge/http/platform-webhooks.ts';
import { streamedExport } from '../log/export/streamed-export.ts';
import { logHistory } from '../log/history/log-history.ts';
import { isPublicHttpsUrl } from '../outside/http/address-guard.ts';
import { aiPorts, aiReadPorts } from './ai-ports.ts';
import { bulkPorts } from './bulk-generation.ts';
import { installationPartsOf } from './installation.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { SharedParts } from './shared-parts.ts';
import { eventCatalogue } from './event-catalogue.ts';

/** What the API shows of one capability. Its name is the name of its folder in every layer. */
export type Capability = Readonly<{
  name: string;
  writes?: readonly WriteEndpoint[];
  reads?: readonly ReadEndpoint[];
}>;

export type Endpoints = Readonly<{
  writes: readonly WriteEndpoint[];
  reads: readonly ReadEndpoint[];
}>;

/** The parts that only the API has. */
type ApiParts = Readonly<{
  requests: RequestRecords;
  tail: EventStream;
  endpointHistory: EndpointHistory;
  lagSeconds: LagSeconds;
}>;

/** Every capability with its endpoints, each with the ports it needs. */
const capabilitiesOf = async (
  infrastructure: Infrastructure,
  { access, platforms, payments, storage, capabilityParts: parts }: SharedParts,
  { requests, tail, endpointHistory, lagSeconds }: ApiParts,
): Promise<readonly Capability[]> => {
  const { config, database, db, vault, keyring, notifications, store, log } = infrastructure;
  const { commands, freshness, door } = access;
  const { readModels, community, messaging, credits, now, reader } = parts;
  const history = logHistory(store);
  const operations = operationsOf(infrastructure, allProjections, {
    installation: installationPartsOf(infrastructure),
    lagSeconds,
  });
  const exempt = config.webhookAllowedRanges;
  const urlOf: UrlOf = (key) => storage.publicUrl(key);
  const isHosted = (url: string): boolean => URL.canParse(url) && new URL(url).href.startsWith(urlOf(''));
  const bare = barePictures({ storage, reader });
  const posts = await postPorts({
    directory: parts.postDirectory,
    notifications,
    isPublicHttpsUrl: (url) => isPublicHttpsUrl(url, exempt),
    ownServers: (mode) => (mode === 'live' && config.platformAddresses.urls?.TELEGRAM?.api ? ['TELEGRAM'] : []),
  });
  const billing: BillingPorts = {
    provider: payments.provider,
    addCredits: credits.purchase,
    scheduledPosts: (workspaceId, limit) => parts.postsAtLarge.scheduledBeyond(workspaceId, 0, limit),
    trialDays: config.trialDays,
    returnUrl: `${config.publicUrl}/console`,
  };
  const workspaces = workspacePorts({
    makeApiKey: newApiKey,
    isHosted,
    bare,
    commands,
    links: parts.invitationLinks,
    mailReaches: (mode) => mode === 'test' || config.smtpUrl !== undefined,
    forgetInvitation: parts.forgetInvitation,
  });
  const ai = aiPorts(infrastructure, parts);
  const reviews = reviewSync({
    db,
    calls: community,
    commands,
    freshness,
    now,
    onFault: (error) => log.warn({ error }, 'reviews could not be read'),
  });
  return [
    { name: 'posts', writes: postWrites(posts), reads: postReads },
    { name: 'billing', writes: billingWrites(billing), reads: billingReads },
    { name: 'queues', writes: queueWrites, reads: queueReads },
    { name: 'audiences', writes: audienceWrites(parts), reads: audienceReads },
    { name: 'broadcasts', writes: broadcastWrites(broadcastPorts(parts)), reads: broadcastReads },
    { name: 'hashtag-sets', writes: hashtagSetWrites, reads: hashtagSetReads },
    { name: 'ai', writes: aiWrites(ai), reads: aiReads(aiReadPorts(ai)) },
    { name: 'bulk-generation', writes: bulkWrites(bulkPorts(parts)), reads: bulkReads },
    { name: 'notifications', writes: notificationWrites, reads: notificationReads },
    {
      name: 'personas',
      writes: personaWrites({ isHosted, postsOf: postsOfPersona(readModels) }),
      reads: personaReads,
    },
    { name: 'approvals', writes: approvalWrites, reads: approvalReads(history) },
    {
      name: 'calendar',
      writes: calendarWrites(posts, calendarSources({ db, calls: community, settled: parts.settled })),
      reads: calendarReads,
    },
    { name: 'operations', writes: operationWrites(operations), reads: operationReads(operations) },
    { name: 'audit-logs', reads: auditLogReads(history) },
    { name: 'history', reads: historyReads(history) },
    {
      name: 'events',
      reads: eventReads({
        catalogue: eventCatalogue,
        stream: tail,
        stored: streamedExport(store.view({ as: 'lifted' }), catalogue),
      }),
    },
    {
      name: 'accounts',
      writes: accountWrites(
        accountPorts({
          connectors: platforms.connectors,
          vault: platforms.vault,
          renew: platforms.renew,
          consoleUrl: consoleRedirectUri(config.publicUrl),
          database,
          keyring,
          readModels,
        }),
      ),
      reads: accountReads(accountReadPorts(platforms)),
    },
    { name: 'comment-automations', writes: automationWrites(parts.automationQueries), reads: automationReads },
    {
      name: 'comments',
      writes: commentWrites(parts.commentSources, parts.commentActions, { messaging, now }),
      reads: commentReads,
    },
    { name: 'mentions', writes: mentionWrites, reads: mentionReads },
    { name: 'reviews', writes: reviewWrites(reviewActions(community)), reads: reviewReads(reviews) },
    { name: 'contacts', writes: contactWrites(contactPorts({ db, messaging, now })), reads: contactReads },
    { name: 'sequences', writes: sequenceWrites, reads: sequenceReads },
    {
      name: 'media',
      writes: mediaWrites(
        mediaPorts({
          storage,
          storedBytes: parts.storedBytes,
          isPublicHttpsUrl: (url) => posts.isPublicHttpsUrl(url),
          readModels,
        }),
      ),
      reads: mediaReads(urlOf),
    },
    { name: 'analytics', writes: analyticsWrites(platforms.insights), reads: analyticsReads },
    { name: 'reports', reads: reportReads(reportPorts({ db, storage, reader })) },
    {
      name: 'image-jobs',
      writes: imageJobWrites({ credits, namesOf: (of) => parts.ai.of(of)?.names }),
      reads: imageJobReads(urlOf),
    },
    {
      name: 'webhooks',
      writes: webhookWrites(webhookPorts({ db, vault, exempt })),
      reads: webhookReads(endpointHistory, deliveryPayload(commands)),
    },
    {
      name: 'workspaces',
      writes: workspaceWrites(workspaces),
      reads: workspaceReads({ requests, links: parts.invitationLinks }),
    },
    {
      name: 'users',
      writes: userWrites(
        userPorts({ db, billing, isHosted, bare, forget: parts.forgetPerson, atHead: parts.atHead }),
        door?.ports,
      ),
      reads: userReads({ history, requests }),
    },
  ];
};

/** Every endpoint of the API. */
export const apiEndpoints = async (
  infrastructure: Infrastructure,
  shared: SharedParts,
  own: ApiParts,
): Promise<Endpoints> => {
  const capabilities = await capabilitiesOf(infrastructure, shared, own);
  const reads = capabilities.flatMap((capability) => capability.reads ?? []);
  return {
    writes: capabilities.flatMap(({ writes = [] }) => writes),
    reads: [...reads, ...resourceDiffs(logHistory(infrastructure.store), reads)],
  };
};

/** What the platforms report, and how they are answered. */
export const platformReports = (
  { config, db, log }: Infrastructure,
  { access: { commands }, platforms, capabilityParts: parts }: SharedParts,
): PlatformWebhookPorts['answer'] => {
  const { receive } = receiveWebhooks({
    commands,
    sources: parts.commentSources,
    calls: parts.community,
    targetsOf: findTargets({ db, commands }),
    batchOfDelivery: parts.batchOfDelivery,
    now: parts.now,
    onFault: (error) => log.warn({ error }, 'what a platform reported waits for its retry'),
    appended: parts.appended,
  });
  return answerPlatforms({
    apps: { live: config.platformApps, ...(platforms.sandbox && { test: platforms.sandbox.apps }) },
    secretOf: platforms.reportAddresses.secretOf,
    receive,
  });
};
