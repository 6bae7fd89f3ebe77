import type { Profiler } from 'node:inspector';
import type { Statements } from '../statements.ts';
import { stageOf } from './folded.ts';
import type { SourcePlaces } from './source-places.ts';

/** Calls on the log's wire, by the function that makes them. Neither is async: V8 counts an async function again where it goes on. */
const wireCalls = {
  'log: appends': { source: 'infra/stores/eventstoredb/append-request.ts', name: 'appendRequests' },
  'log: reads': { source: 'infra/stores/eventstoredb/reads.ts', name: 'readCall' },
} as const;

type Counted = Readonly<{
  coverage: readonly Profiler.ScriptCoverage[];
  places: SourcePlaces;
  events: ReadonlyMap<string, number>;
  statements: Statements;
  count: number;
}>;

const rounded = (value: number): number => Number(value.toFixed(2));

/** What was counted, for each of so many things. */
export const countsOf = ({
  coverage,
  places,
  events,
  statements,
  count,
}: Counted): Readonly<Record<string, number>> => {
  const files = new Set<string>();
  const wire = { 'log: appends': 0, 'log: reads': 0 };
  let calls = 0;
  for (const { url, functions } of coverage)
    for (const { functionName, ranges } of functions) {
      const [{ count: times, startOffset } = { count: 0, startOffset: 0 }] = ranges;
      if (times === 0 || functionName === '') continue;
      const source = places.atOffset(url, startOffset);
      if (source === undefined || stageOf(source) === undefined) continue;
      files.add(source);
      calls += times;
      for (const call of ['log: appends', 'log: reads'] as const)
        if (wireCalls[call].source === source && wireCalls[call].name === functionName.replace(/\d+$/, ''))
          wire[call] += times;
    }
  const all = [...events.values()].reduce((sum, times) => sum + times, 0);
  return {
    events: rounded(all / count),
    'log: appends': rounded(wire['log: appends'] / count),
    'log: reads': rounded(wire['log: reads'] / count),
    statements: rounded(statements.statements),
    'rows of statements': rounded(statements.rows),
    'Postgres ms': rounded(statements.postgresMs),
    'own functions entered': Math.round(calls / count),
    'own files passed': files.size,
  };
};

/** The events of a thing in words, the most frequent first. */
export const eventsInWords = (events: ReadonlyMap<string, number>, count: number): string =>
  [...events]
    .sort(([, one], [, other]) => other - one)
    .filter(([, times]) => times >= count / 20)
    .map(([type, times]) => `${rounded(times / count)} ${type}`)
    .join(', ');
