import type { Library } from './library.ts';

/** One section of a page, as the search of the site reads it. */
export type SearchDocument = Readonly<{
  id: number;
  /** The address of the section. */
  address: string;
  page: string;
  heading: string;
  text: string;
}>;

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
