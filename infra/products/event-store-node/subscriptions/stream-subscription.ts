import type { EventLog } from '../log/event-log.ts';
import { caughtUpResponse, fellBehindResponse } from '../protocol/read-response.ts';
import { streamDeleted } from '../protocol/rpc-error.ts';
import type { EventSender } from '../read/event-sender.ts';
import type { Outlet } from '../read/outlet.ts';
import { PageSize } from '../read/page-size.ts';
import type { From } from '../read/read-request.ts';

const smallPage = 32;
const largePage = 256;

/**
 * Follows a stream from a revision, exclusive. There is one cursor and one way to read on from it,
 * so nothing is lost, repeated or overtaken between catching up and live.
 */
export const subscribeToStream = async <Request>(
  log: EventLog,
  { stream, from }: Readonly<{ stream: string; from: From }>,
  outlet: Outlet<Request>,
  sender: EventSender<Request>,
): Promise<void> => {
  const lastRevision = async (): Promise<number> => (await log.view(stream)).head?.last ?? -1;
  let cursor = from === 'start' ? -1 : from === 'end' ? await lastRevision() : from;
  let isLive = false;
  const size = new PageSize(smallPage, largePage);
  while (!outlet.isClosed) {
    const page = await (isLive ? log.readWritten : log.readStream).call(log, stream, cursor + 1, size.next);
    if (page.kind === 'deleted') {
      const tombstone = isLive ? await log.readTombstone(stream) : undefined;
      if (tombstone !== undefined) await sender.send(tombstone.record, tombstone.position);
      throw streamDeleted(stream);
    }
    if (page.kind === 'events') {
      size.observe(page.events);
      const [next] = page.events;
      if (isLive && !page.isEnd && next !== undefined && log.tail.at(next.position) === undefined) {
        await outlet.send(fellBehindResponse);
        isLive = false;
      }
      for (const { record, position, revision } of page.events) {
        const behind = sender.send(record, position);
        if (behind !== undefined) await behind;
        if (outlet.isClosed) return;
        cursor = revision;
      }
      // Events that the stream's metadata hides are skipped.
      cursor = Math.max(cursor, page.next - 1);
      if (!page.isEnd) continue;
    } else {
      cursor = Math.max(cursor, await lastRevision());
    }
    if (!isLive) await outlet.send(caughtUpResponse);
    isLive = true;
    const state = await log.states.load(stream);
    const isBehind = (): boolean => {
      const { head } = state.durable;
      return head !== undefined && (head.tombstoned || head.last > cursor);
    };
    await log.tail.nextOf(stream, isBehind, outlet.signal);
  }
};
