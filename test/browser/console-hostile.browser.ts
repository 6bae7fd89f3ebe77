import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { groups } from '../../infra/edge/console/app/places.ts';
import { useConsole } from './console-page.ts';
import { faultsOfAccess, isLaidOut } from './page-faults.ts';

const pictures = path.resolve(import.meta.dirname, '../../test-output');

/** Texts that pages have to bear: markup, a script from right to left, and a word without an end. */
const attacks = [
  '<script>document.title="taken"</script><img src=x onerror=document.title="taken">',
  '‮שלום עולם',
  'x'.repeat(10_000),
];

/** Pages that list what the workspace holds. */
const places = Object.entries(groups).flatMap(([group, of]) => (group === 'Run' ? [] : Object.keys(of)));

describe('hostile texts in the console in a browser', function () {
  this.timeout(240_000);
  const site = useConsole();
  const hostile: string[] = [];

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    const accountId = site.service().demo.accounts['FACEBOOK'];
    for (const content of attacks) {
      const post = { content, accountIds: [accountId], firstComment: content.slice(0, 2000) };
      hostile.push((await site.send('POST /posts', post)).id);
    }
    await site.send('POST /sandbox/clock/advance', { seconds: 1 });
    const author = { id: '66', username: attacks[0] };
    for (const text of attacks) await site.send('POST /sandbox/inbox/mentions', { accountId, text, author });
    const [name] = attacks;
    await site.send('POST /contacts', { platform: 'FACEBOOK', platformId: 'attack', displayName: name });
    await site.send('POST /broadcasts', { name, messageTemplate: 'x'.repeat(1000), platforms: ['FACEBOOK'] });
    await site.send('POST /sequences', { name });
    const automation = { name, keywords: ['x'.repeat(100)], actions: { reply: attacks[1] } };
    await site.send('POST /comment-automations', automation);
    await site.page.emulateMedia({ reducedMotion: 'reduce' });
  });

  const bears = async (what: string): Promise<void> => {
    const { page } = site;
    for (const width of [1600, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await isLaidOut(page, width, what);
    }
    expect(await page.locator('main script, main img').count(), what).to.equal(0);
    expect(await page.title(), what).not.to.include('taken');
  };

  it('run on no page of the menu, and break none', async () => {
    for (const place of places) {
      await site.open(place);
      await site.page.locator('main h2').first().waitFor();
      await site.page.getByText('Looking …').first().waitFor({ state: 'detached' });
      await bears(place);
      expect(await faultsOfAccess(site.page), place).to.deep.equal([]);
    }
  });

  it('run neither on the page of a post nor in the inbox, and nothing is wider than a telephone', async () => {
    const { page } = site;
    for (const id of hostile) {
      await site.open(`posts/${id}`);
      await page.getByText('First comment').first().waitFor();
      await page.getByRole('slider').waitFor();
      await page.locator('#as-it-was dl').first().waitFor();
      await bears(`post ${id}`);
      await site.open(`posts/${id}/edit`);
      await page.getByRole('article', { name: 'On Facebook' }).waitFor();
      await page.getByText(/can go out|is refused/).waitFor();
      await bears(`preview of ${id}`);
    }
    await site.open('inbox');
    await page.getByRole('button', { name: 'Mentions' }).click();
    for (const content of attacks) await page.locator('article .text', { hasText: content.slice(0, 30) }).waitFor();
    await bears('mentions');
    await page.screenshot({ path: path.join(pictures, 'console-hostile-mentions.png'), fullPage: true });
  });
});
