import { accountEvents } from './accounts/account-events.ts';
import { account } from './accounts/account.ts';
import { audience } from './audiences/audience.ts';
import { audienceEvents } from './audiences/audience-events.ts';
import { approvalWorkflow, approvalWorkflowEvents } from './approvals/workflow.ts';
import { accountRegistry, accountRegistryEvents } from './accounts/account-registry.ts';
import { subscription } from './billing/subscription.ts';
import { subscriptionEvents } from './billing/subscription-events.ts';
import { insights, insightsEvents } from './analytics/insights.ts';
import { broadcast } from './broadcasts/broadcast.ts';
import { broadcastBatch } from './broadcasts/batch.ts';
import { batchEvents } from './broadcasts/batch-events.ts';
import { broadcastEvents } from './broadcasts/broadcast-events.ts';
import { calendarPersonaSlug, calendarPersonaSlugEvents } from './calendar/calendar-persona-slug.ts';
import { calendarPersona, calendarPersonaEvents } from './calendar/calendar-persona.ts';
import { calendarPost } from './calendar/calendar-post.ts';
import { calendarPostEvents } from './calendar/calendar-post-events.ts';
import { automationEvents } from './comment-automations/automation-events.ts';
import { automationPlaces } from './comment-automations/automation-places.ts';
import { commentAutomation } from './comment-automations/automation.ts';
import { runEvents } from './comment-automations/run-events.ts';
import { commentAutomationRun } from './comment-automations/run.ts';
import { comment } from './comments/comment.ts';
import { commentRound, commentRoundEvents } from './comments/comment-round.ts';
import { commentEvents } from './comments/comment-events.ts';
import { aiKey, aiKeyEvents } from './ai/ai-key.ts';
import { bulkJob } from './bulk-generation/bulk-job.ts';
import { bulkJobEvents } from './bulk-generation/bulk-job-events.ts';
import { creditAccount } from './credits/credit-account.ts';
import { creditEvents } from './credits/credit-events.ts';
import { enrollment } from './sequences/enrollment.ts';
import { enrollmentEvents } from './sequences/enrollment-events.ts';
import { sequence } from './sequences/sequence.ts';
import { sequenceEvents } from './sequences/sequence-events.ts';
import { contact } from './contacts/contact.ts';
import { contactEvents } from './contacts/contact-events.ts';
import { contactImportEvents, contactImportPartEvents } from './contacts/contact-import-events.ts';
import { contactImportPart } from './contacts/contact-import-part.ts';
import { contactImport } from './contacts/contact-import.ts';
import { hashtagSet, hashtagSetEvents } from './hashtag-sets/hashtag-set.ts';
import { hashtagSetName, hashtagSetNameEvents } from './hashtag-sets/hashtag-set-name.ts';
import { catalogueOf } from './kernel/catalogue.ts';
import type { EventDefinition, EventOf, Recorded } from './kernel/event.ts';
import { imageJob } from './image-jobs/image-job.ts';
import { imageJobEvents } from './image-jobs/image-job-events.ts';
import { imagePrompt, imagePromptEvents } from './image-jobs/image-prompt.ts';
import { avatar, avatarEvents } from './media/avatar.ts';
import { media } from './media/media.ts';
import { mediaEvents } from './media/media-events.ts';
import { recurringMail, recurringMailEvents } from './notifications/recurring-mail.ts';
import { notification, notificationEvents } from './notifications/notification.ts';
import { notificationPreferences, notificationPreferencesEvents } from './notifications/notification-preferences.ts';
import { defaultPersona, defaultPersonaEvents } from './personas/default-persona.ts';
import { personaEvents } from './personas/persona-events.ts';
import { persona } from './personas/persona.ts';
import { mention } from './mentions/mention.ts';
import { mentionEvents } from './mentions/mention-events.ts';
import { postEvents } from './posts/post-events.ts';
import { messageStatus, messageStatusEvents } from './platform-webhooks/message-status.ts';
import { platformWebhook, platformWebhookEvents } from './platform-webhooks/platform-webhook.ts';
import { post } from './posts/post.ts';
import { postUpkeep, postUpkeepEvents } from './posts/upkeep.ts';
import { queueSchedule, queueScheduleEvents } from './queues/queue-schedule.ts';
import { queueSlot, queueSlotEvents } from './queues/queue-slot.ts';
import { review } from './reviews/review.ts';
import { reviewEvents } from './reviews/review-events.ts';
import { setUp, setUpEvents, signInAddress, signInAddressEvents } from './sign-in/reservations.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signInEvents } from './sign-in/sign-in-events.ts';
import { user, userEvents } from './users/user.ts';
import { fingerprint, fingerprintEvents } from './posts/fingerprint.ts';
import { scheduledPlacesCategory } from './posts/scheduled-places.ts';
import { callbackSigning, callbackSigningEvents } from './webhooks/callback-signing.ts';
import { webhookDelivery, webhookDeliveryEvents } from './webhooks/delivery.ts';
import { webhookEndpoint, webhookEndpointEvents } from './webhooks/endpoint.ts';
import { webhookReplay, webhookReplayEvents } from './webhooks/replay.ts';
import { apiKey, apiKeyEvents } from './workspaces/api-key.ts';
import { apiKeySlots, ownedWorkspaces, slotEvents } from './workspaces/slots.ts';
import { slugEvents, slugReservation } from './workspaces/slug.ts';
import { workspace } from './workspaces/workspace.ts';
import { workspaceEvents } from './workspaces/workspace-events.ts';

