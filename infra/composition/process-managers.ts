import { accountRelease } from '../../processes/account-release/account-release.ts';
import { erasure } from '../../processes/erasure/erasure.ts';
import { invitationMails } from '../../processes/invitations/invitation-mails.ts';
import type { ProcessManager } from '../../processes/kernel/process-manager.ts';
import { mediaProcess } from '../../processes/media/media-process.ts';
import { autoArchive } from '../../processes/publishing/auto-archive.ts';
import { destinations } from '../../processes/publishing/destinations.ts';
import { duePosts } from '../../processes/publishing/due-posts.ts';
import { firstComments } from '../../processes/publishing/first-comments.ts';
import { planLimits } from '../../processes/publishing/plan-limits.ts';
import { removals } from '../../processes/publishing/removals.ts';
import { tokenRefresh } from '../../processes/token-refresh/token-refresh.ts';
import { webhookDeliveryManager } from '../../processes/webhooks/delivery-manager.ts';
import { webhookHealthManager } from '../../processes/webhooks/health-manager.ts';
import { webhookReplayManager } from '../../processes/webhooks/replay-manager.ts';

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
