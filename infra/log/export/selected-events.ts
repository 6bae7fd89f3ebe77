import { withoutPersonal } from '../../../read-api/events/personal-data.ts';
import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import type { Position, Recorded } from '../../../domain/kernel/event.ts';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import { isAfter } from '../../../domain/kernel/position.ts';
import type { PersonalChoice } from '../../../read-api/events/event-export.ts';
import { publicEvent, type PublicEvent } from './public-event.ts';

/** Which events are selected, and what happens to their personal data. */
export type Selection = Readonly<{
  /** After this position; undefined: from the first event. */
  after: Position | undefined;
  /** `occurredAt` at or after `from` and before `to`, ISO 8601. */
  from: string | undefined;
  to: string | undefined;
  types: ReadonlySet<string> | undefined;
  /** The events of one workspace only. */
  workspaceId: string | undefined;
  personal: PersonalChoice;
}>;

/** The selected events of a stretch of the log, how many were read of it, and where it ended. */
export type SelectedBatch = Readonly<{ events: readonly PublicEvent[]; passed: number; to: Position }>;

const selects =
  ({ from, to, types, workspaceId }: Selection) =>
  ({ type, meta }: Recorded): boolean =>
    (types?.has(type) ?? true) &&
    (workspaceId === undefined || meta.workspaceId === workspaceId) &&
    (from === undefined || meta.occurredAt >= from) &&
    (to === undefined || meta.occurredAt < to);

/**
 * The selected events up to `end`, a batch at a time and only as fast as the caller iterates, so
 * memory does not grow with the log. Throws when it does not reach `end`, also because the signal
 * aborted. `log` reads personal data sealed.
 */
export async function* selectedEvents(
  log: EventLog,
  catalogue: Catalogue,
  { selection, end }: Readonly<{ selection: Selection; end: Position }>,
  signal: AbortSignal,
): AsyncIterable<SelectedBatch> {
  const { after, personal } = selection;
  if (after && !isAfter(end, after)) return;
  const isWanted = selects(selection);
  const toPublic = (event: Recorded): PublicEvent =>
    publicEvent(personal === 'drop' ? withoutPersonal(event, catalogue) : event, catalogue);
  const done = new AbortController();
  const either = AbortSignal.any([signal, done.signal]);
  try {
    const { types } = selection;
    for await (const { events, to } of log.follow(after ?? 'start', { signal: either, maxBatch: 1_000, types })) {
      const within = events.filter((event) => !isAfter(event.position, end));
      const isLast = !isAfter(end, to);
      // A batch may have events that were appended meanwhile. They are left to the export that continues here.
      yield { events: within.filter(isWanted).map(toPublic), passed: within.length, to: isLast ? end : to };
      if (isLast) return;
    }
    throw new Error('The log was read no further before the end of the export was reached');
  } finally {
    done.abort();
  }
}
