import { platforms, type Platform } from '../../../../domain/platforms/platform.ts';

/** One case on one platform; `absent` is the reason why the platform cannot have it. */
export type Cell = 'passed' | 'failed' | Readonly<{ absent: string }>;

const cells = new Map<Platform, Map<string, Cell>>();

/** Writes a result into the table. */
export const record = (platform: Platform, name: string, cell: Cell): void => {
  const row = cells.get(platform) ?? new Map<string, Cell>();
  // A platform may stand under the contract twice (two logins): what one has is not undone by what the other lacks.
  if (typeof cell === 'object' && typeof row.get(name) === 'string') return;
  row.set(name, cell);
  cells.set(platform, row);
};

/** The cases without a declaration, as `PLATFORM · case`. */
export const emptyCells = (names: readonly string[], of: readonly Platform[]): readonly string[] =>
  of.flatMap((platform) => names.flatMap((name) => (cells.get(platform)?.has(name) ? [] : [`${platform} · ${name}`])));

const mark = (cell: Cell | undefined): string =>
  cell === undefined ? 'EMPTY' : cell === 'passed' ? 'ok' : cell === 'failed' ? 'FAILED' : '-';

/** Cases down, platforms across. `-`: declared absent with a reason; `EMPTY`: not declared. */
export const table = (names: readonly string[]): string => {
  const head = ['', ...platforms.map((platform) => platform.slice(0, 8))];
  const rows = names.map((name) => [name, ...platforms.map((platform) => mark(cells.get(platform)?.get(name)))]);
  const width = Math.max(...names.map((name) => name.length));
  const lines = [head, ...rows].map(
    ([name = '', ...rest]) => name.padEnd(width) + rest.map((cell) => cell.padStart(9)).join(''),
  );
  const reasons = platforms.flatMap((platform) =>
    [...(cells.get(platform) ?? [])].flatMap(([name, cell]) =>
      typeof cell === 'object' ? [`  ${platform} · ${name}: ${cell.absent}`] : [],
    ),
  );
  return [...lines, '', 'absent, and why:', ...reasons].join('\n');
};
