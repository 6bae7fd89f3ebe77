import { z } from 'zod';
import type { Position, Recorded } from '../../domain/kernel/event.ts';

/**
 * A moment of the past. A place in the log is exact: it gives the same answer for ever. An instant, ISO 8601 on the
 * workspace's clock, is as exact as clocks are, and settles once what was under way at that instant is stored.
 */
export type Moment = Readonly<{ kind: 'position'; commit: bigint }> | Readonly<{ kind: 'instant'; at: string }>;

/** The largest place a log can have: 64 bits with a sign. */
const lastCommit = 2n ** 63n - 1n;

const isInstant = z.iso.datetime({ offset: true });

/** The moment a text names, a place in the log (digits) or an ISO 8601 instant; undefined where it is neither. */
export const momentFrom = (text: string): Moment | undefined => {
  if (/^\d{1,20}$/.test(text)) {
    const commit = BigInt(text);
    return commit <= lastCommit ? { kind: 'position', commit } : undefined;
  }
  if (!isInstant.safeParse(text).success) return undefined;
  const at = new Date(text).toISOString();
  // An offset can move an instant out of the years that four digits can hold.
  return /^(?!0000)\d{4}-/.test(at) ? { kind: 'instant', at } : undefined;
};

/** Spread it into the query schema of what takes a moment. */
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

/** Whether something at a place of the log, at a time of the workspace's clock, had happened by a moment. */
export const hadHappened = (moment: Moment, at: Readonly<{ position: Position; occurredAt: string }>): boolean =>
  moment.kind === 'position' ? at.position.commit <= moment.commit : at.occurredAt <= moment.at;

/**
 * What of one stream there was at a moment: always a beginning of the stream, never a stream with holes, even where the clock of one
 * writer was behind that of another.
 */
export const eventsBy = (moment: Moment, stream: readonly Recorded[]): readonly Recorded[] => {
  const end = stream.findIndex(({ position, meta: { occurredAt } }) => !hadHappened(moment, { position, occurredAt }));
  return end < 0 ? stream : stream.slice(0, end);
};

/** What all events up to a place of the log made of rows, by the name of the read model. */
export type PastFold = Readonly<{
  commit: bigint;
  /** The latest `occurredAt` of these events. */
  latest: string;
  rows: Readonly<Record<string, readonly object[]>>;
}>;

/** What the rows of an answer are folded from: with it the answer of a moment can be made again. */
export type Origins = Readonly<{
  streams: readonly string[];
  /** What other streams contribute, already cut at the moment: events in the order of the log. */
  beside?: readonly Recorded[];
  /** What became of the first of all these events; of `beside` only what follows. */
  begun?: PastFold | undefined;
  /** An instant at which the workspace's clock is known to have been by the moment. */
  clock?: string | undefined;
}>;
