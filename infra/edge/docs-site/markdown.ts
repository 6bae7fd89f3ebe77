import createMarkdown, { type MarkdownIt, type Token } from 'markdown-it';
import { highlighted } from './highlight.ts';

export type Heading = Readonly<{ level: number; id: string; text: string }>;

/** The text below one heading, as a search reads it. The first section of a page is that of its title. */
export type Section = Readonly<{ id: string; heading: string; text: string }>;

/** A link of a page, in the form of its source. */
export type Link = Readonly<{ href: string; text: string }>;

/** Where a written link leads on the site; undefined where the site has nothing to show. */
export type Resolve = (href: string) => string | undefined;

export type Document = Readonly<{
  title: string;
  /** The first paragraph, in one line. */
  summary: string;
  headings: readonly Heading[];
  sections: readonly Section[];
  links: readonly Link[];
  /** The links below each heading of the second level that has any. */
  groups: readonly Readonly<{ heading: string; links: readonly Link[] }>[];
  toHtml(resolve: Resolve): string;
}>;

type Env = { resolve: Resolve };

const isEnv = (env: unknown): env is Env => typeof env === 'object' && env !== null && 'resolve' in env;

/** The renderer hands its rules what `toHtml` gave it. */
const resolveOf = (env: unknown): Resolve => {
  if (!isEnv(env)) throw new TypeError('links cannot be resolved');
  return env.resolve;
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Comments name the source of a block for a test. Other HTML is shown as text: pages are written in Markdown. */
const comment = /<!--[\s\S]*?-->/g;

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

/** A page of the service itself, named between backticks, is a link to it. */
const ownPage = /^\/(?:v1\/(?:docs(?:\/errors|\/postman\.json)?|openapi\.json|asyncapi\.json)|console|sandbox|docs)$/;

const markdown = (): MarkdownIt => {
  const md = createMarkdown({ html: true, linkify: true });
  const { rules } = md.renderer;
  for (const name of ['html_block', 'html_inline'])
    rules[name] = (tokens, at) => escaped((tokens[at]?.content ?? '').replace(comment, '').trim());
  rules['heading_open'] = (tokens, at) => `<${tokens[at]?.tag} id="${attribute(tokens[at]!, 'id')}">`;
  rules['heading_close'] = (tokens, at) => {
    const { tag = 'h2' } = tokens[at] ?? {};
    const id = attribute(tokens[at - 2]!, 'id');
    const anchor = tag === 'h1' ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this heading">#</a>`;
    return `${anchor}</${tag}>\n`;
  };
  rules['fence'] = (tokens, at) => {
    const { info = '', content = '' } = tokens[at] ?? {};
    const language = info.trim().split(/\s+/)[0] ?? '';
    return `<div class="code"><pre tabindex="0"><code>${highlighted(content, language) ?? escaped(content)}</code></pre></div>\n`;
  };
  rules['code_inline'] = (tokens, at) => {
    const { content = '' } = tokens[at] ?? {};
    const code = `<code>${escaped(content)}</code>`;
    return ownPage.test(content) && !isInLink(tokens, at) ? `<a href="${content}">${code}</a>` : code;
  };
  // All pictures have one size, so a page keeps its place while they are fetched.
  rules['image'] = (tokens, at) => {
    const token = tokens[at]!;
    const name = attribute(token, 'src').split('/').at(-1) ?? '';
    const size = 'width="1200" height="750" loading="lazy"';
    return `<img src="/docs/pictures/${escaped(name)}" alt="${escaped(textOf(token))}" ${size}>`;
  };
  // A wide table scrolls by itself, so that a telephone does not scroll the page.
  rules['table_open'] = () => '<div class="table" tabindex="0"><table>\n';
  rules['table_close'] = () => '</table></div>\n';
  // The policy of the site refuses inline styles, by which the library aligns a column.
  for (const tag of ['th', 'td'])
    rules[`${tag}_open`] = (tokens, at) => {
      const [side] = /right|center/.exec(attribute(tokens[at]!, 'style')) ?? [];
      return side === undefined ? `<${tag}>` : `<${tag} class="${side}">`;
    };
  rules['link_open'] = (tokens, at, _options, env) => {
    const href = resolveOf(env)(attribute(tokens[at]!, 'href'));
    return href === undefined ? '<span class="file">' : `<a href="${escaped(href)}">`;
  };
  rules['link_close'] = (tokens, at, _options, env) => {
    const open = tokens.slice(0, at).findLast((each) => each.type === 'link_open');
    return open && resolveOf(env)(attribute(open, 'href')) === undefined ? '</span>' : '</a>';
  };
  return md;
};

const isInLink = (tokens: readonly Token[], at: number): boolean => {
  const last = tokens.slice(0, at).findLast(({ type }) => type === 'link_open' || type === 'link_close');
  return last?.type === 'link_open';
};

/** The words of a line, without marks. */
const textOf = (inline: Token | undefined): string =>
  (inline?.children ?? [])
    .map(({ type, content }) =>
      type === 'text' || type === 'code_inline' ? content : type.endsWith('break') ? ' ' : '',
    )
    .join('');

/** The id of a heading, by the rule that hosts of repositories use, so that a link works there and here. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Gives each heading its id; the second of the same words gets a number. */
const nameHeadings = (tokens: readonly Token[]): readonly Heading[] => {
  const times = new Map<string, number>();
  return tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open') return [];
    const text = textOf(tokens[at + 1]);
    const slug = slugOf(text);
    const seen = times.get(slug) ?? 0;
    times.set(slug, seen + 1);
    const id = seen === 0 ? slug : `${slug}-${seen}`;
    token.attrSet('id', id);
    return [{ level: Number(token.tag.slice(1)), id, text }];
  });
};

