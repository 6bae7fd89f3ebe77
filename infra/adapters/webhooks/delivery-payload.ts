import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { webhookDelivery } from '../../../domain/webhooks/delivery.ts';
import { deliveryBody } from '../../../processes/webhooks/delivery-body.ts';
import type { DeliveryPayload } from '../../../read-api/webhooks/delivery-payload.ts';

/** Reads the streams of the workspace that asks, and of no other. */
export const deliveryPayload =
  (commands: Pick<CommandHandler, 'load'>): DeliveryPayload =>
  async (deliveryId, { workspaceId }) => {
    const delivery = await commands.load(webhookDelivery, deliveryId, workspaceId);
    const [first] = delivery?.events ?? [];
    if (!delivery || !first || delivery.state.status === 'none') return undefined;
    return deliveryBody(delivery.state.request, first.meta.occurredAt, {
      load: (decider, id, consistency) => commands.load(decider, id, workspaceId, consistency),
    });
  };
