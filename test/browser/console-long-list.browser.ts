import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pLimit from 'p-limit';
import { post } from '../../domain/posts/post.ts';
import { contentOf } from '../domain/posts/a-post.ts';
import { freshId } from '../support/edge.ts';
import { until } from '../support/until.ts';
import { useConsole } from './console-page.ts';

const many = 10_000;

/** The most rows of a list that are in the page, however long it is. */
const mostDrawn = 80;

describe('ten thousand posts in the console in a browser', function () {
  this.timeout(240_000);
  const site = useConsole();

  before(async () => {
    const { commands, demo, database } = site.service();
    const accountId = demo.accounts['MASTODON'] ?? '';
    const now = new Date().toISOString();
    const meta = {
      workspaceId: demo.workspaceId,
      mode: 'test',
      actor: { kind: 'system', id: 'test' },
      $correlationId: 'test',
      occurredAt: now,
    } as const;
    const create = (number: number): Promise<unknown> => {
      const postId = freshId();
      return commands.handle(
        post,
        postId,
        {
          type: 'create',
          postId,
          content: contentOf({ content: `Post number ${number}. ${'Some more words. '.repeat(number % 5)}` }),
          destinations: [{ postPlatformId: freshId(), platform: 'MASTODON', accountId }],
          scheduledFor: null,
          saveAsDraft: true,
          accounts: new Map(),
          createdById: null,
          now,
        },
        { commandId: randomUUID(), meta },
      );
    };
    const limit = pLimit(40);
    await Promise.all(Array.from({ length: many }, (_, number) => limit(() => create(number))));
    await until(
      'the read model has them',
      async () => {
        const { rows } = await database.pool.query('select count(*)::int as posts from posts');
        return rows[0].posts >= many;
      },
      120_000,
    );
  });

  const drawn = () => site.page.locator('tbody tr:not(.space)').count();

  it('shows the first ones within a second, with few rows in the page', async () => {
    const { page } = site;
    await site.open('posts');
    await page.getByRole('link', { name: 'Post number' }).first().waitFor();
    const paint = await page.evaluate<number>(
      "performance.getEntriesByType('paint').find(({ name }) => name === 'first-contentful-paint').startTime",
    );
    const list = await page.evaluate<number>('performance.now()');
    console.log(`      first paint after ${Math.round(paint)} ms, the list after ${Math.round(list)} ms`);
    expect(await drawn()).to.be.within(10, mostDrawn);
  });

  it('goes to the oldest one by scrolling, and never draws more', async () => {
    const { page } = site;
    const oldest = page.getByRole('link', { name: /^Post number 0\./ });
    let most = 0;
    await until(
      'the oldest is there',
      async () => {
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
        most = Math.max(most, await drawn());
        return (await oldest.count()) === 1;
      },
      150_000,
    );
    expect(most).to.be.at.most(mostDrawn);
    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('link', { name: `Post number ${many - 1}.` }).waitFor();
  });

  it('says where one is, on a telephone too', async () => {
    const { page } = site;
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('link', { name: `Post number ${many - 1}.` }).waitFor();
    expect(await drawn()).to.be.within(5, mostDrawn);
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(360);
    // The whole page has ten thousand rows of height, which a browser draws for half a minute.
    await site.picture('console-long-list-360', { fullPage: false });
  });
});
