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
    'The views in the schema `analytics`, which the role of `npm run projections -- grant-reader` may read. `npm run events` generates this page',
    'from the projections. [analytics.md](analytics.md) explains how to connect.',
    '',
    ...sections,
  ].join('\n');
};
