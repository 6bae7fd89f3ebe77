import { LRUCache } from 'lru-cache';
import { planTerms, type Plan } from '../../../domain/plans/plan.ts';
import { usagePeriodAt, type UsagePeriod } from '../../../domain/plans/usage.ts';

type Options = Readonly<{
  /** The stored number of a workspace's requests in a month, with all that this process has answered. */
  stored(workspaceId: string, period: UsagePeriod): Promise<number>;
  onFault(error: unknown): void;
  /** Milliseconds of a steady clock. */
  steady?: () => number;
}>;

type Known = { start: string; total: number; readAt: number; reading: boolean };

const maxWorkspaces = 10_000;
/** How old a number may be: far from the limit, and near it. */
const maxAgeMs = { far: 30_000, near: 1_000 } as const;
/** The share of the limit from which a number counts as near it. */
const nearShare = 0.75;

/**
 * The requests of each workspace in its month. A request never waits for a count: it is counted in
 * memory, and the stored number, which has the requests to other nodes, is read beside it. A
 * workspace over its limit is therefore refused within a second on every node.
 */
export class MonthlyUsage {
  readonly #options: Options;
  readonly #steady: () => number;
  readonly #known = new LRUCache<string, Known>({ max: maxWorkspaces });

  constructor(options: Options) {
    this.#options = options;
    this.#steady = options.steady ?? (() => performance.now());
  }

  /** Counts a request. Returns how many there were in the month before it, as far as is known. */
  count(workspaceId: string, plan: Plan, now: string): number {
    const period = usagePeriodAt(now);
    const known = this.#of(workspaceId, period.start);
    const before = known.total;
    known.total += 1;
    const isNear = before >= planTerms[plan].monthlyRequests * nearShare;
    if (!known.reading && this.#steady() - known.readAt >= maxAgeMs[isNear ? 'near' : 'far'])
      void this.#read(workspaceId, known, period);
    return before;
  }

  /** The stored number was set. */
  set(workspaceId: string, total: number, now: string): void {
    const { start } = usagePeriodAt(now);
    // A reading that is under way reads the number from before.
    this.#known.set(workspaceId, { start, total, readAt: this.#steady(), reading: false });
  }

  #of(workspaceId: string, start: string): Known {
    const known = this.#known.get(workspaceId);
    if (known?.start === start) return known;
    const unknown = { start, total: 0, readAt: -Infinity, reading: false };
    this.#known.set(workspaceId, unknown);
    return unknown;
  }

  async #read(workspaceId: string, known: Known, period: UsagePeriod): Promise<void> {
    known.reading = true;
    const counted = known.total;
    try {
      const stored = await this.#options.stored(workspaceId, period);
      // Requests that were counted while the number was read may be missing from it.
      known.total = stored + (known.total - counted);
    } catch (error) {
      this.#options.onFault(error);
    } finally {
      known.readAt = this.#steady();
      known.reading = false;
    }
  }
}
