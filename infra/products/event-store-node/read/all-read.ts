import type { AllPage, EventLog } from '../log/event-log.ts';
import type { EventSender } from './event-sender.ts';
import type { Outlet } from './outlet.ts';
import type { From, Window } from './read-request.ts';

const pageEvents = 1_000;
const pageBytes = 512 * 1024;

/** Where a read of `$all` begins. Forwards the position is inclusive; backwards it is exclusive. */
const startOf = (log: EventLog, from: From, { backwards }: Readonly<{ backwards: boolean }>): number => {
  if (from === 'start') return backwards ? 0 : 1;
  if (from === 'end') return log.tail.lastPosition + (backwards ? 0 : 1);
  return backwards ? from - 1 : Math.max(1, from);
};

/** Reads `$all` in either direction, to its end or up to the requested count. */
export const readAll = async <Request>(
  log: EventLog,
  request: Readonly<{ count: number; backwards: boolean; from: From; window: Window | undefined }>,
  outlet: Outlet<Request>,
  sender: EventSender<Request>,
): Promise<void> => {
  const { backwards } = request;
  const filter = request.window?.filter;
  let remaining = request.count;
  const pageAt = (next: number): Promise<AllPage> =>
    log.readAll(next, { limit: Math.min(remaining + 1, pageEvents), bytes: pageBytes, backwards, filter });
  let page = await pageAt(startOf(log, request.from, { backwards }));
  while (remaining > 0) {
    const following = page.isEnd ? undefined : pageAt(page.next);
    following?.catch(() => undefined);
    for (const { record, position } of page.events) {
      if (remaining === 0) break;
      remaining -= 1;
      const behind = sender.send(record, position);
      if (behind !== undefined) await behind;
      if (outlet.isClosed) return;
    }
    if (following === undefined) break;
    page = await following;
  }
  outlet.end();
};
