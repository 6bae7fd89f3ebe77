import { expect } from 'chai';
import { until } from '../support/until.ts';
import { type Client, forEachOf, hasEnded, type PostBody, trio } from '../support/service-client.ts';
import { useServiceProcess } from '../support/use-service-process.ts';

const postsWritten = 40;

describe('the service whose stores die under it', function () {
  this.timeout(240_000);
  const service = useServiceProcess();

  /** Writes a post the way a careful integrator does: the same request under the same key until it is accepted. */
  const writeStubbornly = async (
    client: Client,
    content: string,
    scheduledFor: string,
    statuses: Map<number, number>,
  ): Promise<PostBody> => {
    let accepted: PostBody | undefined;
    await until(
      `${content} is accepted`,
      async () => {
        const body = { content, accountIds: client.accounts(), scheduledFor };
        const answer = await client.call<PostBody & { error: { code: string } }>('POST', '/posts', body, {
          'idempotency-key': content.replaceAll(' ', '-'),
        });
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status === 201) accepted = answer.body;
        else expect([503, 409], JSON.stringify(answer.body)).to.include(answer.status);
        if (answer.status === 503) expect(answer.body.error.code).to.equal('SERVICE_UNAVAILABLE');
        return accepted !== undefined;
      },
      60_000,
    );
    return accepted as PostBody;
  };

  for (const part of ['postgres', 'event-store'] as const) {
    it(`loses nothing it accepted, and recovers by itself, when ${part} is killed`, async () => {
      const client = await service().workspace();
      const scheduledFor = await client.in(3600);
      const statuses = new Map<number, number>();
      const texts = Array.from({ length: postsWritten }, (_, n) => `Written while ${part} dies ${n}`);
      const accepted: PostBody[] = [];
      await forEachOf(texts, 6, async (text, index) => {
        if (index === 8 || index === 24) process.kill(service().part(part), 'SIGKILL');
        accepted.push(await writeStubbornly(client, text, scheduledFor, statuses));
      });
      console.log(`      answered ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
      for (const { id, content } of accepted) expect((await client.post(id)).content).to.equal(content);
      expect((await client.posts()).map(({ content }) => content).sort()).to.deep.equal([...texts].sort());

      const ready = async (): Promise<boolean> => (await client.call('GET', '/ready')).status === 200;
      await until('it says that it is ready', ready, 30_000);
      // The same again while they go out.
      const advancing = client.call('POST', '/sandbox/clock/advance', { seconds: 3601 });
      await until('the first are out', async () => {
        const answer = await client.call<{ objects: unknown[] }>('GET', '/sandbox/platforms/BLUESKY/objects');
        return answer.status === 200 && answer.body.objects.length > 0;
      });
      process.kill(service().part(part), 'SIGKILL');
      expect([200, 503]).to.include((await advancing).status);
      let posts: PostBody[] = [];
      let calm = performance.now();
      await until(
        'all have ended',
        async () => {
          const page = await client.call<{ posts: PostBody[] }>('GET', '/posts?limit=100');
          if (page.status !== 200) return false;
          ({ posts } = page.body);
          if (posts.every(hasEnded)) return true;
          // What is left waits for its next look, on the clock.
          if (performance.now() - calm > 5_000) {
            await client.call('POST', '/sandbox/clock/advance', { seconds: 60 });
            calm = performance.now();
          }
          return false;
        },
        120_000,
      ).catch((error: unknown) => {
        throw new Error(`${String(error)}: ${JSON.stringify(posts.filter((post) => !hasEnded(post)).slice(0, 2))}`);
      });
      expect(posts.filter(({ status }) => status !== 'published')).to.deep.equal([]);
      for (const platform of trio) {
        const objects = await client.objects(platform);
        expect(objects.map(({ text }) => text).sort(), platform).to.deep.equal([...texts].sort());
      }
    });
  }
});
