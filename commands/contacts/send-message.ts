import { bulleted } from '../../domain/kernel/sentence.ts';
import { z } from 'zod';
import { account } from '../../domain/accounts/account.ts';
import { pausedByPlan } from '../../domain/accounts/paused-by-plan.ts';
import { contact } from '../../domain/contacts/contact.ts';
import { ineligible } from '../../domain/contacts/decide-messages.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { ContactDetail } from '../../read-api/contract/contact.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { answeredContact } from './answered-contact.ts';
import { contactParams } from './contact-params.ts';
import type { ContactPorts } from './ports.ts';
import { deliverMessage } from './deliver-message.ts';

/** The longest text that Messenger takes; Instagram takes half of it and says so itself. */
const Text = z.string().trim().min(1).max(2_000);

/** `text`, and the names that the same has elsewhere in the API. */
const Body = z
  .object({
    text: Text,
    message: z.union([Text, z.object({ text: Text })]),
    messageText: Text,
    content: Text,
    tag: z.literal('HUMAN_AGENT').meta({
      description: 'A person of the account wrote the answer: it may go out for 7 days instead of 24 hours',
    }),
  })
  .partial()
  .transform(({ message, tag, ...named }) => ({
    texts: { ...named, message: typeof message === 'object' ? message.text : message },
    tag,
  }));

const textOf = ({ texts }: z.output<typeof Body>): string => {
  const [chosen, ...others] = new Set(Object.values(texts).filter((text) => text !== undefined));
  if (chosen === undefined) throw new Refused('VALIDATION_ERROR', 'text: is required', { field: 'text' });
  if (others.length > 0)
    throw new Refused('VALIDATION_ERROR', 'text, message, messageText and content differ: give one of them', {
      field: 'text',
    });
  return chosen;
};

/** POST /v1/contacts/:id/messages */
export const sendMessage = (ports: ContactPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/contacts/:id/messages',
    id: 'sendContactMessage',
    summary: 'Send a direct message to a contact on FACEBOOK or INSTAGRAM',
    description: bulleted(
      'The body is `{text}`. `messageText`, `content`, and `message` with a text or with `{text}`, are the same. The account that the person wrote to last sends the message.',
      [
        '400 VALIDATION_ERROR, `details.reason` window_closed: the person did not write within 24 hours, on FACEBOOK and INSTAGRAM alike. With `tag: HUMAN_AGENT` an answer written by a person may go out for 7 days. Meta gives that right to applications that applied for it, and takes it from applications that send automatic messages with it.',
        '400 VALIDATION_ERROR, `details.reason` suppressed, no_social_account or platform_not_supported.',
        '402 LIMIT_EXCEEDED: the plan has no room for the account.',
        'The message is the first of `deliveries` in the answer: DELIVERED, or FAILED with `errorCode` if the platform rejected it.',
        "If the platform's answer was lost, the message is looked up and never sent again. While the look cannot decide, the delivery is DELIVERING.",
      ],
    ),
    params: contactParams,
    body: Body,
    reply: ContactDetail,
    errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'LIMIT_EXCEEDED'],
    idempotent: true,
    async run({ params: { id }, body }, context) {
      const text = textOf(body);
      const { workspaceId, mode } = context.caller;
      const state = (await context.load(contact, id))?.state;
      if (state?.kind !== 'existing') throw notFound('contact');
      // An account that was disconnected no longer speaks for the workspace.
      const linked = state.accountId === null ? undefined : (await context.load(account, state.accountId))?.state;
      const isLinked = linked !== undefined && linked.status !== 'disconnected';
      const isMessaging = state.platform === 'FACEBOOK' || state.platform === 'INSTAGRAM';
      if (state.accountId !== null && !isLinked && isMessaging && state.suppression === null)
        throw ineligible('no_social_account');
      if (linked?.paused && isMessaging && state.suppression === null) throw pausedByPlan(linked.id);
      await deliverMessage(
        { messageId: context.newId('message'), origin: { kind: 'direct' }, text, tag: body.tag },
        {
          decide: (command, step) => context.handle(contact, id, command, { step }),
          messaging: ports.messaging,
          scope: { workspaceId, mode },
          now: () => ports.now(mode),
        },
      );
      const events = (await context.load(contact, id))?.events ?? [];
      return { body: await answeredContact(events, ports, context) };
    },
  });
