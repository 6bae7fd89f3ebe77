import { z } from 'zod';
import type { Position, Recorded } from '../../domain/kernel/event.ts';

/**
 * A moment of the past. A position in the log is exact: it always gives the same answer. An
 * instant, ISO 8601 on the workspace's clock, is as exact as clocks are, and its answer is final
 * once the events in progress at that instant are stored.
 */
export type Moment = Readonly<{ kind: 'position'; commit: bigint }> | Readonly<{ kind: 'instant'; at: string }>;

/** The largest possible position: 64 bits with a sign. */
const lastCommit = 2n ** 63n - 1n;

const isInstant = z.iso.datetime({ offset: true });

/**
 * The moment in a text, a position in the log (digits) or an ISO 8601 instant; undefined for any
 * other text.
 *
 * @example
 * momentFrom('42'); // { kind: 'position', commit: 42n }
 * momentFrom('2026-12-01T11:00:00+01:00'); // { kind: 'instant', at: '2026-12-01T10:00:00.000Z' }
 * momentFrom('yesterday'); // undefined
 */
export const momentFrom = (text: string): Moment | undefined => {
  if (/^\d{1,20}$/.test(text)) {
    const commit = BigInt(text);
    return commit <= lastCommit ? { kind: 'position', commit } : undefined;
  }
  if (!isInstant.safeParse(text).success) return undefined;
  const at = new Date(text).toISOString();
  // An offset can move an instant out of the years that four digits can represent.
  return /^(?!0000)\d{4}-/.test(at) ? { kind: 'instant', at } : undefined;
};

/**
 * Spread it into the query schema of an endpoint that takes a moment.
 *
 * @example
 * z.object({ asOf: MomentText }).parse({ asOf: '42' }); // { asOf: { kind: 'position', commit: 42n } }
 */
export const MomentText = z
  .string()
  .transform((text, context): Moment => {
    const moment = momentFrom(text);
    if (moment) return moment;
    context.addIssue({ code: 'custom', message: 'is neither a position of the log nor an ISO 8601 instant' });
    return z.NEVER;
  })
  .meta({
    override: {
      type: 'string',
      description: 'A position of the log (X-Position, or one of a history), or an ISO 8601 instant with its offset',
    },
  });

/**
 * Whether an event at a position of the log, at a time of the workspace's clock, had happened by a
 * moment.
 *
 * @example
 * const at = { position: { commit: 42n, prepare: 42n }, occurredAt: '2026-12-01T10:00:00.000Z' };
 * hadHappened({ kind: 'position', commit: 42n }, at); // true
 * hadHappened({ kind: 'instant', at: '2026-12-01T09:59:59.999Z' }, at); // false
 */
export const hadHappened = (moment: Moment, at: Readonly<{ position: Position; occurredAt: string }>): boolean =>
  moment.kind === 'position' ? at.position.commit <= moment.commit : at.occurredAt <= moment.at;

/**
 * The part of one stream by a moment: always a prefix of the stream, never one with gaps, even
 * where the clock of one writer was behind that of another.
 *
 * @example
 * const hidden = event('CommentHidden', { commentId: 'c1', platformSynced: false }, { at: '2026-12-01T10:00:00.000Z' });
 * eventsBy({ kind: 'instant', at: '2026-12-01T09:00:00.000Z' }, [hidden]); // []
 * eventsBy({ kind: 'instant', at: '2026-12-01T10:00:00.000Z' }, [hidden]); // [hidden]
 */
export const eventsBy = (moment: Moment, stream: readonly Recorded[]): readonly Recorded[] => {
  const end = stream.findIndex(({ position, meta: { occurredAt } }) => !hadHappened(moment, { position, occurredAt }));
  return end < 0 ? stream : stream.slice(0, end);
};

/** The rows of all events up to a position of the log, by the name of the read model. */
export type PastFold = Readonly<{
  commit: bigint;
  /** The latest `occurredAt` of these events. */
  latest: string;
  rows: Readonly<Record<string, readonly object[]>>;
}>;

/**
 * The events that an answer's rows are folded from: with them the answer of a moment can be
 * computed again.
 */
export type Origins = Readonly<{
  streams: readonly string[];
  /** The events of other streams, already cut at the moment, in the order of the log. */
  beside?: readonly Recorded[];
  /** The rows of the first of all these events; of `beside` only the later ones are added. */
  begun?: PastFold | undefined;
  /** An instant that the workspace's clock is known to have reached by the moment. */
  clock?: string | undefined;
}>;
