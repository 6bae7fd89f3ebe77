import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { indexFile, readLibrary, type Library, type Page } from '../../infra/edge/docs-site/library.ts';
import { slugOf } from '../../infra/edge/docs-site/markdown.ts';
import { pages, root } from './pages.ts';
import { outlineFile, pictureFolder, pictureSize } from './pictures.ts';

describe('the documentation as a site', () => {
  let library: Library;
  before(async () => {
    library = await readLibrary(root);
  });

  const linksOf = (page: Page) => page.document.links.map(({ href }) => ({ href, to: library.resolve(page, href) }));

  it('reaches every page of docs, and the facts of every platform, from its index', () => {
    const reached = new Set(library.pages.map(({ file }) => file));
    const files = pages()
      .map(({ file }) => file)
      .filter((file) => /^(?:docs|infra\/outside\/platforms)\//.test(file));
    expect(files.filter((file) => !reached.has(file))).to.deep.equal([]);
  });

  it('has the pages of the index in its navigation, once each', () => {
    const listed = library.groups.flatMap((group) => group.pages.map(({ page }) => page.file));
    expect(listed).to.have.length.above(20);
    expect(listed.filter((file, at) => listed.indexOf(file) !== at)).to.deep.equal([]);
    expect(library.groups.map(({ title }) => title)).to.include.members(['Start', 'Operate', 'Look up']);
  });

  it('links to pages and headings that exist', () => {
    const addresses = new Map(library.pages.map((page) => [page.address, page]));
    const broken = library.pages.flatMap((page) =>
      linksOf(page).flatMap(({ href, to }) => {
        if (to === undefined) return href.split('#')[0]!.endsWith('.md') ? [`${page.file}: ${href}`] : [];
        if (!to.startsWith('/docs') && !to.startsWith('#')) return [];
        const [address = '', id] = to.split('#');
        const target = to.startsWith('#') ? page : addresses.get(address);
        const isThere = target && (id === undefined || target.document.headings.some((each) => each.id === id));
        return isThere ? [] : [`${page.file}: ${href}`];
      }),
    );
    expect(broken).to.deep.equal([]);
  });

  it('has one title on each page, a summary, and levels of headings without a gap', () => {
    for (const { file, document } of library.pages) {
      const levels = document.headings.map(({ level }) => level);
      expect(
        levels.filter((level) => level === 1),
        file,
      ).to.have.length(1);
      expect(document.summary, file).to.not.equal('');
      for (const [at, level] of levels.entries())
        expect(level - (levels[at - 1] ?? 0), `${file}: ${document.headings[at]?.text}`).to.be.at.most(1);
    }
    const titles = library.pages.map(({ document }) => document.title);
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).to.deep.equal([]);
  });

  it('has every picture that a page shows, with words for people who do not see it, in one size', async () => {
    const shown = library.pages.flatMap(({ text }) =>
      [...text.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, alt = '', file = '']) => ({
        alt,
        name: path.basename(file),
      })),
    );
    const made = Object.keys(JSON.parse(readFileSync(outlineFile, 'utf8')) as object).map((name) => `${name}.webp`);
    expect(shown.map(({ name }) => name).sort()).to.deep.equal(made.sort());
    for (const { alt, name } of shown) {
      expect(alt.length, name).to.be.above(20);
      const file = path.join(pictureFolder, name);
      const { width, height } = await sharp(file).metadata();
      expect({ width, height }, name).to.deep.equal(pictureSize);
      expect(statSync(file).size, name).to.be.below(60_000);
    }
  });

  it('gives headings the ids that hosts of repositories give them', () => {
    expect(slugOf('Run it for real')).to.equal('run-it-for-real');
    expect(slugOf('`social`: what it does, in short')).to.equal('social-what-it-does-in-short');
    expect(indexFile).to.equal('docs/README.md');
  });
});
