import { idOf } from '../log/record.ts';
import type { ResolvedLink } from '../read/resolve-link.ts';

/** An event on its way through a group. */
export type Message = Readonly<{
  /** The id consumers acknowledge by: the link's where there is one, else the event's. */
  id: string;
  record: Buffer;
  position: number;
  link: ResolvedLink;
  /** Place in the source; for a replayed parked message, its revision among the parked. */
  at: number;
  /** What lies before it in the source: the checkpoint as long as this message is not done with. */
  previous: number;
  /** Counts everything read from the source, passed over or not. */
  sequence: number;
  retryCount: number;
  isReplayed: boolean;
}>;

export const newMessage = (fields: Omit<Message, 'id'>): Message => ({ ...fields, id: idOf(fields.record) });

export const retried = (message: Message): Message => ({ ...message, retryCount: message.retryCount + 1 });
