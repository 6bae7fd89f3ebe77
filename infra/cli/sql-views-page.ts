import type { Projection } from '../../projections/kernel/projection.ts';
import { publishedViews } from '../../projections/kernel/published-views.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The views analysts read, for people: docs/sql-views.md. */
export const sqlViewsPage = (projections: readonly Projection[]): string => {
  const views = projections.flatMap((projection) => publishedViews(projection, ''));
  const sections = [...views]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, description: says, columns }) => [
      `## ${name}`,
      '',
      says,
      '',
      '| column | meaning |',
      '| --- | --- |',
      ...Object.entries(columns).map(([column, meaning]) => `| \`${column}\` | ${cell(meaning)} |`),
      '',
    ]);
  return [
    '# SQL views',
    '',
    'What the role of `npm run projections -- grant-reader` reads, in the schema `analytics`. Made from the projections by `npm run events`; change',
    'what they publish, never this page. How to get there: [analytics.md](analytics.md).',
    '',
    ...sections,
  ].join('\n');
};
