import { z } from 'zod';
import type { NativeChange } from '../webhook.ts';

const Party = z.object({ id: z.string() });

/** One event of a conversation. Pages and Instagram accounts get the same shape. */
export const Messaging = z.object({
  sender: Party,
  recipient: Party.optional(),
  /** Milliseconds. */
  timestamp: z.number(),
  message: z.object({ mid: z.string(), text: z.string().optional(), is_echo: z.boolean().optional() }).optional(),
  /** A tap on a button, which opens the window as a message does. */
  postback: z.object({ mid: z.string().optional(), title: z.string().optional() }).optional(),
  /** Of Messenger the moment up to which everything was read, of Instagram the message. */
  read: z.object({ watermark: z.number().optional(), mid: z.string().optional() }).optional(),
});
export type Messaging = z.infer<typeof Messaging>;

type Read = Pick<NativeChange, 'authorId' | 'what'>;

/** What a person did in a conversation. What the account itself wrote (an echo) is nothing of theirs. */
export const readMessaging = ({ sender: { id }, timestamp, message, postback, read }: Messaging): Read => {
  const at = new Date(timestamp).toISOString();
  const mid = message?.mid ?? postback?.mid;
  if (mid !== undefined && message?.is_echo !== true) {
    const text = message ? (message.text ?? '') : (postback?.title ?? '');
    return { authorId: id, what: { kind: 'message', message: { nativeId: mid, text, createdAt: at } } };
  }
  if (read?.mid !== undefined) return { authorId: id, what: { kind: 'read', nativeId: read.mid, readAt: at } };
  if (read?.watermark !== undefined)
    return { authorId: id, what: { kind: 'read', readAt: new Date(read.watermark).toISOString() } };
  return { authorId: id, what: { kind: 'other' } };
};
