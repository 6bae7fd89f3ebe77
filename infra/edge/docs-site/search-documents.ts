import type { Library } from './library.ts';
import type { SearchDocument } from './ranking.ts';

/** Every section of every page. The browser indexes them, so that a search costs the service nothing. */
export const searchDocuments = ({ pages }: Library): readonly SearchDocument[] =>
  pages
    .flatMap(({ address, document }) =>
      document.sections.map(({ id, heading, text }, at) => ({
        address: at === 0 ? address : `${address}#${id}`,
        page: document.title,
        heading,
        text,
      })),
    )
    .map((each, id) => ({ id, ...each }));
