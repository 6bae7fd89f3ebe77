import { accountDays } from './account-days/account-days.ts';
import { accounts } from './accounts/accounts.ts';
import { aiKeys } from './ai-keys/ai-keys.ts';
import { apiKeys } from './api-keys/api-keys.ts';
import { approvalWorkflows } from './approval-workflows/approval-workflows.ts';
import { audiences } from './audiences/audiences.ts';
import { auditLogs } from './audit-logs/audit-logs.ts';
import { bestHours } from './best-hours/best-hours.ts';
import { broadcastBatches } from './broadcasts/broadcast-batches.ts';
import { broadcastDeliveries } from './broadcasts/broadcast-deliveries.ts';
import { broadcasts } from './broadcasts/broadcasts.ts';
import { bulkJobs } from './bulk-jobs/bulk-jobs.ts';
import { calendarPersonas } from './calendar-personas/calendar-personas.ts';
import { calendarPosts } from './calendar-posts/calendar-posts.ts';
import { commentAutomationRuns } from './comment-automations/comment-automation-runs.ts';
import { commentAutomations } from './comment-automations/comment-automations.ts';
import { comments } from './comments/comments.ts';
import { contactImportErrors } from './contact-imports/contact-import-errors.ts';
import { contactImports } from './contact-imports/contact-imports.ts';
import { contactActivities } from './contacts/contact-activities.ts';
import { contactTotals } from './contact-totals/contact-totals.ts';
import { contacts } from './contacts/contacts.ts';
import { creditAccounts } from './credit-accounts/credit-accounts.ts';
import { creditMovements } from './credit-movements/credit-movements.ts';
import { failureClasses } from './failure-classes/failure-classes.ts';
import { hashtagSets } from './hashtag-sets/hashtag-sets.ts';
import { imageJobs } from './image-jobs/image-jobs.ts';
import { imagePrompts } from './image-prompts/image-prompts.ts';
import { invitations } from './invitations/invitations.ts';
import { joinedWorkspaces } from './joined-workspaces/joined-workspaces.ts';
import type { Projection } from './kernel/projection.ts';
import { media } from './media/media.ts';
import { memberships } from './memberships/memberships.ts';
import { mentions } from './mentions/mentions.ts';
import { notificationPreferences } from './notification-preferences/notification-preferences.ts';
import { defaultPersonas } from './personas/default-personas.ts';
import { personaPosts } from './personas/persona-posts.ts';
import { personas } from './personas/personas.ts';
import { postMetrics } from './post-metrics/post-metrics.ts';
import { posts } from './posts/posts.ts';
import { queues } from './queues/queues.ts';
import { reviews } from './reviews/reviews.ts';
import { enrollments } from './sequences/enrollments.ts';
import { sequences } from './sequences/sequences.ts';
import { deletedMedia } from './deleted-media/deleted-media.ts';
import { storedFiles } from './stored-files/stored-files.ts';
import { subscriptions } from './subscriptions/subscriptions.ts';
import { timeToPublish } from './time-to-publish/time-to-publish.ts';
import { signIns } from './sign-ins/sign-ins.ts';
import { users } from './users/users.ts';
import { webhookDeliveries } from './webhook-deliveries/webhook-deliveries.ts';
import { webhookEndpoints } from './webhook-endpoints/webhook-endpoints.ts';
import { webhookOutcomes } from './webhook-outcomes/webhook-outcomes.ts';
import { webhookReplays } from './webhook-replays/webhook-replays.ts';
import { webhookSources } from './webhook-sources/webhook-sources.ts';
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
