import { z } from 'zod';
import { broadcastBatch } from '../../../domain/broadcasts/batch.ts';
import { contact } from '../../../domain/contacts/contact.ts';
import type { SentMessage } from '../../../domain/contacts/contact-state.ts';
import { notFound, Refused } from '../../../domain/kernel/refused.ts';
import { writeEndpoint, type WriteEndpoint } from '../../../commands/kernel/endpoint.ts';
import { Id } from '../../../read-api/contract/fields.ts';
import { requireTest, type SandboxApiPorts } from './ports.ts';

/** Whether a message that the platform took belongs to a delivery. */
const isOf = ({ status, origin }: SentMessage, deliveryId: string): boolean =>
  status === 'sent' && origin.kind === 'broadcast' && origin.deliveryId === deliveryId;

/** A recipient reads a message of a broadcast. */
export const readSandboxDelivery = ({ batchOfDelivery }: Pick<SandboxApiPorts, 'batchOfDelivery'>): WriteEndpoint =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/sandbox/deliveries/:deliveryId/read',
    id: 'readSandboxDelivery',
    summary: "A recipient reads a broadcast's message",
    description:
      'The delivery becomes READ. A second receipt changes nothing. A message that was not delivered cannot ' +
      'be read: 409 CONFLICT.',
    params: z.object({ deliveryId: Id }),
    reply: z.object({ id: z.string(), status: z.literal('READ'), readAt: z.string() }),
    errors: ['NOT_FOUND', 'CONFLICT'],
    run: async ({ params: { deliveryId } }, context) => {
      requireTest(context.caller);
      const batchId = await batchOfDelivery(context.caller.workspaceId, deliveryId);
      if (batchId === undefined) throw notFound('delivery');
      const command = { type: 'read-delivery', deliveryId, readAt: context.now } as const;
      const { state } = await context.handle(broadcastBatch, batchId, command);
      const delivery = state?.deliveries.find((each) => each.deliveryId === deliveryId);
      if (delivery?.status !== 'READ')
        throw new Refused('CONFLICT', 'The message was not delivered', { status: delivery?.status ?? 'none' });
      const { contactId, readAt = context.now } = delivery;
      const person = (await context.load(contact, contactId))?.state;
      const message = person?.kind === 'existing' ? person.messages.find((each) => isOf(each, deliveryId)) : undefined;
      if (message)
        await context.handle(contact, contactId, { type: 'note-message-read', messageId: message.messageId, readAt });
      return { body: { id: deliveryId, status: 'READ' as const, readAt } };
    },
  });
