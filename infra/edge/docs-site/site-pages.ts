import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { nearest } from '../../../domain/kernel/nearest.ts';
import { exchangeOf, send } from '../http/exchange.ts';
import { once } from '../http/once.ts';
import { pagePolicy } from '../http/page-policy.ts';
import type { PlainHandler } from '../http/plain-handler.ts';
import { TransportRefusal } from '../http/transport-refusal.ts';
import { notFoundHtml, pageHtml } from './layout.ts';
import type { Library, Page } from './library.ts';
import { Resource } from '../http/resource.ts';
import { searchDocuments } from './search-documents.ts';

const project = path.resolve(import.meta.dirname, '../../..');
const app = path.join(import.meta.dirname, 'app');

/** Pictures of pages: made by the tests in a browser, and changed by no reader. */
const picture = /^\/docs\/pictures\/([a-z-]+)\.webp$/;

const html = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy() };

/** The program of the pages, with its search, as one script that runs before a page is shown. */
const program = async (): Promise<string> => {
  const { build, stop } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [path.join(app, 'site.ts')],
    tsconfig: path.join(app, 'tsconfig.json'),
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  // The bundler runs in a child process, which is stopped after the build.
  await stop();
  return outputFiles[0]?.text ?? '';
};

const markdownAddress = ({ address }: Page): string => `${address === '/docs' ? '/docs/README' : address}.md`;

/** The list of the pages for programs that read Markdown, by the convention of llmstxt.org. */
const listOf = ({ groups }: Library): string =>
  groups
    .map(
      ({ title, pages }) =>
        `## ${title}\n\n${pages
          .map((each) => `- [${each.title}](${markdownAddress(each.page)}): ${each.page.document.summary}`)
          .join('\n')}`,
    )
    .join('\n\n');

export type DocsSite = Readonly<{
  /** Answers `/docs` and everything below it. */
  handle: PlainHandler;
  /** Every page with its summary, as Markdown. */
  list(): Promise<string>;
}>;

/**
 * The documentation of the folder `docs`, rendered when a page is first asked for. The parser is loaded then, too, so a service whose
 * documentation is not read starts as fast as without it. Nothing is written.
 */
export const docsSite = (root = project): DocsSite => {
  const library = once(async () => {
    const { readLibrary } = await import('./library.ts');
    return readLibrary(root);
  });
  const files: Readonly<Record<string, () => Promise<Resource>>> = {
    '/docs/site.css': once(
      async () =>
        new Resource(await readFile(path.join(app, 'site.css'), 'utf8'), { 'content-type': 'text/css; charset=utf-8' }),
    ),
    '/docs/site.js': once(
      async () => new Resource(await program(), { 'content-type': 'text/javascript; charset=utf-8' }),
    ),
    '/docs/search.json': once(
      async () =>
        new Resource(JSON.stringify(searchDocuments(await library())), {
          'content-type': 'application/json; charset=utf-8',
        }),
    ),
  };
  const shown = new Map<Page, Resource>();

  const answerPage: PlainHandler = async (req, res) => {
    const address = new URL(req.url ?? '/', 'http://local').pathname;
    const file = Object.hasOwn(files, address) ? files[address] : undefined;
    if (file) return (await file()).answer(req, res);
    const [, name] = picture.exec(address) ?? [];
    const bytes = name && (await readFile(path.join(root, 'docs/pictures', `${name}.webp`)).catch(() => undefined));
    if (bytes) return new Resource(bytes, { 'content-type': 'image/webp' }).answer(req, res);
    const all = await library();
    const page = all.at(address);
    if (page) {
      const resource = shown.get(page) ?? new Resource(pageHtml(all, page), html);
      shown.set(page, resource);
      return resource.answer(req, res);
    }
    const source = all.pages.find((each) => markdownAddress(each) === address);
    if (source) return new Resource(source.text, { 'content-type': 'text/markdown; charset=utf-8' }).answer(req, res);
    // An address with a slash at its end, or with the ending of other sites, is that of the page.
    const bare = address.replace(/(?:\.html|\/)$/, '').replace(/\/README$/, '');
    if (all.at(bare)) return send(res, exchangeOf(req), { status: 308, body: '', headers: { location: bare } });
    const meant = nearest(
      bare,
      all.pages.map((each) => each.address),
    );
    return new Resource(notFoundHtml(all, address, all.at(meant ?? '')), html).answer(req, res, 404);
  };

  return {
    handle: (req, res) => {
      if (req.method === 'GET' || req.method === 'HEAD') return answerPage(req, res);
      res.setHeader('allow', 'GET, HEAD');
      throw new TransportRefusal(405, `${req.method} is not possible here; GET is`, { allowed: 'GET, HEAD' });
    },
    list: async () => listOf(await library()),
  };
};
