import { expect } from 'chai';
import { platforms, type Platform } from '../../../../../domain/platforms/platform.ts';
import { calmly, cellOf, type Cell } from './cell.ts';
import { matrixTable, type MatrixRow } from './matrix-table.ts';
import { scenarios } from './scenarios.ts';
import type { Call } from './stage.ts';
import { isVisible, type Calm } from './verdict.ts';
import { nativeAnswers, wireFaults, type WireFault } from './wire-faults.ts';

/** Cells run at the same time: they mostly wait for the silence that they cause. */
const atOnce = 6;

/** `FAULT_MATRIX=whole` plays everything; otherwise calls that change nothing people see are spared the faults of their kind. */
const whole = process.env['FAULT_MATRIX'] === 'whole';
const telling: readonly WireFault[] = ['reset before', 'error after', 'revoked', 'kill after'];
const spared: Cell = { mark: '.', problems: [] };
const isPlayed = (row: Call, fault: WireFault): boolean => whole || isVisible(row) || telling.includes(fault);

type Place = Readonly<{ calm: Calm; row: Call; step: string }>;

const stepOf = ({ scenario }: Calm, { phase, doing, call }: Call, nth: string): string =>
  `${scenario.name} · ${phase} · ${doing === '' ? '' : `${doing} · `}${call}${nth}`;

/** Every call of every scenario, once. Of a call made several times in one step the first and the last. */
const placesOf = (calms: readonly Calm[]): readonly Place[] => {
  const places = new Map<string, Place>();
  for (const calm of calms) {
    const first = new Map<string, Call>();
    const last = new Map<string, Call>();
    for (const call of calm.played.calls) {
      const key = `${call.phase} ${call.doing} ${call.call}`;
      if (first.has(key)) last.set(key, call);
      else first.set(key, call);
    }
    for (const [key, row] of first) {
      if (places.has(key)) continue;
      places.set(key, { calm, row, step: stepOf(calm, row, '') });
      const final = last.get(key);
      if (final && !row.call.startsWith('GET'))
        places.set(`${key} last`, { calm, row: final, step: stepOf(calm, final, ' (last)') });
    }
  }
  return [...places.values()];
};

const inTurn = async <T>(work: readonly (() => Promise<T>)[]): Promise<void> => {
  const left = [...work];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = left.shift(); next; next = left.shift()) await next();
    }),
  );
};

describe('the fault matrix: every call of every platform, broken in every way', function () {
  this.timeout(120_000);
  const rows: MatrixRow[] = [];
  after('the matrix', () => console.log(`\n${matrixTable(rows)}\n`));

  const matrixOf = async (platform: Platform): Promise<readonly MatrixRow[]> => {
    const [first] = scenarios[platform];
    if (!first) throw new Error(`nothing is published on ${platform}`);
    const native = await nativeAnswers(platform, first);
    const calms: Calm[] = [];
    for (const scenario of scenarios[platform]) calms.push(await calmly(platform, scenario));
    const made = placesOf(calms).map((place) => ({ ...place, cells: {} as Partial<Record<WireFault, Cell>> }));
    await inTurn(
      made.flatMap(({ calm, row, cells }) =>
        wireFaults.map((fault) => async () => {
          cells[fault] = isPlayed(row, fault) ? await cellOf(platform, calm, row, fault, native) : spared;
        }),
      ),
    );
    return made.map(({ step, cells }) => ({ platform, step, cells }));
  };

  for (const platform of platforms)
    it(platform, async () => {
      const own = await matrixOf(platform);
      rows.push(...own);
      const problems = own.flatMap(({ step, cells }) =>
        wireFaults.flatMap((fault) =>
          (cells[fault]?.problems ?? ['never played']).map((problem) => `${step} × ${fault}: ${problem}`),
        ),
      );
      expect(problems.join('\n')).to.equal('');
    });
});
