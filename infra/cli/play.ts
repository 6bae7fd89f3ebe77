import { UnusableProjection } from '../../projections/authoring/guarded-projection.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { generatedLog } from '../log/projections/generated-log.ts';
import { loadProjections } from '../log/projections/load-projections.ts';
import { foldLog, type FoldedLog } from '../log/projections/fold-log.ts';
import type { EventLog } from '../../domain/kernel/event-store.ts';
import { print, printJson, Refusal, table, UsageError, withInfrastructure } from './operator.ts';
import { shortened } from '../../domain/kernel/stored-text.ts';

const maxPrintedRows = 20;
const maxCellLength = 40;

/** The whole log, from its first event to its last. Events of other types may be left out. */
async function* wholeLog(log: EventLog, types: ReadonlySet<string>): AsyncIterable<readonly Recorded[]> {
  const end = await log.head();
  if (!end) return;
  const done = new AbortController();
  try {
    for await (const { events, to } of log.follow('start', { signal: done.signal, maxBatch: 1_000, types })) {
      yield events;
      if (to.commit >= end.commit) return;
    }
  } finally {
    done.abort();
  }
}

const cell = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return shortened(text, maxCellLength);
};

const summary = (name: string, { events, handled, rows, failed, seconds }: FoldedLog): string => {
  const columns = Object.keys(rows[0] ?? {});
  const head = rows.slice(0, maxPrintedRows).map((row) => columns.map((column) => cell(row[column])));
  return [
    ...(rows.length > 0 ? [table(columns, head)] : []),
    ...(rows.length > maxPrintedRows ? [`… ${rows.length - maxPrintedRows} more`] : []),
    '',
    `${name}: ${rows.length} rows of ${handled} handled events, of ${events} that were read, ` +
      `${Math.round(events / Math.max(seconds, 0.001))} events/s.`,
    ...failed.slice(0, 5).map(({ key, type, error }) => `${key} would be parked at ${type}: ${error}`),
  ].join('\n');
};

/**
 * `play`: folds the log of the environment, or a generated one, into rows of a projection file and
 * prints them. Writes nothing.
 */
export const playCommand = async (
  file: string | undefined,
  { generated, json }: Readonly<{ generated: string | undefined; json: boolean }>,
): Promise<void> => {
  if (file === undefined) throw new UsageError('which file?');
  if (generated !== undefined && !/^[1-9]\d{0,8}$/.test(generated))
    throw new UsageError('--generated takes a number of events');
  const projections = await loadProjections([file], []).catch((error: unknown) => {
    throw error instanceof UnusableProjection ? new Refusal(error.message) : error;
  });
  for (const projection of projections) {
    const result =
      generated === undefined
        ? await withInfrastructure(({ store }) => foldLog(projection, wholeLog(store, new Set(projection.handles))))
        : await foldLog(projection, generatedLog(Number(generated)));
    if (json) printJson({ name: projection.name, ...result });
    else print(summary(projection.name, result));
    if (result.failed.length > 0) process.exitCode = 1;
  }
};
