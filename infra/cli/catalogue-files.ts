import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { eventCatalogue, released, type EventCatalogue } from '../../read-api/events/event-catalogue.ts';
import { allEvents, emittersOf } from '../../domain/events.ts';
import about from '../../package.json' with { type: 'json' };
import { allProjections } from '../../projections/all-projections.ts';
import { cataloguePage } from './catalogue-page.ts';
import { formatted } from './formatted.ts';
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

const laidOut = (text: string, url: URL): Promise<string> => formatted(text, fileURLToPath(url));

/** The generated files, as they must be: the events, and their pages. */
export const catalogueFiles = async (): Promise<readonly (readonly [file: URL, text: string])[]> => {
  const catalogue = await currentCatalogue();
  return [
    [documentFile, await laidOut(JSON.stringify(catalogue), documentFile)],
    [pageFile, await laidOut(cataloguePage(catalogue), pageFile)],
    [viewsFile, await laidOut(sqlViewsPage(allProjections), viewsFile)],
  ];
};

/** Publishes the catalogue of the code as that of the release package.json names. */
export const releaseCatalogue = async (): Promise<void> => {
  const text = JSON.stringify(released(await currentCatalogue(), about.version));
  await writeFile(releasedFile, await laidOut(text, releasedFile));
};
