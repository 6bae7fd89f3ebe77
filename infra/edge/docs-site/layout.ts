import type { Group, Library, Page } from './library.ts';
import type { Heading } from './markdown.ts';

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const link = (address: string, words: string, current: string | undefined): string =>
  `<a href="${address}"${address === current ? ' aria-current="page"' : ''}>${escaped(words)}</a>`;

const navigation = (groups: readonly Group[], current: string | undefined): string =>
  groups
    .map(
      ({ title, pages }) =>
        `<h2>${escaped(title)}</h2>\n<ul>\n${pages
          .map((each) => `<li>${link(each.page.address, each.title, current)}</li>`)
          .join('\n')}\n</ul>`,
    )
    .join('\n');

/** A page with one part has no list of its parts. */
const contents = (headings: readonly Heading[]): string => {
  const parts = headings.filter(({ level }) => level === 2 || level === 3);
  if (parts.length < 2) return '';
  const items = parts.map(
    ({ id, text, level }) => `<li class="level-${level}"><a href="#${id}">${escaped(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page">\n<h2>On this page</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</nav>`;
};

type Content = Readonly<{
  title: string;
  description: string;
  /** The address of the page, if it has one. */
  address: string | undefined;
  headings: readonly Heading[];
  article: string;
}>;

const frame = (
  groups: readonly Group[],
  { title, description, address, headings, article }: Content,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escaped(description)}">
<title>${escaped(title)}: Social Publishing Service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/site.css">
<script src="/docs/site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="home" href="/docs">Social Publishing Service</a>
<div id="search"></div>
<nav class="elsewhere" aria-label="Elsewhere">
<a href="/v1/docs">API reference</a>
<a href="/console">Console</a>
</nav>
</header>
<div class="columns">
<details class="pages" open>
<summary>All pages</summary>
<nav aria-label="Documentation">
${navigation(groups, address)}
</nav>
</details>
<main id="content">
<article>
${article}
</article>
</main>
${contents(headings)}
</div>
</body>
</html>
`;

/** The pages before and after this one, in the order of the navigation. */
const neighbours = (library: Library, page: Page): string => {
  const all = library.groups.flatMap(({ pages }) => pages);
  const at = all.findIndex((each) => each.page === page);
  if (at === -1) return '';
  const [before, after] = [all[at - 1], all[at + 1]];
  const parts = [
    before ? `<a class="before" href="${before.page.address}"><small>Before</small> ${escaped(before.title)}</a>` : '',
    after ? `<a class="after" href="${after.page.address}"><small>Next</small> ${escaped(after.title)}</a>` : '',
  ];
  return `<nav class="neighbours" aria-label="Neighbouring pages">${parts.join('\n')}</nav>`;
};

export const pageHtml = (library: Library, page: Page): string => {
  const { document, address } = page;
  const text = document.toHtml((href) => library.resolve(page, href));
  return frame(library.groups, {
    title: document.title,
    description: document.summary,
    address,
    headings: document.headings,
    article: `${text}\n<p class="source"><a href="${address === '/docs' ? '/docs/README' : address}.md">This page as Markdown</a></p>\n${neighbours(library, page)}`,
  });
};

/** `meant`: the page whose address is most like the one that was asked for. */
export const notFoundHtml = (library: Library, asked: string, meant: Page | undefined): string =>
  frame(library.groups, {
    title: 'No such page',
    description: 'The documentation has no page at this address.',
    address: undefined,
    headings: [],
    article: [
      '<h1>No such page</h1>',
      `<p>The documentation has no page at <code>${escaped(asked)}</code>.</p>`,
      meant ? `<p>Did you mean <a href="${meant.address}">${escaped(meant.document.title)}</a>?</p>` : '',
      '<p>Search with <kbd>/</kbd>, or choose from the <a href="/docs">list of all pages</a>.</p>',
    ].join('\n'),
  });
