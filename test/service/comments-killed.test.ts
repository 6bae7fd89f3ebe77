import { expect } from 'chai';
import { until } from '../support/until.ts';
import { type Client, forEachOf, hasEnded } from '../support/service-client.ts';
import { useServiceProcess } from '../support/use-service-process.ts';

const comments = 120;

type Page = Readonly<{
  data: readonly Readonly<{ content: string }>[];
  pagination: Readonly<{ hasMore: boolean; nextCursor?: string }>;
}>;

/** The texts of all comments of a post, page by page. */
const texts = async (client: Client, post: string): Promise<string[]> => {
  const all: string[] = [];
  for (let cursor = ''; ;) {
    const { data, pagination } = await client.expect<Page>(200, 'GET', `/posts/${post}/comments?limit=100${cursor}`);
    all.push(...data.map(({ content }) => content));
    if (!pagination.hasMore) return all.sort();
    cursor = `&cursor=${pagination.nextCursor}`;
  }
};

describe('comments of a service that is killed while it fetches them', function () {
  this.timeout(120_000);
  const service = useServiceProcess();

  it('are each here once after the next fetching', async () => {
    const client = await service().workspace(['BLUESKY']);
    const [accountId] = client.accounts(['BLUESKY']);
    const { id } = await client.publish('Say something', { accountIds: [accountId] });
    await until('the post is out', async () => hasEnded(await client.post(id)), 30_000);
    const platformPostId = (await client.post(id)).platforms[0]?.platformPostId;
    const said = Array.from({ length: comments }, (_, n) => `Word ${n}`).sort();
    await forEachOf(said, 4, (text, n) =>
      client.expect(201, 'POST', '/sandbox/inbox/comments', {
        accountId,
        platformPostId,
        text,
        author: { id: `did:plc:author${n}`, username: `author${n}.test` },
      }),
    );

    const path = `/accounts/${accountId}/comments/sync`;
    const cut = client.call('POST', path).catch(() => undefined);
    await until('the first are here', async () => (await texts(client, id)).length > 0);
    await service().kill();
    await cut;
    await service().start();
    const before = (await texts(client, id)).length;
    console.log(`      ${before} of ${comments} were here when it died`);

    await client.expect(200, 'POST', path);
    const again = await client.expect<{ synced: number }>(200, 'POST', path);
    expect(again.synced).to.equal(0);
    await until('all are listed', async () => (await texts(client, id)).length >= comments);
    expect(await texts(client, id)).to.deep.equal(said);
  });
});
