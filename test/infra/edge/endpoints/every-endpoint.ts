import { aiEndpoints } from '../../../../commands/ai/ai-endpoints.ts';
import { bulkEndpoints } from '../../../../commands/bulk-generation/bulk-endpoints.ts';
import { bulkReads } from '../../../../read-api/bulk-generation/bulk-reads.ts';
import { aiReads } from '../../../../read-api/ai/ai-reads.ts';
import { accountEndpoints } from '../../../../commands/accounts/account-endpoints.ts';
import { calendarPersonaEndpoints } from '../../../../commands/calendar/calendar-persona-endpoints.ts';
import { calendarEndpoints } from '../../../../commands/calendar/calendar-endpoints.ts';
import { workflowEndpoints } from '../../../../commands/approvals/workflow-endpoints.ts';
import type { WriteEndpoint } from '../../../../commands/kernel/endpoint.ts';
import type { ReadEndpoint } from '../../../../read-api/kernel/endpoint.ts';
import { analyticsEndpoints } from '../../../../commands/analytics/insights-endpoints.ts';
import { imageJobEndpoints } from '../../../../commands/image-jobs/image-job-endpoints.ts';
import { imageJobReads } from '../../../../read-api/image-jobs/image-job-reads.ts';
import { reportReads } from '../../../../read-api/reports/report-reads.ts';
import { billingEndpoints } from '../../../../commands/billing/billing-endpoints.ts';
import { subscriptionEndpoints } from '../../../../commands/billing/subscription-endpoints.ts';
import { automationEndpoints } from '../../../../commands/comment-automations/automation-endpoints.ts';
import { commentEndpoints } from '../../../../commands/comments/comment-endpoints.ts';
import { audienceEndpoints } from '../../../../commands/audiences/audience-endpoints.ts';
import { broadcastEndpoints } from '../../../../commands/broadcasts/broadcast-endpoints.ts';
import { sequenceEndpoints } from '../../../../commands/sequences/sequence-endpoints.ts';
import { contactEndpoints } from '../../../../commands/contacts/contact-endpoints.ts';
import { hashtagSetEndpoints } from '../../../../commands/hashtag-sets/hashtag-set-endpoints.ts';
import { personaEndpoints } from '../../../../commands/personas/persona-endpoints.ts';
import { preferenceEndpoints } from '../../../../commands/notifications/preference-endpoints.ts';
import { mentionEndpoints } from '../../../../commands/mentions/mention-endpoints.ts';
import { reviewEndpoints } from '../../../../commands/reviews/review-endpoints.ts';
import { mentionReads } from '../../../../read-api/mentions/mention-reads.ts';
import { reviewReads } from '../../../../read-api/reviews/review-reads.ts';
import { mediaEndpoints } from '../../../../commands/media/media-endpoints.ts';
import { operationEndpoints } from '../../../../commands/operations/operation-endpoints.ts';
import { postEndpoints } from '../../../../commands/posts/post-endpoints.ts';
import { queueEndpoints } from '../../../../commands/queues/queue-endpoints.ts';
import { passkeyEndpoints } from '../../../../commands/users/passkey-endpoints.ts';
import { secondFactorEndpoints } from '../../../../commands/users/second-factor-endpoints.ts';
import { applicationEndpoints } from '../../../../commands/users/application-endpoints.ts';
import { sessionEndpoints } from '../../../../commands/users/session-endpoints.ts';
import { userEndpoints } from '../../../../commands/users/user-endpoints.ts';
import { webhookWrites } from '../../../../commands/webhooks/index.ts';
import { workspaceEndpoints } from '../../../../commands/workspaces/workspace-endpoints.ts';
import { accountReads } from '../../../../read-api/accounts/account-reads.ts';
import { analyticsReads } from '../../../../read-api/analytics/analytics-reads.ts';
import { calendarPersonaReads } from '../../../../read-api/calendar/calendar-persona-reads.ts';
import { calendarReads } from '../../../../read-api/calendar/calendar-reads.ts';
import { approvalReads } from '../../../../read-api/approvals/approval-reads.ts';
import { auditLogReads } from '../../../../read-api/audit-logs/audit-log-reads.ts';
import { billingReads } from '../../../../read-api/billing/billing-reads.ts';
import { creditReads } from '../../../../read-api/billing/credit-reads.ts';
import { subscriptionReads } from '../../../../read-api/billing/subscription-reads.ts';
import { automationReads } from '../../../../read-api/comment-automations/automation-reads.ts';
import { commentReads } from '../../../../read-api/comments/comment-reads.ts';
import { sequenceReads } from '../../../../read-api/sequences/sequence-reads.ts';
import { contactImportReads } from '../../../../read-api/contacts/contact-import-reads.ts';
import { contactReads } from '../../../../read-api/contacts/contact-reads.ts';
import { catalogueReads } from '../../../../read-api/events/catalogue-reads.ts';
import { exportReads } from '../../../../read-api/events/export-reads.ts';
import { streamReads } from '../../../../read-api/events/stream-reads.ts';
import { audienceReads } from '../../../../read-api/audiences/audience-reads.ts';
import { broadcastReads } from '../../../../read-api/broadcasts/broadcast-reads.ts';
import { hashtagSetReads } from '../../../../read-api/hashtag-sets/hashtag-set-reads.ts';
import { personaReads } from '../../../../read-api/personas/persona-reads.ts';
import { preferenceReads } from '../../../../read-api/notifications/preference-reads.ts';
import { historyReads } from '../../../../read-api/history/history-reads.ts';
import { resourceDiffs } from '../../../../read-api/history/resource-diff-reads.ts';
import { mediaReads } from '../../../../read-api/media/media-reads.ts';
import { operationReads } from '../../../../read-api/operations/index.ts';
import { postReads } from '../../../../read-api/posts/post-reads.ts';
import { queueReads } from '../../../../read-api/queues/queue-reads.ts';
import { userReads } from '../../../../read-api/users/user-reads.ts';
import { webhookReads } from '../../../../read-api/webhooks/webhook-reads.ts';
import { apiKeyReads } from '../../../../read-api/workspaces/api-key-reads.ts';
import { invitationReads } from '../../../../read-api/workspaces/invitation-reads.ts';
import { requestHistory } from '../../../../read-api/workspaces/request-history.ts';
import { usageReads } from '../../../../read-api/workspaces/usage-reads.ts';
import { workspaceReads } from '../../../../read-api/workspaces/workspace-reads.ts';

