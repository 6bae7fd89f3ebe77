import { accountProjections } from './accounts/index.ts';
import { aiProjections } from './ai/index.ts';
import { analyticsProjections } from './analytics/index.ts';
import { approvalProjections } from './approvals/index.ts';
import { audienceProjections } from './audiences/index.ts';
import { auditLogProjections } from './audit-logs/index.ts';
import { billingProjections } from './billing/index.ts';
import { broadcastProjections } from './broadcasts/index.ts';
import { bulkProjections } from './bulk-generation/index.ts';
import { calendarProjections } from './calendar/index.ts';
import { automationProjections } from './comment-automations/index.ts';
import { commentProjections } from './comments/index.ts';
import { contactProjections } from './contacts/index.ts';
import { creditProjections } from './credits/index.ts';
import { hashtagSetProjections } from './hashtag-sets/index.ts';
import { imageJobProjections } from './image-jobs/index.ts';
import type { Projection } from './kernel/projection.ts';
import { mediaProjections } from './media/index.ts';
import { mentionProjections } from './mentions/index.ts';
import { notificationProjections } from './notifications/index.ts';
import { personaProjections } from './personas/index.ts';
import { postProjections } from './posts/index.ts';
import { queueProjections } from './queues/index.ts';
import { reviewProjections } from './reviews/index.ts';
import { sequenceProjections } from './sequences/index.ts';
import { signInProjections } from './sign-in/index.ts';
import { userProjections } from './users/index.ts';
import { webhookProjections } from './webhooks/index.ts';
import { workspaceProjections } from './workspaces/index.ts';

/** Every projection by the name of its read model. A new one adds its line to the index of its capability and nowhere else. */
export const projectionsByModel = {
  ...postProjections,
  ...queueProjections,
  ...billingProjections,
  ...auditLogProjections,
  ...accountProjections,
  ...mediaProjections,
  ...commentProjections,
  ...automationProjections,
  ...mentionProjections,
  ...reviewProjections,
  ...audienceProjections,
  ...broadcastProjections,
  ...contactProjections,
  ...sequenceProjections,
  ...hashtagSetProjections,
  ...notificationProjections,
  ...approvalProjections,
  ...calendarProjections,
  ...aiProjections,
  ...bulkProjections,
  ...creditProjections,
  ...personaProjections,
  ...workspaceProjections,
  ...userProjections,
  ...signInProjections,
  ...analyticsProjections,
  ...imageJobProjections,
  ...webhookProjections,
};

export const allProjections: readonly Projection[] = Object.values(projectionsByModel);
