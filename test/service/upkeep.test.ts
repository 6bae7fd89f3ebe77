import { expect } from 'chai';
import type { Plan } from '../../domain/plans/plan.ts';
import { workspace as workspaceDecider } from '../../domain/workspaces/workspace.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { until } from '../support/until.ts';

const day = 86_400;

describe('the upkeep of posts in a running service', function () {
  this.timeout(90_000);
  const service = useRunningService();

  const start = async (plan: Plan = 'agency') => {
    const workspace = await service().workspace(plan, false);
    const { body: account } = await workspace.send('POST /sandbox/accounts', { platform: 'MASTODON' });
    return { ...workspace, accountIds: [String(account.id)] };
  };
  type Started = TestWorkspace & Readonly<{ accountIds: readonly string[] }>;

  const statusOf = async ({ send }: Started, id: string): Promise<string> =>
    (await send(`GET /posts/${id}`)).body.status;

  const publish = async ({ send, accountIds, awaited }: Started, content: string): Promise<string> => {
    const { body } = await send('POST /posts', { content, accountIds });
    await send(`POST /posts/${body.id}/publish`);
    await awaited(`GET /posts/${body.id}`, ({ status }) => status === 'published');
    return String(body.id);
  };

  const schedule = async ({ send, accountIds }: Started, at: number, content: string): Promise<string> => {
    const { status, body } = await send('POST /posts', {
      content,
      accountIds,
      scheduledFor: new Date(at).toISOString(),
    });
    expect(status).to.equal(201);
    return String(body.id);
  };

  const changePlan = ({ workspaceId, asService }: Started, plan: Plan) =>
    service().commands.handle(workspaceDecider, workspaceId, { type: 'change-plan', plan }, asService());

  const settings = ({ send, workspaceId }: Started, autoArchiveDays: number) =>
    send(`PATCH /workspaces/${workspaceId}`, { settings: { autoArchiveDays } });

  describe('archiving', () => {
    it('takes posts when they have been published for the days set, and no others', async () => {
      const workspace = await start();
      expect((await settings(workspace, 30)).status).to.equal(200);
      const old = await publish(workspace, 'An old one');
      await workspace.advance(20 * day);
      const young = await publish(workspace, 'A young one');
      await workspace.advance(10 * day - 600);
      expect(await statusOf(workspace, old)).to.equal('published');
      await workspace.advance(600);
      await workspace.awaited(`GET /posts/${old}`, ({ status }) => status === 'archived');
      expect(await statusOf(workspace, young)).to.equal('published');
      await workspace.advance(20 * day);
      await workspace.awaited(`GET /posts/${young}`, ({ status }) => status === 'archived');
    });

    it('never happens without the setting, and at once to what is old enough when it is made', async () => {
      const workspace = await start();
      const [one, other] = [await publish(workspace, 'One'), await publish(workspace, 'Other')];
      await workspace.advance(70 * day);
      expect(await statusOf(workspace, one)).to.equal('published');
      await settings(workspace, 90);
      await workspace.advance(10 * day);
      expect(await statusOf(workspace, one)).to.equal('published');
      await settings(workspace, 60);
      for (const id of [one, other]) await workspace.awaited(`GET /posts/${id}`, ({ status }) => status === 'archived');
    });
  });

  describe('a plan with too many scheduled posts', () => {
    /** Twelve posts an hour from now on, a minute apart, and then a plan that allows ten. */
    const twelveOnFree = async () => {
      const workspace = await start();
      const first = (await workspace.now()) + 3_600_000;
      const posts: string[] = [];
      for (let index = 0; index < 12; index += 1) {
        posts.push(await schedule(workspace, first + index * 60_000, `Number ${index}`));
      }
      await changePlan(workspace, 'free');
      await workspace.awaited('GET /posts?status=payment_paused', ({ posts: paused }) => paused.length === 2);
      return { workspace, kept: posts.slice(0, 10), paused: posts.slice(10) };
    };

    it('holds back the latest, sends the others, and sends what it held back as places come free', async () => {
      const { workspace, kept, paused } = await twelveOnFree();
      const held = (await workspace.send('GET /posts?status=payment_paused')).body.posts;
      expect(held.map(({ id }: { id: string }) => id)).to.have.members(paused);
      await workspace.advance(2 * 3_600);
      for (const id of [...kept, ...paused])
        await workspace.awaited(`GET /posts/${id}`, ({ status }) => status === 'published');
    });

    it('resumes the soonest of the posts it held back when another is cancelled', async () => {
      const { workspace, kept, paused } = await twelveOnFree();
      await workspace.send(`POST /posts/${kept[3]}/cancel`);
      await workspace.awaited(`GET /posts/${paused[0]}`, ({ status }) => status === 'scheduled');
      expect(await statusOf(workspace, paused[1] ?? '')).to.equal('payment_paused');
    });

    it('lets posts whose time has not come wait for it after an upgrade', async () => {
      const { workspace, paused } = await twelveOnFree();
      await changePlan(workspace, 'agency');
      for (const id of paused) await workspace.awaited(`GET /posts/${id}`, ({ status }) => status === 'scheduled');
    });

    it('forgets what was held back for longer than thirty days', async () => {
      const { workspace, paused } = await twelveOnFree();
      await workspace.advance(31 * day);
      await changePlan(workspace, 'agency');
      const levelled = async (): Promise<boolean> => {
        const { events } = await service().store.read(`postUpkeep-${workspace.workspaceId}`);
        const last = events.findLast(({ type }) => type === 'PlanLimitsApplied');
        return (last?.data as { plan: Plan } | undefined)?.plan === 'agency';
      };
      await until('the new plan was applied', levelled);
      for (const id of paused) expect(await statusOf(workspace, id)).to.equal('payment_paused');
    });
  });
});
