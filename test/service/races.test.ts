import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../support/until.ts';
import { type Client, forEachOf, hasEnded, type PostBody } from '../support/service-client.ts';
import { useServiceProcess } from '../support/use-service-process.ts';

const races = Number(process.env['RACES'] ?? 200);
const atOnce = 40;
const platforms = ['MASTODON', 'BLUESKY'];

type Racer = { id: string; text: string; cancelled: boolean; won: number; lost: number };

describe('edits and cancellations raced against the time of a post', function () {
  this.timeout(600_000);
  const service = useServiceProcess();

  /**
   * Cancels at some moment; or edits from some moment on, repeatedly, until the answer is that it
   * is too late.
   */
  const race = async (client: Client, racer: Racer, index: number): Promise<void> => {
    const cancels = index % 2 === 0;
    // Within what the rate limit allows the workspace: who waits for that has lost the race already.
    await pause(Math.random() * 1_200);
    for (let edit = 1; racer.lost === 0 && !racer.cancelled; edit++) {
      const text = `${racer.text.split(' edited ')[0] ?? ''} edited ${edit}`;
      const answer = cancels
        ? await client.insist<{ error?: { code: string } }>('POST', `/posts/${racer.id}/cancel`)
        : await client.insist<{ error?: { code: string } }>('PATCH', `/posts/${racer.id}`, { content: text });
      if (answer.status === 200) {
        racer.won++;
        if (cancels) racer.cancelled = true;
        else {
          racer.text = text;
          await pause(Math.random() * 400);
        }
      } else {
        expect([answer.status, answer.body.error?.code]).to.deep.equal([409, 'CONFLICT']);
        racer.lost++;
      }
    }
  };

  it(`${races} times: the published text is the last accepted revision, and a later request is refused`, async () => {
    let [edited, cancelled, late] = [0, 0, 0];
    for (let begun = 0; begun < races; begun += atOnce) {
      const client = await service().workspace(platforms);
      const scheduledFor = await client.in(600);
      const racers: Racer[] = [];
      await forEachOf(
        Array.from({ length: Math.min(atOnce, races - begun) }, (_, n) => `Racer ${begun + n}`),
        8,
        async (text) => {
          const accountIds = client.accounts(platforms);
          const { id } = await client.createPost(text, { scheduledFor, accountIds });
          racers.push({ id, text, cancelled: false, won: 0, lost: 0 });
        },
      );
      const running = Promise.all(racers.map((racer, index) => race(client, racer, index)));
      await pause(300 + Math.random() * 600);
      const left = (Date.parse(scheduledFor) - (await client.now()).getTime()) / 1000;
      await client.advance(Math.max(1, Math.ceil(left)));
      await running;

      let posts: PostBody[] = [];
      await until('all have ended', async () => (posts = await client.posts()).every(hasEnded), 60_000);
      const expected = racers.filter((racer) => !racer.cancelled).map(({ text }) => text);
      for (const platform of platforms) {
        const objects = await client.objects(platform);
        expect(objects.map(({ text }) => text).sort(), platform).to.deep.equal([...expected].sort());
      }
      for (const racer of racers) {
        const post = posts.find(({ id }) => id === racer.id);
        expect([post?.status, post?.content]).to.deep.equal([racer.cancelled ? 'cancelled' : 'published', racer.text]);
      }
      edited += racers.filter(({ won, cancelled: gone }) => won > 0 && !gone).length;
      cancelled += racers.filter((racer) => racer.cancelled).length;
      late += racers.filter(({ lost }) => lost > 0).length;
    }
    console.log(`      ${edited} edited in time, ${cancelled} cancelled in time, ${late} too late`);
    expect(late, 'somebody came too late').to.be.above(0);
    expect(edited, 'somebody edited in time').to.be.above(0);
    expect(cancelled, 'somebody cancelled in time').to.be.above(0);
  });
});
