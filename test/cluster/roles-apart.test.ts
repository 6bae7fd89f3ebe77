import { expect } from 'chai';
import { redisIsInstalled } from '../support/redis.ts';
import { Client, forEachOf, trio } from '../support/service-client.ts';
import { until } from '../support/until.ts';
import { broadcastThroughKill, requireOnceEach } from './broadcast.ts';
import { Cluster } from './cluster.ts';
import { accept, requireAllPublishedOnce } from './posts-on-the-way.ts';

const postsAmidEndings = 40;

if (redisIsInstalled())
  describe('two nodes of each role', function () {
    this.timeout(300_000);
    let cluster: Cluster;
    let client: Client;

    before(async () => {
      cluster = await Cluster.open();
    });
    afterEach(function () {
      if (this.currentTest?.state === 'failed')
        for (const { name, output } of cluster.nodes) console.log(`--- ${name}\n${output.slice(-2_000)}`);
    });
    after(() => cluster.close());

    it('start in any order: the API first, then the processes, the projector last', async () => {
      // The API node appends the demo workspace to the log before any processes node ever ran.
      await cluster.node('api-1').start();
      await cluster.node('processes-1').start();
      await cluster.node('projector-1').start();
      await Promise.all(['api-2', 'processes-2', 'projector-2'].map((name) => cluster.node(name).start()));
      for (const node of cluster.nodes) await until(`${node.name} is ready`, () => node.answers('/v1/ready'), 60_000);
      client = await cluster.workspace(trio);
      await client.expect(201, 'POST', '/webhooks', {
        url: cluster.receiver.url('/hook'),
        events: ['post.published'],
      });
      await requireAllPublishedOnce(cluster, client, [await accept(cluster, client, 'The first')]);
    });

    it('greet with their own addresses', () => {
      for (const node of cluster.nodes) expect(node.output, node.name).to.include(node.origin);
    });

    it('hold at most six database sessions each while idle', async () => {
      type Held = { name: string; sessions: number };
      let held: readonly Held[] = [];
      const sessions = async (): Promise<number> => {
        held = await cluster.query<Held>(
          `select application_name as name, count(*)::int as sessions from pg_stat_activity
           where application_name like 'social-publishing%' group by 1 order by 1`,
        );
        return held.reduce((total, one) => total + one.sessions, 0);
      };
      // The pool closes idle connections after 30 seconds.
      await until('few are left', async () => (await sessions()) <= 6 * cluster.nodes.length, 90_000);
      console.log(`      ${held.map(({ name, sessions: count }) => `${name}: ${count} of two nodes`).join(', ')}`);
    });

    it('keep nothing from vacuum, although one of each role waits for the other', async () => {
      await cluster.query('create table swept as select generate_series(1, 1000) as id');
      await cluster.query('delete from swept');
      await until('the rows that were deleted are gone from the disk', async () => {
        await cluster.query('vacuum swept');
        const [held] = await cluster.query<{ bytes: number }>(`select pg_relation_size('swept')::int as bytes`);
        return held?.bytes === 0;
      });
      await cluster.query('drop table swept');
    });

    it('lose no post when one node of each role is killed', async () => {
      const contents = Array.from({ length: 12 }, (_, index) => `Number ${index} through kills`);
      const posts: string[] = [];
      const creating = forEachOf(contents, 3, async (content) => posts.push(await accept(cluster, client, content)));
      for (const name of ['processes-1', 'projector-1', 'api-1']) await cluster.node(name).end('SIGKILL');
      await creating;
      await requireAllPublishedOnce(cluster, client, posts);
      await Promise.all(['processes-1', 'projector-1', 'api-1'].map((name) => cluster.node(name).start()));
    });

    it('send a broadcast once to each contact when one of them is killed amid it', async () => {
      const workspace = await cluster.workspace(['FACEBOOK']);
      const sent = await broadcastThroughKill(cluster, workspace, 'Half price through a kill');
      console.log(`      ${sent.outAtKill} of ${sent.people.length} messages were out at the kill`);
      requireOnceEach(sent);
    });

    it(`record every answer of the platforms to ${postsAmidEndings} posts while sessions end every second`, async () => {
      const contents = Array.from({ length: postsAmidEndings }, (_, index) => `Number ${index} amid ending sessions`);
      const posts: string[] = [];
      const ending = setInterval(() => void cluster.terminateSessions().catch(() => 0), 1_000);
      await forEachOf(contents, 4, async (content) => posts.push(await accept(cluster, client, content)));
      clearInterval(ending);
      await requireAllPublishedOnce(cluster, client, posts);
      const unknown: string[] = [];
      for (const id of posts) {
        const { data } = await client.expect<{ data: { type: string; data: { message?: string } }[] }>(
          ...([200, 'GET', `/posts/${id}/history?limit=100`] as const),
        );
        for (const event of data)
          // The sandbox keeps its objects in the same database: a 500 of its own is no answer.
          if (event.type === 'DestinationSendOutcomeUnknown' && !/ answered 5\d\d/.test(event.data.message ?? ''))
            unknown.push(`${id}: ${JSON.stringify(event.data)}`);
      }
      expect(unknown, 'sends that were answered and are recorded as unknown').to.deep.equal([]);
    });
  });
