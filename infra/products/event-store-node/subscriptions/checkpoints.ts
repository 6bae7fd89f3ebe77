import { checkpointResponse } from '../protocol/read-response.ts';
import type { Outlet } from '../read/outlet.ts';
import type { Window } from '../read/read-request.ts';

const pageMatches = 32;

/**
 * Sends a filtered subscription its progress, so that a reader without matches can still resume
 * near the head. While catching up the search goes window by window; live, every event counts.
 */
export class Checkpoints<Request> {
  private considered = 0;
  private windowConsidered = 0;
  private windowMatched = 0;
  private lastSent = -1;
  private readonly interval: number;

  private readonly window: Window;
  private readonly outlet: Outlet<Request>;

  constructor(window: Window, outlet: Outlet<Request>) {
    this.window = window;
    this.outlet = outlet;

    this.interval = window.checkpointEvery * window.searched;
  }

  /** Counts one event searched while catching up. */
  searched(position: number, { matched }: Readonly<{ matched: boolean }>): Promise<void> | undefined {
    this.windowConsidered += 1;
    if (matched) this.windowMatched += 1;
    if (this.windowConsidered < this.window.searched && this.windowMatched < pageMatches) return undefined;
    this.considered += this.windowConsidered;
    this.windowConsidered = 0;
    this.windowMatched = 0;
    if (this.considered < this.interval) return undefined;
    this.considered %= this.interval;
    return this.send(position);
  }

  /** Counts one event that arrived live. */
  arrived(position: number): Promise<void> | undefined {
    this.considered += 1;
    if (this.considered < this.interval) return undefined;
    this.considered = 0;
    return this.send(position);
  }

  /** Starts counting again at the change between catching up and live. */
  restart(): void {
    this.considered = 0;
    this.windowConsidered = 0;
    this.windowMatched = 0;
  }

  send(position: number): Promise<void> | undefined {
    if (position <= this.lastSent || position < 1) return undefined;
    this.lastSent = position;
    return this.outlet.send(checkpointResponse(position));
  }
}
