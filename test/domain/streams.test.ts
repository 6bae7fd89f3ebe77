import { expect } from 'chai';
import { account } from '../../domain/accounts/account.ts';
import { subscription } from '../../domain/billing/subscription.ts';
import { approvalWorkflow } from '../../domain/approvals/workflow.ts';
import { audience } from '../../domain/audiences/audience.ts';
import { broadcastBatch } from '../../domain/broadcasts/batch.ts';
import { broadcast } from '../../domain/broadcasts/broadcast.ts';
import { calendarPersona } from '../../domain/calendar/calendar-persona.ts';
import { calendarPost } from '../../domain/calendar/calendar-post.ts';
import { bulkJob } from '../../domain/bulk-generation/bulk-job.ts';
import { commentAutomation } from '../../domain/comment-automations/automation.ts';
import { comment } from '../../domain/comments/comment.ts';
import { contactImport } from '../../domain/contacts/contact-import.ts';
import { contact } from '../../domain/contacts/contact.ts';
import { hashtagSet } from '../../domain/hashtag-sets/hashtag-set.ts';
import { imageJob } from '../../domain/image-jobs/image-job.ts';
import { imagePrompt } from '../../domain/image-jobs/image-prompt.ts';
import { media } from '../../domain/media/media.ts';
import { notificationPreferences } from '../../domain/notifications/notification-preferences.ts';
import { defaultPersona } from '../../domain/personas/default-persona.ts';
import { persona } from '../../domain/personas/persona.ts';
import { post } from '../../domain/posts/post.ts';
import { queueSchedule } from '../../domain/queues/queue-schedule.ts';
import { streamCategories } from '../../domain/streams.ts';
import { user } from '../../domain/users/user.ts';
import { webhookDelivery } from '../../domain/webhooks/delivery.ts';
import { webhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import { webhookReplay } from '../../domain/webhooks/replay.ts';
import { apiKey } from '../../domain/workspaces/api-key.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';

describe('the stream categories that readers name', () => {
  it('are those of the deciders', () => {
    const deciders = [
      // One a line.
      account,
      apiKey,
      approvalWorkflow,
      audience,
      broadcast,
      calendarPersona,
      calendarPost,
      bulkJob,
      broadcastBatch,
      comment,
      commentAutomation,
      defaultPersona,
      contact,
      contactImport,
      hashtagSet,
      imageJob,
      imagePrompt,
      media,
      notificationPreferences,
      persona,
      post,
      queueSchedule,
      subscription,
      user,
      webhookDelivery,
      webhookEndpoint,
      webhookReplay,
      workspace,
    ];
    expect(streamCategories).to.have.members(deciders.map(({ category }) => category));
  });
});
