import { accountRelease } from './account-release/account-release.ts';
import { erasure } from './erasure/erasure.ts';
import { invitationMails } from './invitations/invitation-mails.ts';
import type { ProcessManager } from './kernel/process-manager.ts';
import { mediaProcess } from './media/media-process.ts';
import { autoArchive } from './publishing/auto-archive.ts';
import { destinations } from './publishing/destinations.ts';
import { duePosts } from './publishing/due-posts.ts';
import { firstComments } from './publishing/first-comments.ts';
import { planLimits } from './publishing/plan-limits.ts';
import { removals } from './publishing/removals.ts';
import { tokenRefresh } from './token-refresh/token-refresh.ts';
import { webhookDeliveryManager } from './webhooks/delivery-manager.ts';
import { webhookHealthManager } from './webhooks/health-manager.ts';
import { webhookReplayManager } from './webhooks/replay-manager.ts';

const declare = <State extends object, Action extends object>(manager: ProcessManager<State, Action>): ProcessManager =>
  manager as unknown as ProcessManager;

/** Every process manager, without the hands that carry out its actions: for commands that look after their instances. */
export const processManagers: readonly ProcessManager[] = [
  declare(duePosts),
  declare(autoArchive),
  declare(planLimits),
  declare(destinations),
  declare(firstComments),
  declare(removals),
  declare(tokenRefresh),
  declare(accountRelease),
  declare(mediaProcess),
  declare(erasure),
  declare(invitationMails),
  declare(webhookDeliveryManager),
  declare(webhookHealthManager),
  declare(webhookReplayManager),
];

/** The consumer beside them that owes webhook deliveries: it has a checkpoint and no instances. */
export const fanOutName = 'webhook-fan-out';