/** Every aggregate with the events it decides. A new aggregate adds its line here. */
const aggregates = [
  { decidedBy: [post], events: postEvents },
  { decidedBy: [user], events: userEvents },
  { decidedBy: [signIn], events: signInEvents },
  { decidedBy: [signInAddress], events: signInAddressEvents },
  { decidedBy: [setUp], events: setUpEvents },
  { decidedBy: [mention], events: mentionEvents },
  { decidedBy: [platformWebhook], events: platformWebhookEvents },
  { decidedBy: [messageStatus], events: messageStatusEvents },
  { decidedBy: [review], events: reviewEvents },
  { decidedBy: [workspace], events: workspaceEvents },
  { decidedBy: [apiKey], events: apiKeyEvents },
  { decidedBy: [slugReservation], events: slugEvents },
  {
    decidedBy: [apiKeySlots, ownedWorkspaces, automationPlaces, { category: scheduledPlacesCategory }],
    events: slotEvents,
  },
  { decidedBy: [fingerprint], events: fingerprintEvents },
  { decidedBy: [postUpkeep], events: postUpkeepEvents },
  { decidedBy: [queueSchedule], events: queueScheduleEvents },
  { decidedBy: [queueSlot], events: queueSlotEvents },
  { decidedBy: [webhookEndpoint], events: webhookEndpointEvents },
  { decidedBy: [webhookDelivery], events: webhookDeliveryEvents },
  { decidedBy: [webhookReplay], events: webhookReplayEvents },
  { decidedBy: [callbackSigning], events: callbackSigningEvents },
  { decidedBy: [account], events: accountEvents },
  { decidedBy: [accountRegistry], events: accountRegistryEvents },
  { decidedBy: [media], events: mediaEvents },
  { decidedBy: [avatar], events: avatarEvents },
  { decidedBy: [comment], events: commentEvents },
  { decidedBy: [commentRound], events: commentRoundEvents },
  { decidedBy: [audience], events: audienceEvents },
  { decidedBy: [commentAutomation], events: automationEvents },
  { decidedBy: [commentAutomationRun], events: runEvents },
  { decidedBy: [broadcast], events: broadcastEvents },
  { decidedBy: [contact], events: contactEvents },
  { decidedBy: [contactImport], events: contactImportEvents },
  { decidedBy: [contactImportPart], events: contactImportPartEvents },
  { decidedBy: [sequence], events: sequenceEvents },
  { decidedBy: [enrollment], events: enrollmentEvents },
  { decidedBy: [broadcastBatch], events: batchEvents },
  { decidedBy: [hashtagSet], events: hashtagSetEvents },
  { decidedBy: [insights], events: insightsEvents },
  { decidedBy: [imageJob], events: imageJobEvents },
  { decidedBy: [imagePrompt], events: imagePromptEvents },
  { decidedBy: [hashtagSetName], events: hashtagSetNameEvents },
  { decidedBy: [recurringMail], events: recurringMailEvents },
  { decidedBy: [notification], events: notificationEvents },
  { decidedBy: [notificationPreferences], events: notificationPreferencesEvents },
  { decidedBy: [subscription], events: subscriptionEvents },
  { decidedBy: [approvalWorkflow], events: approvalWorkflowEvents },
  { decidedBy: [calendarPost], events: calendarPostEvents },
  { decidedBy: [calendarPersona], events: calendarPersonaEvents },
  { decidedBy: [calendarPersonaSlug], events: calendarPersonaSlugEvents },
  { decidedBy: [creditAccount], events: creditEvents },
  { decidedBy: [bulkJob], events: bulkJobEvents },
  { decidedBy: [persona], events: personaEvents },
  { decidedBy: [defaultPersona], events: defaultPersonaEvents },
  { decidedBy: [aiKey], events: aiKeyEvents },
] as const;

/** Any event the service can store, by its type: what a fold over the log is typed by. */
export type AnyEvent = EventOf<(typeof aggregates)[number]['events'][number]>;

/** Every event type (docs/events.md). */
export type EventType = AnyEvent['type'];

/** A recorded event of one type, its data lifted to the newest version. */
export type EventOfType<Type extends EventType> = Recorded<Extract<AnyEvent, { type: Type }>>;

type Listed = Readonly<{ decidedBy: readonly { category: string }[]; events: readonly EventDefinition[] }>;
const listed: readonly Listed[] = aggregates;

/** Every event the service can store or read. */
export const allEvents: readonly EventDefinition[] = listed.flatMap(({ events }) => events);

/** The categories of the streams each event type is appended to: the aggregates that decide it. */
export const emittersOf: ReadonlyMap<string, readonly string[]> = new Map(
  listed.flatMap(({ decidedBy, events }) =>
    events.map(({ type }) => [type, decidedBy.map(({ category }) => category)] as const),
  ),
);

export const catalogue = catalogueOf(allEvents, emittersOf);
