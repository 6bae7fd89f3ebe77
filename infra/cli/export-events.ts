import path from 'node:path';
import { catalogue } from '../../domain/events.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/kernel/event-store.ts';
import { positionIn, positionText } from '../../domain/kernel/position.ts';
import { encoders } from '../log/export/encoders.ts';
import { exportFile } from '../log/export/export-file.ts';
import { selectedEvents, type Selection } from '../log/export/selected-events.ts';
import { exportFormats, personalChoices, type ExportFormat } from '../../read-api/events/event-export.ts';
import { UsageError } from './operator.ts';
import { progressBetween, type Progress } from './progress.ts';

/** The options of an export, as a person types them. */
export const exportOptions = {
  from: { type: 'string' },
  to: { type: 'string' },
  after: { type: 'string' },
  types: { type: 'string' },
  workspace: { type: 'string' },
  format: { type: 'string', default: 'ndjson' },
  personal: { type: 'string', default: 'drop' },
  out: { type: 'string' },
} as const;

type Given = Partial<Record<keyof typeof exportOptions, string>>;

export type ExportWish = Readonly<{ selection: Selection; format: ExportFormat; out: string }>;

export type Exported = Readonly<{
  file: string;
  events: number;
  /** How many events were read. */
  passed: number;
  /** Where the next export continues: `--after`. */
  position: string;
  seconds: number;
  eventsPerSecond: number;
  peakMiB: number;
}>;

const instant = (name: string, text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new UsageError(`--${name} is no time: ${text}`);
  return new Date(time).toISOString();
};

const oneOf = <const Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice => {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new UsageError(`--${name} is one of ${choices.join(', ')}`);
  return found;
};

/** The parsed options, or `UsageError`. */
export const exportWish = (given: Given): ExportWish => {
  if (given.out === undefined) throw new UsageError('--out FILE is missing');
  const types = given.types?.split(',').map((type) => type.trim());
  const unknown = types?.find((type) => !catalogue.definitions.has(type));
  if (unknown !== undefined) throw new UsageError(`--types: there is no event ${unknown} (docs/events.md)`);
  const [from, to] = [instant('from', given.from), instant('to', given.to)];
  if (from !== undefined && to !== undefined && from >= to) throw new UsageError('--to must be after --from');
  const after = given.after === undefined ? undefined : positionIn(given.after);
  if (given.after !== undefined && !after) throw new UsageError(`--after is no position: ${given.after}`);
  return {
    out: path.resolve(given.out),
    format: oneOf('format', given.format, exportFormats),
    selection: {
      after,
      from,
      to,
      types: types && new Set(types),
      workspaceId: given.workspace,
      personal: oneOf('personal', given.personal, personalChoices),
    },
  };
};

const nowhere: Position = { commit: 0n, prepare: 0n };

/** Writes the selected events, up to the present end of the log. */
export const exportEvents = async (
  { selection, format, out }: ExportWish,
  log: EventLog,
  show: (progress: Progress) => void,
): Promise<Exported> => {
  const end = await log.head();
  const file = exportFile(out, await encoders[format]());
  const began = performance.now() / 1000;
  const start = Number(selection.after?.commit ?? 0n);
  let [events, passed, peak] = [0, 0, 0];
  let at = selection.after ?? nowhere;
  try {
    const batches = end ? selectedEvents(log, catalogue, { selection, end }, new AbortController().signal) : [];
    for await (const batch of batches) {
      await file.write(batch.events);
      events += batch.events.length;
      passed += batch.passed;
      at = batch.to;
      peak = Math.max(peak, process.memoryUsage.rss());
      const whole = Number(end?.commit ?? 0n) - start;
      const done = whole <= 0 ? 1 : Math.min(1, (Number(at.commit) - start) / whole);
      show(
        progressBetween(
          { done: 0, events: 0, seconds: began },
          { done, events: passed, seconds: performance.now() / 1000 },
        ),
      );
    }
    await file.finish();
  } catch (error) {
    await file.abandon();
    throw error;
  }
  const seconds = performance.now() / 1000 - began;
  return {
    file: out,
    events,
    passed,
    position: positionText(at),
    seconds: Math.round(seconds * 10) / 10,
    eventsPerSecond: Math.round(passed / seconds),
    peakMiB: Math.round(peak / 2 ** 20),
  };
};
