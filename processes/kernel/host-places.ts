import { FairShare, type Release } from '../../commands/kernel/fair-share.ts';
import type { Timers } from '../../commands/kernel/timers.ts';

/**
 * An action may not start yet: its instance is due again after a while, and this counts as no failure.
 *
 * @example
 * waitOf(new Postponed('hooks.example.com has all of its share of webhooks', 1_000)); // 1_000
 */
export class Postponed extends Error {
  override readonly name = 'Postponed';
  readonly milliseconds: number;

  constructor(message: string, milliseconds: number) {
    super(message);
    this.milliseconds = milliseconds;
  }
}

/** How long an action waits in its slot for a place. */
const patienceMs = 250;
/** When the first of the actions that were sent away comes back, and the last one at the latest. */
const backSoonestMs = 1_000;
const backLatestMs = 30_000;
/** The time between two that come back, so that any number of them costs little. */
const backPaceMs = 20;

/**
 * The places of lanes at servers that tenants named. Half of a lane's slots are the most that calls
 * to one server hold, and a quarter more wait shortly for a place, so a server that does not answer
 * leaves slots to the others, however many workspaces post to it. All other actions for it are sent
 * away, and come back one after the other.
 *
 * @example
 * const places = new HostPlaces(2, realTimers);
 * const release = await places.take('webhooks', 'hooks.example.com');
 * release(); // undefined
 */
export class HostPlaces {
  readonly #places: number;
  readonly #timers: Timers;
  readonly #lanes = new Map<string, FairShare>();
  /** When the last of the actions that were sent away comes back, by lane and server. */
  readonly #lastBack = new Map<string, number>();

  constructor(places: number, timers: Timers) {
    this.#places = places;
    this.#timers = timers;
  }

  /** A place of the lane at the server. Throws `Postponed` if no place is free within a moment. */
  async take(lane: string, host: string): Promise<Release> {
    const share = this.#shareOf(lane);
    const release = share.take(host) ?? (await this.#soon(share, host));
    const key = `${lane} ${host}`;
    if (!release) throw new Postponed(`${host} has all of its share of ${lane}`, this.#untilBack(key));
    if ((this.#lastBack.get(key) ?? 0) <= this.#timers.now()) this.#lastBack.delete(key);
    return release;
  }

  #shareOf(lane: string): FairShare {
    const share = this.#lanes.get(lane) ?? new FairShare({ places: this.#places });
    this.#lanes.set(lane, share);
    return share;
  }

  async #soon(share: FairShare, host: string): Promise<Release | undefined> {
    if (share.waitingOf(host) >= this.#places / 4) return undefined;
    const patience = new AbortController();
    const cancel = this.#timers.after(patienceMs, () => patience.abort());
    try {
      return await share.takeBefore(host, patience.signal);
    } finally {
      cancel();
    }
  }

  #untilBack(key: string): number {
    const now = this.#timers.now();
    const last = this.#lastBack.get(key) ?? 0;
    const back = Math.min(now + backLatestMs, Math.max(now + backSoonestMs, last + backPaceMs));
    this.#lastBack.set(key, back);
    return back - now;
  }
}