const sectionsOf = (tokens: readonly Token[], headings: readonly Heading[]): readonly Section[] => {
  const parts: string[][] = headings.map(() => []);
  let section = -1;
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') section += 1;
    else if (token.type === 'inline' && tokens[at - 1]?.type !== 'heading_open') parts[section]?.push(textOf(token));
    else if (token.type === 'fence') parts[section]?.push(token.content);
  }
  return headings.map(({ id, text }, at) => ({ id, heading: text, text: parts[at]?.join('\n') ?? '' }));
};

const groupsOf = (tokens: readonly Token[], headings: readonly Heading[]): Document['groups'] => {
  const starts = tokens.flatMap(({ type }, at) => (type === 'heading_open' ? [at] : []));
  return headings
    .map(({ text, level }, at) => ({ level, heading: text, links: linksOf(tokens.slice(starts[at], starts[at + 1])) }))
    .filter(({ level, links }) => level === 2 && links.length > 0);
};

const linksOf = (tokens: readonly Token[]): readonly Link[] =>
  tokens.flatMap(({ children }) =>
    (children ?? []).flatMap((token, at, all) => {
      if (token.type !== 'link_open') return [];
      const text = all
        .slice(
          at + 1,
          all.findIndex((each, index) => index > at && each.type === 'link_close'),
        )
        .map(({ content }) => content)
        .join('');
      return [{ href: attribute(token, 'href'), text }];
    }),
  );

let parser: MarkdownIt | undefined;

/** Reads one page of Markdown. */
export const readDocument = (text: string): Document => {
  const md = (parser ??= markdown());
  const tokens = md.parse(text, {});
  const headings = nameHeadings(tokens);
  const paragraph = tokens.findIndex(({ type }) => type === 'paragraph_open');
  return {
    title: headings[0]?.text ?? 'Untitled',
    summary: paragraph === -1 ? '' : textOf(tokens[paragraph + 1]),
    headings,
    sections: sectionsOf(tokens, headings),
    links: linksOf(tokens),
    groups: groupsOf(tokens, headings),
    toHtml: (resolve) => md.renderer.render(tokens, md.options, { resolve } as never),
  };
};
