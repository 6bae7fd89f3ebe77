import { z } from 'zod';
import { hmac, hubChallenge, isSame, type NativeChange, type WebhookReceiver } from '../webhook.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Contact = z.looseObject({
  wa_id: z.string().optional(),
  /** The business-scoped id, which every person has. A person with a username may show no number. */
  user_id: z.string().optional(),
  profile: z.looseObject({ name: z.string().optional(), username: z.string().optional() }).optional(),
});
const Message = z.looseObject({
  id: z.string(),
  from: z.string().optional(),
  from_user_id: z.string().optional(),
  /** Seconds, as a text. */
  timestamp: z.string(),
  type: z.string().optional(),
  text: z.looseObject({ body: z.string() }).optional(),
  button: z.looseObject({ text: z.string().optional() }).optional(),
  interactive: z
    .looseObject({
      button_reply: z.looseObject({ title: z.string() }).optional(),
      list_reply: z.looseObject({ title: z.string() }).optional(),
    })
    .optional(),
  image: z.looseObject({ caption: z.string().optional() }).optional(),
  video: z.looseObject({ caption: z.string().optional() }).optional(),
  document: z.looseObject({ caption: z.string().optional() }).optional(),
});
const Status = z.looseObject({
  id: z.string(),
  status: z.string(),
  recipient_id: z.string().optional(),
  recipient_user_id: z.string().optional(),
  errors: z
    .array(
      z.looseObject({
        code: z.number(),
        title: z.string().optional(),
        message: z.string().optional(),
        error_data: z.looseObject({ details: z.string().optional() }).optional(),
      }),
    )
    .optional(),
});
const Value = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string() }),
  contacts: z.array(Contact).optional(),
  messages: z.array(z.unknown()).optional(),
  statuses: z.array(z.unknown()).optional(),
});
const Body = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({ id: z.string().optional(), changes: z.array(z.object({ field: z.string(), value: z.unknown() })) }),
  ),
});

type Value = z.output<typeof Value>;
type Read = Pick<NativeChange, 'authorId' | 'what'>;

/** The statuses that mean that the message has left WhatsApp. */
const wentOut: ReadonlySet<string> = new Set(['sent', 'delivered', 'read', 'played']);

const wordsOf = ({ text, button, interactive, image, video, document }: z.output<typeof Message>): string =>
  text?.body ??
  button?.text ??
  interactive?.button_reply?.title ??
  interactive?.list_reply?.title ??
  image?.caption ??
  video?.caption ??
  document?.caption ??
  '';

const readMessage = (given: unknown, contacts: readonly z.output<typeof Contact>[]): Read | undefined => {
  const message = Message.safeParse(given).data;
  if (!message) return undefined;
  const { id: nativeId, from, from_user_id: fromUser, timestamp } = message;
  const person = contacts.find(({ wa_id, user_id }) => wa_id === from || user_id === fromUser) ?? contacts[0];
  const authorId = from ?? fromUser ?? person?.wa_id ?? person?.user_id;
  const at = Number(timestamp) * 1000;
  if (authorId === undefined || !Number.isFinite(at) || Math.abs(at) > 8.64e15) return undefined;
  const username = person?.profile?.username ?? person?.profile?.name;
  const written = { nativeId, text: wordsOf(message), createdAt: new Date(at).toISOString(), username };
  return { authorId, what: { kind: 'message', message: written } };
};

const readStatus = (given: unknown): Read | undefined => {
  const status = Status.safeParse(given).data;
  if (!status) return undefined;
  const { id: nativeId, recipient_id: number, recipient_user_id: user, errors = [] } = status;
  const authorId = number ?? user ?? '';
  if (wentOut.has(status.status)) return { authorId, what: { kind: 'status', nativeId } };
  if (status.status !== 'failed') return undefined;
  const [first] = errors;
  const words = first?.error_data?.details ?? first?.message ?? first?.title ?? 'WhatsApp did not send the message';
  const error = { code: 'PUBLISH_ERROR', message: first ? `${words} (${first.code})` : words };
  return { authorId, what: { kind: 'status', nativeId, error } };
};

/** One change for each message and status, so that each is recorded once, however they are delivered. */
const changesOf = (value: Value, source: string | undefined): readonly NativeChange[] => {
  const { metadata, contacts = [], messages = [], statuses = [] } = value;
  const base = { platform: 'WHATSAPP' as const, to: metadata.phone_number_id, ...defined({ source }) };
  const made = (part: object, read: Read | undefined): readonly NativeChange[] =>
    read ? [{ ...base, ...read, raw: JSON.stringify({ field: 'messages', value: { metadata, ...part } }) }] : [];
  return [
    ...messages.flatMap((message) => made({ contacts, messages: [message] }, readMessage(message, contacts))),
    ...statuses.flatMap((status) => made({ statuses: [status] }, readStatus(status))),
  ];
};

/**
 * WhatsApp (Meta, Cloud API webhooks): what people write to a number, and what became of the
 * messages of the business. A person without a visible number is known by the business-scoped id.
 */
export const whatsappWebhooks: WebhookReceiver = {
  proof: 'x-hub-signature-256',
  challenge: hubChallenge,
  isGenuine: ({ header, body }, { clientSecret }) =>
    isSame(header('x-hub-signature-256'), `sha256=${hmac('sha256', clientSecret, body, 'hex')}`),
  changes: (body) => {
    const parsed = Body.safeParse(body);
    if (!parsed.success) return [];
    return parsed.data.entry.flatMap(({ id, changes }) =>
      changes.flatMap(({ field, value }) => {
        const read = field === 'messages' ? Value.safeParse(value) : undefined;
        return read?.success ? changesOf(read.data, id) : [];
      }),
    );
  },
  bodyAgain: (change) => ({ object: 'whatsapp_business_account', entry: [{ changes: [change] }] }),
};
