import type { EventLog, StreamPage } from '../log/event-log.ts';
import { firstPositionResponse, lastPositionResponse, streamNotFoundResponse } from '../protocol/read-response.ts';
import { streamDeleted, unknownError } from '../protocol/rpc-error.ts';
import type { EventSender } from './event-sender.ts';
import type { Outlet } from './outlet.ts';
import { PageSize } from './page-size.ts';
import type { From, ReadRequest } from './read-request.ts';

const smallPage = 64;
const largePage = 512;

const startOf = (from: From, { backwards }: Readonly<{ backwards: boolean }>): number => {
  if (from === 'start') return 0;
  if (from === 'end') return backwards ? Infinity : Number.MAX_SAFE_INTEGER;
  return from;
};

/** Reads a stream to its end or up to the requested count. */
export const readStream = async <Request>(
  log: EventLog,
  { request, stream, from }: Readonly<{ request: ReadRequest & { count: number }; stream: string; from: From }>,
  outlet: Outlet<Request>,
  sender: EventSender<Request>,
): Promise<void> => {
  const { backwards, compatibility } = request;
  if (request.count === 0 || (from === 'end' && !backwards)) throw unknownError('Unexpected ReadStreamResult: Error');
  let remaining = request.count;
  const start = startOf(from, { backwards });
  const size = new PageSize(smallPage, largePage);
  const pageAt = (next: number): Promise<StreamPage> =>
    log.readStream(stream, Math.min(next, Number.MAX_SAFE_INTEGER), Math.min(remaining, size.next), { backwards });

  // Most streams are short: the first page is small. Each later page is read while the page before
  // it is sent.
  let page = await pageAt(start);
  let isFirst = true;
  for (;;) {
    if (page.kind === 'deleted') throw streamDeleted(stream);
    if (page.kind === 'absent') {
      await outlet.send(streamNotFoundResponse(stream));
      break;
    }
    const { events, isEnd, next, last } = page;
    if (isFirst && compatibility >= 1 && !backwards && events.length === 0 && start !== page.first) {
      await outlet.send(firstPositionResponse(next));
    }
    isFirst = false;
    remaining -= events.length;
    size.observe(events);
    const isLast = isEnd || remaining <= 0;
    const following = isLast ? undefined : pageAt(next);
    // A reader that leaves abandons the page that is being read.
    following?.catch(() => undefined);
    for (const { record, position } of events) {
      const behind = sender.send(record, position);
      if (behind !== undefined) await behind;
      if (outlet.isClosed) return;
    }
    if (following === undefined) {
      if (compatibility >= 1) await outlet.send(lastPositionResponse(last));
      break;
    }
    page = await following;
  }
  outlet.end();
};
