import type { EventLog } from '../log/event-log.ts';
import { dataOf, isLink } from '../log/record.ts';

export type ResolvedLink =
  /** Not a link, or a link whose payload names no event. */
  { kind: 'plain' } | { kind: 'link'; event: Buffer | undefined };

const target = /^(-?\d+)@([^]*)$/;

/** Follows a link (`$>`) to its event, which may have been deleted since. */
export const resolveLink = async (log: EventLog, record: Buffer): Promise<ResolvedLink> => {
  if (!isLink(record)) return { kind: 'plain' };
  const match = target.exec(dataOf(record).toString());
  if (match === null) return { kind: 'plain' };
  const [, number, stream = ''] = match;
  const revision = Number(number);
  if (revision < 0) return { kind: 'link', event: undefined };
  const event = await log.readEvent(stream, revision);
  return { kind: 'link', event: event?.record };
};
