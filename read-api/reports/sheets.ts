import { csvCell } from '../../domain/contacts/csv.ts';
import type { Totals } from '../analytics/totals.ts';
import type { Report, WriteReport } from './report.ts';
import { wordsOf } from './words.ts';

export type Cell = string | number | null;
export type Sheet = Readonly<{ name: string; rows: readonly (readonly Cell[])[] }>;

const totalCells = ({ posts, metrics, engagements, engagementRate }: Totals): Cell[] => [
  posts,
  metrics['impressions'] ?? null,
  engagements,
  engagementRate,
  metrics['clicks'] ?? null,
];

/** The tables of a report, each with its heading row. */
export const sheetsOf = (report: Report): readonly Sheet[] => {
  const words = wordsOf[report.language];
  const figures = [words.posts, words.impressions, words.engagements, words.engagementRate, words.clicks];
  return [
    {
      name: words.summary,
      rows: [
        [words.date, ...figures, words.followers],
        [`${report.range.from} – ${report.range.to}`, ...totalCells(report.totals), report.followers],
        [words.before, ...totalCells(report.previous), null],
      ],
    },
    {
      name: words.date,
      rows: [
        [words.date, words.posts, words.impressions, words.clicks],
        ...report.daily.map(({ date, posts, metrics }) => [
          date,
          posts,
          metrics['impressions'] ?? null,
          metrics['clicks'] ?? null,
        ]),
      ],
    },
    {
      name: words.platforms,
      rows: [
        [words.platform, ...figures],
        ...report.platforms.map(({ platform, totals }) => [platform, ...totalCells(totals)]),
      ],
    },
    {
      name: words.accounts,
      rows: [
        [words.account, words.platform, words.followers, words.gained, ...figures],
        ...report.accounts.map(({ name, platform, followers, gained, totals }) => [
          name,
          platform,
          followers,
          gained,
          ...totalCells(totals),
        ]),
      ],
    },
    {
      name: words.topPosts,
      rows: [
        [words.post, words.platform, words.date, words.impressions, words.engagements],
        ...report.topPosts.map(({ text, platform, publishedAt, impressions, engagements }) => [
          text,
          platform,
          publishedAt,
          impressions,
          engagements,
        ]),
      ],
    },
  ];
};

/** A number is no formula, also below zero. */
const cellOf = (cell: Cell): string => (typeof cell === 'string' ? csvCell(cell) : String(cell ?? ''));

/** A table as CSV, under its name. An empty line ends it. */
export const csvTable = ({ name, rows }: Sheet): string => {
  const lines = [[name], ...rows, []].map((cells) => cells.map(cellOf).join(','));
  return `${lines.join('\r\n')}\r\n`;
};

/** A report as CSV (RFC 4180, UTF-8 with a mark): one table after the other, each under its name. */
export const csvReport: WriteReport = async function* (report) {
  yield Buffer.from('\ufeff');
  for (const sheet of sheetsOf(report)) yield Buffer.from(csvTable(sheet));
};