/** Takes the place of an endpoint's ports: no request of the coverage table reaches one. */
const noPorts = {} as never;

/** Every write endpoint there is, for what is asked of all of them alike. */
export const everyWrite: readonly WriteEndpoint[] = [
  ...postEndpoints(noPorts),
  ...billingEndpoints(noPorts),
  ...subscriptionEndpoints(noPorts),
  ...queueEndpoints,
  ...audienceEndpoints(noPorts),
  ...broadcastEndpoints(noPorts),
  ...hashtagSetEndpoints,
  ...aiEndpoints(noPorts),
  ...bulkEndpoints(noPorts),
  ...preferenceEndpoints,
  ...workflowEndpoints,
  ...calendarEndpoints(noPorts, noPorts),
  ...calendarPersonaEndpoints(noPorts),
  ...analyticsEndpoints(noPorts),
  ...imageJobEndpoints(noPorts),
  ...personaEndpoints(noPorts),
  ...accountEndpoints(noPorts),
  ...automationEndpoints(noPorts),
  ...commentEndpoints(noPorts, noPorts, noPorts),
  ...mentionEndpoints,
  ...reviewEndpoints(noPorts),
  ...sequenceEndpoints,
  ...contactEndpoints(noPorts),
  ...mediaEndpoints(noPorts),
  ...webhookWrites(noPorts),
  ...workspaceEndpoints(noPorts),
  ...userEndpoints(noPorts),
  ...sessionEndpoints(noPorts),
  ...applicationEndpoints,
  ...secondFactorEndpoints(noPorts),
  ...passkeyEndpoints(noPorts),
  ...operationEndpoints(noPorts),
];

const reads: readonly ReadEndpoint[] = [
  ...postReads,
  ...billingReads,
  ...creditReads,
  ...subscriptionReads,
  ...queueReads,
  ...audienceReads,
  ...broadcastReads,
  ...hashtagSetReads,
  ...aiReads(noPorts),
  ...bulkReads,
  ...preferenceReads,
  ...personaReads,
  ...approvalReads(noPorts),
  ...calendarReads,
  ...calendarPersonaReads,
  ...auditLogReads(noPorts),
  ...historyReads(noPorts),
  ...catalogueReads(noPorts),
  ...streamReads(noPorts),
  ...exportReads(noPorts),
  ...accountReads(noPorts),
  ...automationReads,
  ...commentReads,
  ...mentionReads,
  ...reviewReads(noPorts),
  ...contactReads,
  ...contactImportReads,
  ...sequenceReads,
  ...mediaReads(noPorts),
  ...analyticsReads,
  ...reportReads(noPorts),
  ...imageJobReads(noPorts),
  ...webhookReads(),
  ...workspaceReads,
  ...invitationReads(noPorts),
  ...apiKeyReads,
  ...usageReads(noPorts),
  requestHistory(noPorts),
  ...userReads(noPorts),
  ...operationReads(noPorts),
];

export const everyRead: readonly ReadEndpoint[] = [...reads, ...resourceDiffs(noPorts, reads)];
