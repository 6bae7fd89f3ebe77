import { accountProcesses } from './accounts/index.ts';
import { analyticsProcesses } from './analytics/index.ts';
import { billingProcesses } from './billing/index.ts';
import { broadcastProcesses } from './broadcasts/index.ts';
import { bulkProcesses } from './bulk-generation/index.ts';
import { calendarProcesses } from './calendar/index.ts';
import { automationProcesses } from './comment-automations/index.ts';
import { commentProcesses } from './comments/index.ts';
import { contactProcesses } from './contacts/index.ts';
import { erasureProcesses } from './erasure/index.ts';
import { imageJobProcesses } from './image-jobs/index.ts';
import { mediaProcesses } from './media/index.ts';
import { notificationProcesses } from './notifications/index.ts';
import { platformWebhookProcesses } from './platform-webhooks/index.ts';
import { postProcesses } from './posts/index.ts';
import { sequenceProcesses } from './sequences/index.ts';
import { webhookProcesses } from './webhooks/index.ts';
import { workspaceProcesses } from './workspaces/index.ts';

/** Every process. The service runs them all; the ports that they need are given in `infra/composition/processes.ts`. */
export const allProcesses = [
  ...postProcesses,
  ...calendarProcesses,
  ...accountProcesses,
  ...mediaProcesses,
  ...commentProcesses,
  ...automationProcesses,
  ...contactProcesses,
  ...platformWebhookProcesses,
  ...sequenceProcesses,
  ...erasureProcesses,
  ...workspaceProcesses,
  ...analyticsProcesses,
  ...imageJobProcesses,
  ...bulkProcesses,
  ...notificationProcesses,
  ...broadcastProcesses,
  ...webhookProcesses,
  ...billingProcesses,
] as const;
