import MiniSearch, { type SearchResult } from 'minisearch';

/** One section of a page, as the search of the site reads it. */
export type SearchDocument = Readonly<{
  id: number;
  /** The address of the section. */
  address: string;
  page: string;
  heading: string;
  text: string;
}>;

export type Found = SearchResult & Omit<SearchDocument, 'id'>;

/** These are in nearly every section, so they say nothing about one. */
const fillers: ReadonlySet<string> = new Set(
  'a an and are as at be by do for from how i if in is it my of on or that the this to what when with'.split(' '),
);

/**
 * Pages for people who use the service come before those about its code: a page about one platform's facts, a decision or a
 * list of everything has the words more often, and is rarely what was asked for.
 */
const weights: readonly (readonly [pattern: RegExp, weight: number])[] = [
  [/^\/docs\/(guides|quick-start)/, 2],
  [/^\/docs\/(project\/infra\/products|concepts|platforms|api|operations|webhooks|client|analytics|audit)/, 1.3],
  [/^\/docs\/(adr|reference-coverage|walkthroughs|platform-|capabilities|project)/, 0.4],
  [/^\/docs(#|$)/, 0.4],
];

const weightOf = (address: string): number => weights.find(([pattern]) => pattern.test(address))?.[1] ?? 1;

/** What the search of the site finds, best first: in a title before a heading, in a heading before a text. */
export const searchIndex = (documents: readonly SearchDocument[]): ((words: string) => readonly Found[]) => {
  const index = new MiniSearch<SearchDocument>({
    fields: ['page', 'heading', 'text'],
    storeFields: ['address', 'page', 'heading', 'text'],
    processTerm: (term) => {
      const word = term.toLowerCase();
      return fillers.has(word) ? null : word;
    },
    searchOptions: {
      boost: { page: 6, heading: 4 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boostDocument: (_id, _term, stored) => weightOf(String(stored?.['address'])),
    },
  });
  index.addAll(documents);
  return (words) => {
    const all = index.search(words, { combineWith: 'AND' });
    return (all.length > 0 ? all : index.search(words)) as Found[];
  };
};
