import { accountDays } from './analytics/account-days.ts';
import { accounts } from './accounts/accounts.ts';
import { aiKeys } from './ai/ai-keys.ts';
import { apiKeys } from './workspaces/api-keys.ts';
import { approvalWorkflows } from './approvals/approval-workflows.ts';
import { audiences } from './audiences/audiences.ts';
import { auditLogs } from './audit-logs/audit-logs.ts';
import { bestHours } from './analytics/best-hours.ts';
import { broadcastBatches } from './broadcasts/broadcast-batches.ts';
import { broadcastDeliveries } from './broadcasts/broadcast-deliveries.ts';
import { broadcasts } from './broadcasts/broadcasts.ts';
import { bulkJobs } from './bulk-generation/bulk-jobs.ts';
import { calendarPersonas } from './calendar/calendar-personas.ts';
import { calendarPosts } from './calendar/calendar-posts.ts';
import { commentAutomationRuns } from './comment-automations/comment-automation-runs.ts';
import { commentAutomations } from './comment-automations/comment-automations.ts';
import { comments } from './comments/comments.ts';
import { contactImportErrors } from './contacts/contact-import-errors.ts';
import { contactImports } from './contacts/contact-imports.ts';
import { contactActivities } from './contacts/contact-activities.ts';
import { contactTotals } from './contacts/contact-totals.ts';
import { contacts } from './contacts/contacts.ts';
import { creditAccounts } from './credits/credit-accounts.ts';
import { creditMovements } from './credits/credit-movements.ts';
import { failureClasses } from './analytics/failure-classes.ts';
import { hashtagSets } from './hashtag-sets/hashtag-sets.ts';
import { imageJobs } from './image-jobs/image-jobs.ts';
import { imagePrompts } from './image-jobs/image-prompts.ts';
import { invitations } from './workspaces/invitations.ts';
import { joinedWorkspaces } from './workspaces/joined-workspaces.ts';
import type { Projection } from './kernel/projection.ts';
import { media } from './media/media.ts';
import { memberships } from './workspaces/memberships.ts';
import { mentions } from './mentions/mentions.ts';
import { notificationPreferences } from './notifications/notification-preferences.ts';
import { defaultPersonas } from './personas/default-personas.ts';
import { personaPosts } from './personas/persona-posts.ts';
import { personas } from './personas/personas.ts';
import { postMetrics } from './analytics/post-metrics.ts';
import { posts } from './posts/posts.ts';
import { queues } from './queues/queues.ts';
import { reviews } from './reviews/reviews.ts';
import { enrollments } from './sequences/enrollments.ts';
import { sequences } from './sequences/sequences.ts';
import { deletedMedia } from './media/deleted-media.ts';
import { storedFiles } from './media/stored-files.ts';
import { subscriptions } from './billing/subscriptions.ts';
import { timeToPublish } from './analytics/time-to-publish.ts';
import { signIns } from './sign-in/sign-ins.ts';
import { users } from './users/users.ts';
import { webhookDeliveries } from './webhooks/webhook-deliveries.ts';
import { webhookEndpoints } from './webhooks/webhook-endpoints.ts';
import { webhookOutcomes } from './webhooks/webhook-outcomes.ts';
import { webhookReplays } from './webhooks/webhook-replays.ts';
import { webhookSources } from './webhooks/webhook-sources.ts';
import { workspaces } from './workspaces/workspaces.ts';

/**
 * Every projection by the name of its read model. A new one adds its line here and nowhere else.
 */
export const projectionsByModel = {
  posts,
  queues,
  subscriptions,
  audit_logs: auditLogs,
  accounts,
  media,
  stored_files: storedFiles,
  deleted_media: deletedMedia,
  comments,
  comment_automations: commentAutomations,
  comment_automation_runs: commentAutomationRuns,
  mentions,
  reviews,
  audiences,
  broadcasts,
  contacts,
  contact_activities: contactActivities,
  contact_totals: contactTotals,
  contact_imports: contactImports,
  contact_import_errors: contactImportErrors,
  sequences,
  enrollments,
  broadcast_batches: broadcastBatches,
  broadcast_deliveries: broadcastDeliveries,
  hashtag_sets: hashtagSets,
  notification_preferences: notificationPreferences,
  approval_workflows: approvalWorkflows,
  calendar_personas: calendarPersonas,
  calendar_posts: calendarPosts,
  ai_keys: aiKeys,
  bulk_jobs: bulkJobs,
  credit_accounts: creditAccounts,
  credit_movements: creditMovements,
  personas,
  default_personas: defaultPersonas,
  persona_posts: personaPosts,
  workspaces,
  memberships,
  joined_workspaces: joinedWorkspaces,
  invitations,
  api_keys: apiKeys,
  users,
  sign_ins: signIns,
  time_to_publish: timeToPublish,
  failure_classes: failureClasses,
  best_hours: bestHours,
  post_metrics: postMetrics,
  account_days: accountDays,
  image_jobs: imageJobs,
  image_prompts: imagePrompts,
  webhook_endpoints: webhookEndpoints,
  webhook_deliveries: webhookDeliveries,
  webhook_outcomes: webhookOutcomes,
  webhook_sources: webhookSources,
  webhook_replays: webhookReplays,
};

export const allProjections: readonly Projection[] = Object.values(projectionsByModel);
