import type { Platform } from '../../../../../domain/platforms/platform.ts';
import type { Cell } from './cell.ts';
import { wireFaults, type WireFault } from './wire-faults.ts';

export type MatrixRow = Readonly<{
  platform: Platform;
  step: string;
  cells: Readonly<Partial<Record<WireFault, Cell>>>;
}>;

const marked = (cell: Cell | undefined): string =>
  cell === undefined ? 'EMPTY' : cell.problems.length > 0 ? `!! ${cell.mark}` : cell.mark;

/** Steps down, faults across, platform by platform. */
export const matrixTable = (rows: readonly MatrixRow[]): string => {
  const stepWidth = Math.max(...rows.map(({ step }) => step.length));
  const line = (step: string, cells: readonly string[]) =>
    `  ${step.padEnd(stepWidth)}${cells.map((cell) => cell.padStart(15)).join('')}`;
  return [
    'ok: there, once, and so said. failed: said so, and nothing is there. unknown: said so, at most one is there.',
    'By l a look, r a retry on the ladder, t a renewed token. Anything else is what a removal says of the copy.',
    '!! is wrong. no token: the call carries none that could be dead. A dot: played by FAULT_MATRIX=whole only.',
    line('', wireFaults),
    ...rows.flatMap(({ platform, step, cells }, index) => [
      ...(rows[index - 1]?.platform === platform ? [] : [platform]),
      line(
        step,
        wireFaults.map((fault) => marked(cells[fault])),
      ),
    ]),
  ].join('\n');
};
