import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readDocument, type Document } from './markdown.ts';

/** The page that lists the others: its headings are the groups of the navigation, and its links their pages. */
export const indexFile = 'docs/README.md';

export type Page = Readonly<{
  /** The file, from the root of the project. */
  file: string;
  /** Where the site has it. */
  address: string;
  text: string;
  document: Document;
}>;

export type Group = Readonly<{ title: string; pages: readonly Readonly<{ title: string; page: Page }>[] }>;

export type Library = Readonly<{
  pages: readonly Page[];
  groups: readonly Group[];
  at(address: string): Page | undefined;
  /** Where a link of a page leads: an address of the site or elsewhere; undefined for a file that is no page. */
  resolve(from: Page, href: string): string | undefined;
}>;

/** `docs/adr/README.md` is at `/docs/adr`, and what lies outside `docs` below `/docs/project`. */
export const addressOf = (file: string): string => {
  const bare = file.replace(/\.md$/, '').replace(/(^|\/)README$/, '');
  const below = bare === 'docs' || bare.startsWith('docs/') ? bare.slice('docs'.length) : `/project/${bare}`;
  return `/docs${below.replace(/\/$/, '')}`;
};

const isElsewhere = (href: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(href);

/** The Markdown file that a link of a file names; undefined where it names something else. A folder has its README. */
export const fileOf = (from: string, href: string): string | undefined => {
  if (isElsewhere(href)) return undefined;
  const [to = ''] = href.split('#');
  if (to === '') return from;
  const file = path.posix.join(path.posix.dirname(from), to);
  if (file.startsWith('..')) return undefined;
  return file.endsWith('.md') ? file : undefined;
};

/** A file that an installation lacks is left out: links to it become text. */
const textOf = (root: string, file: string): Promise<string | undefined> =>
  readFile(path.join(root, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** The groups of the index, with the words of its links. */
const groupsOf = (index: Page, byFile: ReadonlyMap<string, Page>): readonly Group[] =>
  index.document.groups
    .map(({ heading, links }) => ({
      title: heading,
      pages: links.flatMap(({ href, text }) => {
        const page = byFile.get(fileOf(index.file, href) ?? '');
        return page ? [{ title: text, page }] : [];
      }),
    }))
    .filter(({ pages }) => pages.length > 0);

/** Every page that can be reached from the index. Files are read one after the other, so that other requests go on. */
export const readLibrary = async (root: string): Promise<Library> => {
  const byFile = new Map<string, Page>();
  const waiting = [indexFile];
  const seen = new Set(waiting);
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const text = await textOf(root, file);
    if (text === undefined) continue;
    const document = readDocument(text);
    byFile.set(file, { file, address: addressOf(file), text, document });
    for (const { href } of document.links) {
      const next = fileOf(file, href);
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  const pages = [...byFile.values()];
  const byAddress = new Map(pages.map((page) => [page.address, page]));
  const index = byFile.get(indexFile);
  return {
    pages,
    groups: index ? groupsOf(index, byFile) : [],
    at: (address) => byAddress.get(address),
    resolve: (from, href) => {
      if (isElsewhere(href)) return href;
      const page = byFile.get(fileOf(from.file, href) ?? '');
      const hash = href.includes('#') ? href.slice(href.indexOf('#')) : '';
      return page && (href.startsWith('#') ? hash : `${page.address}${hash}`);
    },
  };
};
