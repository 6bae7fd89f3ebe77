import { idOf } from '../log/record.ts';
import type { ResolvedLink } from '../read/resolve-link.ts';

/** An event on its way through a group. */
export type Message = Readonly<{
  /** The id consumers acknowledge by: the link's where there is one, else the event's. */
  id: string;
  record: Buffer;
  position: number;
  link: ResolvedLink;
  /** The place in the source. For a replayed parked message: its revision among the parked ones. */
  at: number;
  /** The place before it in the source: the checkpoint until this message has ended. */
  previous: number;
  /** Counts everything read from the source, filtered or not. */
  sequence: number;
  retryCount: number;
  isReplayed: boolean;
}>;

export const newMessage = (fields: Omit<Message, 'id'>): Message => ({ ...fields, id: idOf(fields.record) });

export const retried = (message: Message): Message => ({ ...message, retryCount: message.retryCount + 1 });
