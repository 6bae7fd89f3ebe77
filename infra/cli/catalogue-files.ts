import { readFile, writeFile } from 'node:fs/promises';
import { eventCatalogue, released, type EventCatalogue } from '../../read-api/events/event-catalogue.ts';
import { allEvents, emittersOf } from '../../domain/events.ts';
import about from '../../package.json' with { type: 'json' };
import { allProjections } from '../../projections/all-projections.ts';
import { cataloguePage } from './catalogue-page.ts';
import { sqlViewsPage } from './sql-views-page.ts';

const file = (path: string): URL => new URL(`../../${path}`, import.meta.url);

const pageFile = file('docs/events.md');
const viewsFile = file('docs/sql-views.md');
const documentFile = file('docs/events.json');
const releasedFile = file('docs/events.released.json');

const readJson = async <T>(url: URL): Promise<T> => JSON.parse(await readFile(url, 'utf8')) as T;

const nothing: EventCatalogue = { events: [] };

/** The last published catalogue; empty before the first release. */
export const releasedCatalogue = (): Promise<EventCatalogue> =>
  readJson<EventCatalogue>(releasedFile).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return nothing;
    throw fault;
  });

/** The catalogue of the current code. */
export const currentCatalogue = async (): Promise<EventCatalogue> => {
  const samples = new Map<string, unknown>();
  const name = (type: string, version: number): string => `${type}.v${version}`;
  for (const { type, version: newest } of allEvents)
    for (let version = 1; version <= newest; version++) {
      const key = name(type, version);
      samples.set(key, await readJson(file(`test/domain/samples/${key}.json`)));
    }
  return eventCatalogue({
    definitions: allEvents,
    emittersOf,
    exampleOf: (type, version) => samples.get(name(type, version)),
    released: await releasedCatalogue(),
  });
};

/**
 * As the formatter leaves it. Loaded only here, so that an installation without development
 * packages can export.
 */
const formatted = async (text: string, url: URL, parser: 'json' | 'markdown'): Promise<string> => {
  const { format, resolveConfig } = await import('prettier');
  return format(text, { ...(await resolveConfig(url)), parser });
};

/** The generated files, as they must be: the events, and their pages. */
export const catalogueFiles = async (): Promise<readonly (readonly [file: URL, text: string])[]> => {
  const catalogue = await currentCatalogue();
  return [
    [documentFile, await formatted(JSON.stringify(catalogue), documentFile, 'json')],
    [pageFile, await formatted(cataloguePage(catalogue), pageFile, 'markdown')],
    [viewsFile, await formatted(sqlViewsPage(allProjections), viewsFile, 'markdown')],
  ];
};

/** Publishes the catalogue of the code as that of the release package.json names. */
export const releaseCatalogue = async (): Promise<void> => {
  const text = JSON.stringify(released(await currentCatalogue(), about.version));
  await writeFile(releasedFile, await formatted(text, releasedFile, 'json'));
};
