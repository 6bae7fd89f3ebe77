import { accountRelease } from './accounts/account-release.ts';
import { insightsRounds } from './analytics/insights-rounds.ts';
import { keyRevocation } from './workspaces/key-revocation.ts';
import { paymentSettlement } from './billing/payment-settlement.ts';
import { planOfOwner } from './billing/plan-of-owner.ts';
import { purchasedCredits } from './billing/purchased-credits.ts';
import { subscriptionTimers } from './billing/subscription-timers.ts';
import { unusedSubscriptions } from './billing/unused-subscriptions.ts';
import { workspaceGrace } from './billing/workspace-grace.ts';
import { broadcastLanes } from './broadcasts/broadcast-lanes.ts';
import { dueBroadcasts } from './broadcasts/due-broadcasts.ts';
import { bulkGeneration } from './bulk-generation/bulk-generation.ts';
import { calendarResults } from './calendar/calendar-results.ts';
import { automationMatching } from './comment-automations/automation-matching.ts';
import { automationRuns } from './comment-automations/automation-runs.ts';
import { commentRounds } from './comments/comment-rounds.ts';
import { lostReplies } from './comments/lost-replies.ts';
import { contactImports } from './contacts/contact-imports.ts';
import { lostMessages } from './contacts/lost-messages.ts';
import { contactErasure } from './erasure/erase-contacts.ts';
import { erasure } from './erasure/erasure.ts';
import { eventSubscriptions } from './accounts/event-subscriptions.ts';
import { imageItems } from './image-jobs/image-items.ts';
import { invitationMails } from './workspaces/invitation-mails.ts';
import { mediaProcess } from './media/media-process.ts';
import { accountMails } from './notifications/account-mails.ts';
import { fileMails } from './notifications/file-mails.ts';
import { approvalMails } from './notifications/approval-mails.ts';
import { keptWebhooks } from './platform-webhooks/kept-webhooks.ts';
import { planMails } from './notifications/plan-mails.ts';
import { postMails } from './notifications/post-mails.ts';
import { recurringMails } from './notifications/recurring-mails.ts';
import { autoArchive } from './posts/auto-archive.ts';
import { destinations } from './posts/destinations.ts';
import { duePosts } from './posts/due-posts.ts';
import { firstComments } from './posts/first-comments.ts';
import { planLimits } from './posts/plan-limits.ts';
import { removals } from './posts/removals.ts';
import { sequenceEnrollments } from './sequences/sequence-enrollments.ts';
import { sequenceResumptions } from './sequences/sequence-resumptions.ts';
import { sequenceRuns } from './sequences/sequence-runs.ts';
import { tokenRefresh } from './accounts/token-refresh.ts';
import { webhookDeliveries } from './webhooks/webhook-deliveries.ts';
import { webhookHealth } from './webhooks/webhook-health.ts';
import { webhookReplays } from './webhooks/webhook-replays.ts';
import { transferExpiry } from './workspaces/transfer-expiry.ts';

/** Every process. The service runs them all; the ports they need are given in `infra/composition/processes.ts`. */
export const allProcesses = [
  duePosts,
  calendarResults,
  autoArchive,
  planLimits,
  destinations,
  firstComments,
  removals,
  tokenRefresh,
  accountRelease,
  eventSubscriptions,
  mediaProcess,
  lostReplies,
  commentRounds,
  automationMatching,
  automationRuns,
  lostMessages,
  contactImports,
  keptWebhooks,
  sequenceRuns,
  sequenceEnrollments,
  sequenceResumptions,
  contactErasure,
  erasure,
  keyRevocation,
  insightsRounds,
  imageItems,
  invitationMails,
  transferExpiry,
  bulkGeneration,
  postMails,
  accountMails,
  fileMails,
  approvalMails,
  recurringMails,
  planMails,
  dueBroadcasts,
  broadcastLanes,
  webhookDeliveries,
  webhookHealth,
  webhookReplays,
  paymentSettlement,
  planOfOwner,
  purchasedCredits,
  subscriptionTimers,
  unusedSubscriptions,
  workspaceGrace,
] as const;
