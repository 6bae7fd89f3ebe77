import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { outlineFile, pictureFolder, pictureSize, type Outline } from '../docs/pictures.ts';
import { until } from '../support/until.ts';
import { useConsole } from './console-page.ts';

/** `npm run pictures` writes the pictures; every other run compares what the pages look like with what is written. */
const isWriting = process.env['PICTURES'] === 'keep';

const written = (): Record<string, Outline> => JSON.parse(readFileSync(outlineFile, 'utf8')) as Record<string, Outline>;

/** Headings, buttons and fields. Numbers are of the day, and the order of two destinations is that of their answers. */
const outline = `[...document.querySelectorAll('main h1, main h2, main h3, main button, main label')]
  .filter((each) => each.getBoundingClientRect().width > 0)
  .map((each) => (each.firstChild?.textContent ?? '').trim().replace(/\\d+/g, '#'))
  .filter((text) => text !== '')`;

describe('the pictures of the documentation', function () {
  this.timeout(60_000);
  const site = useConsole();
  const outlines: Record<string, Outline> = {};
  mkdirSync(pictureFolder, { recursive: true });

  const ownId = async (): Promise<string> => {
    const { id } = await site.send('GET /users/me', undefined, site.service().demo.sessionToken);
    return id;
  };

  before(async () => {
    const { demo } = site.service();
    await site.page.setViewportSize(pictureSize);
    const accountIds = [demo.accounts['MASTODON'], demo.accounts['BLUESKY'], demo.accounts['FACEBOOK']];
    const { id } = await site.send('POST /posts', { content: 'Our spring range is here. #spring', accountIds });
    await site.send(`POST /posts/${id}/publish?sync=true`);
    const steps = [{ order: 1, role: 'Editor', approverIds: [await ownId()], required: true }];
    const { data: workflow } = await site.send(`POST /workspaces/${demo.workspaceId}/approval-workflows`, {
      name: 'Before it goes out',
      steps,
    });
    const held = await site.send('POST /posts', { content: 'A discount of ten percent until Sunday', accountIds });
    await site.send(`POST /posts/${held.id}/start-approval`, { workflowId: workflow.id });
    await until(
      'a checkpoint is signed',
      async () => (await fetch(`${site.origin}/v1/audit/checkpoint`)).status === 200,
    );
    places['post'] = `posts/${id}`;
  });
  after(() => {
    if (isWriting) writeFileSync(outlineFile, `${JSON.stringify(outlines, null, 2)}\n`);
  });

  /** By the name of the picture: the place in the console. */
  const places: Record<string, string> = {
    post: '',
    compose: 'compose',
    approvals: 'approvals',
    audit: 'audit',
  };

  for (const name of Object.keys(places))
    it(`show what is there: ${name}`, async () => {
      const { page } = site;
      await site.open(places[name] ?? '');
      await page.locator('main h2').first().waitFor();
      await page.getByText('Looking …').first().waitFor({ state: 'detached' });
      if (name === 'post') await page.locator('#as-it-was dl').first().waitFor();
      if (name === 'compose') {
        await page.getByLabel('Text', { exact: true }).fill('Our spring range is here. #spring');
        await page.getByRole('checkbox').first().check();
        await page.getByText('can go out').first().waitFor();
      }
      const seen = [...new Set((await page.evaluate(outline)) as Outline)].sort();
      expect(seen).to.have.length.greaterThan(0);
      if (!isWriting) return expect(seen, 'the page has changed: npm run pictures').to.deep.equal(written()[name]);
      outlines[name] = seen;
      const image = await sharp(await page.screenshot())
        .webp({ quality: 75 })
        .toBuffer();
      writeFileSync(path.join(pictureFolder, `${name}.webp`), image);
    });
});
