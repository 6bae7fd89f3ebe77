import type { AllPage, EventLog } from '../log/event-log.ts';
import { caughtUpResponse, fellBehindResponse } from '../protocol/read-response.ts';
import type { EventSender } from '../read/event-sender.ts';
import type { Outlet } from '../read/outlet.ts';
import type { From, Window } from '../read/read-request.ts';
import { Checkpoints } from './checkpoints.ts';

const pageEvents = 1_000;
const pageBytes = 512 * 1024;

/**
 * Follows `$all` from a position, exclusive. As with a stream there is one cursor. A slow live
 * reader falls back to reading from disk; it is notified of that, and again when it has caught up.
 */
export class AllSubscription<Request> {
  private cursor: number;
  private readonly checkpoints: Checkpoints<Request> | undefined;

  private readonly log: EventLog;
  private readonly window: Window | undefined;
  private readonly outlet: Outlet<Request>;
  private readonly sender: EventSender<Request>;

  constructor(
    log: EventLog,
    { from, window }: Readonly<{ from: From; window: Window | undefined }>,
    outlet: Outlet<Request>,
    sender: EventSender<Request>,
  ) {
    this.log = log;
    this.window = window;
    this.outlet = outlet;
    this.sender = sender;

    this.cursor = from === 'start' ? 0 : from === 'end' ? log.tail.lastPosition : from;
    this.checkpoints = window && new Checkpoints(window, outlet);
  }

  async run(): Promise<void> {
    let isBehind = this.cursor < this.log.tail.lastPosition;
    while (!this.outlet.isClosed) {
      if (isBehind) {
        await this.catchUp();
        await this.checkpoints?.send(this.cursor);
      }
      await this.outlet.send(caughtUpResponse);
      this.checkpoints?.restart();
      await this.live();
      await this.checkpoints?.send(this.cursor);
      await this.outlet.send(fellBehindResponse);
      this.checkpoints?.restart();
      isBehind = true;
    }
  }

  private async catchUp(): Promise<void> {
    let page = await this.pageAt(this.cursor + 1);
    for (;;) {
      const following = page.isEnd ? undefined : this.pageAt(page.next);
      following?.catch(() => undefined);
      await this.deliver(page, { isLive: false });
      if (following === undefined || this.outlet.isClosed) return;
      page = await following;
    }
  }

  /** Returns when the client is gone, or when the next event is no longer in memory. */
  private async live(): Promise<void> {
    while (!this.outlet.isClosed) {
      await this.log.tail.next(this.cursor, this.outlet.signal);
      if (this.outlet.isClosed) return;
      if (this.log.tail.from(this.cursor + 1, 1) === undefined) return;
      await this.deliver(await this.pageAt(this.cursor + 1), { isLive: true });
    }
  }

  private pageAt(position: number): Promise<AllPage> {
    return this.log.readAll(position, { limit: pageEvents, bytes: pageBytes, filter: this.window?.filter });
  }

  private async deliver(page: AllPage, { isLive }: Readonly<{ isLive: boolean }>): Promise<void> {
    const { checkpoints, sender, outlet } = this;
    let at = 0;
    // What the filter leaves out counts for checkpoints. Nothing is awaited without need, because messages leave together until then.
    for (let position = this.cursor + 1; position < page.next; position += 1) {
      const event = page.events[at];
      const matched = event?.position === position;
      if (matched) {
        at += 1;
        const behind = sender.send(event.record, position);
        if (behind !== undefined) await behind;
        if (outlet.isClosed) return;
      }
      const checkpoint = isLive ? checkpoints?.arrived(position) : checkpoints?.searched(position, { matched });
      if (checkpoint !== undefined) await checkpoint;
    }
    this.cursor = Math.max(this.cursor, page.next - 1);
  }
}
