import { expect } from 'chai';
import fc from 'fast-check';
import { allows, featureGates, type Feature } from '../../domain/plans/plan.ts';
import { openBelow, openBelowPlan } from '../../domain/plans/open-below.ts';
import { workspace as workspaceOf } from '../../domain/workspaces/workspace.ts';
import { compileRoutes, type Route } from '../../infra/edge/http/route.ts';
import { queryText, rightfulOf } from '../infra/edge/endpoints/asked-of.ts';
import { everyRead, everyWrite } from '../infra/edge/endpoints/every-endpoint.ts';
import { inhabit, type Inhabited } from '../infra/edge/endpoints/inhabited.ts';
import type { Answer } from '../support/edge.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { until } from '../support/until.ts';

const dayS = 86_400;
const routes = compileRoutes(everyWrite, everyRead);
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const gated = routes.filter(({ endpoint }) => endpoint.gate !== undefined);
const planRefusals = new Set(Object.values(featureGates).map(({ refusal }) => refusal as string));
const outcomeOf = ({ status, body }: Answer): string => `${status} ${body['error']?.code ?? ''}`;
/** Whether the plan is why it was refused: LIMIT_EXCEEDED has other reasons, which name no feature. */
const isByPlan = ({ status, body }: Answer): boolean =>
  (status === 402 || status === 403) &&
  planRefusals.has(String(body['error']?.code)) &&
  body['error']?.details?.feature !== undefined;

describe('a lower plan of a running service', function () {
  this.timeout(240_000);
  const service = useRunningService();

  const ask = (home: Inhabited, route: Route, token: string, body?: unknown): Promise<Answer> => {
    const [asked] = fc.sample(rightfulOf(route, home), { seed: 7, numRuns: 1 });
    const path = route.path
      .slice('/v1'.length)
      .replace(/:([A-Za-z]+)/g, (_, name: string) => asked?.params[name] ?? 'TWITTER');
    const headers: Record<string, string> = token.startsWith('svc_') ? {} : { 'x-workspace-id': home.workspaceId };
    return service().ask(token, `${route.method} ${path}${queryText(asked?.query)}`, body ?? asked?.body, headers);
  };
  const tokenFor = ({ required }: Route, { apiKey, sessionToken }: Inhabited): string =>
    required.kind === 'session' || required.approves ? sessionToken : apiKey;

  it('leaves open what the table names, and closes everything else of a feature', async () => {
    const home = await inhabit(service());
    const asService = (await service().workspace('free', false)).asService();
    const meta = { ...asService.meta, workspaceId: home.workspaceId };
    const lower = { type: 'change-plan', plan: 'starter' } as const;
    await service().commands.handle(workspaceOf, home.workspaceId, lower, { ...asService, meta });
    const at = `GET /workspaces/${home.workspaceId}`;
    await until('the plan is lower', async () => (await service().ask(home.apiKey, at)).body['plan'] === 'starter');
    // A node remembers the plan of a caller for a moment.
    for (const token of [home.apiKey, home.sessionToken])
      await until('the plan of the caller is lower', async () =>
        isByPlan(
          await service().ask(token, 'POST /broadcasts/preview-count', {}, { 'x-workspace-id': home.workspaceId }),
        ),
      );

    const found: string[] = [];
    // Reads first, then what stops, then what deletes: each finds the things there.
    const order = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'];
    const sorted = routes
      .filter((route) => route.endpoint.gate !== undefined || openBelow(route.method, route.path))
      .toSorted((one, other) => order.indexOf(one.method) - order.indexOf(other.method));
    for (const route of sorted) {
      const open = openBelow(route.method, route.path);
      const token = tokenFor(route, home);
      const stop =
        open?.stopsBy && Object.fromEntries(Object.entries(open.stopsBy).map(([key, [value]]) => [key, value]));
      const answer = await ask(home, route, token, stop);
      if (isByPlan(answer) === (open !== undefined)) found.push(`${nameOf(route)}: ${outcomeOf(answer)}`);
      if (!stop) continue;
      const more = await ask(home, route, token, {
        ...stop,
        displayName: 'B',
        name: 'B',
        isActive: true,
        enabled: true,
      });
      if (!isByPlan(more)) found.push(`${nameOf(route)} with more: ${outcomeOf(more)}`);
    }
    expect(found).to.deep.equal([]);
    expect(sorted.filter(({ method, path }) => openBelow(method, path)).map(nameOf)).to.have.members(
      openBelowPlan.map(({ route }) => route),
    );
  });

  it('is as the reference has it for a workspace that never had more', async () => {
    const free = await service().workspace('free', false);
    const home: Inhabited = {
      ...free,
      ids: [free.workspaceId],
      byName: {},
      byGroup: { workspaces: [free.workspaceId] },
    };
    const byId = (route: Route): Inhabited =>
      route.path.startsWith('/v1/workspaces') ? home : { ...home, byGroup: {}, byName: {} };
    const found: string[] = [];
    for (const route of gated) {
      const { status, body } = await ask(byId(route), route, tokenFor(route, home));
      const { feature } = (body['error']?.details ?? {}) as { feature?: Feature };
      const expected = feature && [
        feature === 'approvals' || feature === 'custom_webhooks' ? 402 : 403,
        featureGates[feature].refusal,
      ];
      if (JSON.stringify([status, body['error']?.code]) !== JSON.stringify(expected))
        found.push(`${nameOf(route)}: ${status} ${JSON.stringify(body)}`);
    }
    expect(found).to.deep.equal([]);
    expect(gated.length).to.be.greaterThan(45);
  });

  /** What a workspace has, without what only the passing of time changes. */
  const possessions = async (of: TestWorkspace, approvalOf: string): Promise<unknown> => {
    const lists = ['sequences', 'broadcasts', 'comment-automations', 'calendar/personas', 'calendar/posts', 'personas'];
    const lines = [
      ...lists.map((list) => `GET /${list}`),
      `GET /workspaces/${of.workspaceId}/approval-workflows`,
      `GET /posts/${approvalOf}/approval-status`,
      'GET /webhooks',
    ];
    const answers: unknown[] = [];
    for (const line of lines) {
      const { status, body } = await of.byOwner(line);
      expect(status, `${line}: ${JSON.stringify(body)}`).to.equal(200);
      answers.push(body);
    }
    return answers;
  };
  const pausedOf = async (of: TestWorkspace): Promise<number> => {
    const { body } = await of.send('GET /accounts?limit=100');
    return (body['data'] as { paused: boolean }[]).filter(({ paused }) => paused).length;
  };

  it('loses nothing in its grace and at its end, and everything resumes when the plan is back', async () => {
    const of = await service().workspace('agency');
    const made = async (line: string, body: unknown, by: 'send' | 'byOwner' = 'send') => {
      const answer = await of[by](line, body);
      expect(answer.status, `${line}: ${JSON.stringify(answer.body)}`).to.be.lessThan(300);
      return (answer.body['data'] ?? answer.body) as { id: string };
    };
    const { FACEBOOK = '', MASTODON = '' } = of.accounts;
    const author = { id: 'zoe', username: 'zoe' };
    const [sequence] = [await made('POST /sequences', { name: 'Welcome', exitOnReply: false })];
    await made(`POST /sequences/${sequence.id}/steps`, { messageTemplate: 'One', delayHours: 24 * 45 });
    await made(`PATCH /sequences/${sequence.id}`, { status: 'ACTIVE' });
    await made('POST /sandbox/inbox/messages', { accountId: FACEBOOK, text: 'Hello', author });
    const contacts = await of.awaited('GET /contacts', ({ contacts: all }) => (all as unknown[]).length > 0);
    const [{ id: contactId } = { id: '' }] = contacts['contacts'] as { id: string }[];
    await made(`POST /sequences/${sequence.id}/enrollments`, { contactId, platform: 'FACEBOOK' });
    await made('POST /broadcasts', {
      name: 'Spring',
      messageTemplate: 'Half price',
      platforms: ['FACEBOOK'],
      scheduledFor: new Date((await of.now()) + 300 * dayS * 1000).toISOString(),
    });
    await made('POST /comment-automations', { name: 'Price', keywords: ['price'], actions: { tags: ['lead'] } });
    await made('POST /calendar/personas', { slug: 'ada', displayName: 'Ada' });
    await made('POST /calendar/posts', { accountId: MASTODON, platform: 'MASTODON', content: 'Planned' });
    await made('POST /personas/wizard', { name: 'Ada', modules: { voice: { tone: 'dry' } } });
    await made('POST /webhooks', { url: 'https://example.com/hook', events: ['post.published'] });
    const steps = [{ order: 1, role: 'Editor', approverIds: [of.userId] }];
    const workflow = await made(`POST /workspaces/${of.workspaceId}/approval-workflows`, { name: 'Legal', steps });
    const awaiting = await made('POST /posts', { content: 'Ask first', accountIds: [MASTODON], saveAsDraft: true });
    await made(`POST /posts/${awaiting.id}/start-approval`, { workflowId: workflow.id }, 'byOwner');
    const before = await possessions(of, awaiting.id);
    const enrolled = () => of.byOwner(`GET /sequences/${sequence.id}/enrollments`);
    const planIs = (plan: string) => of.awaited(`GET /workspaces/${of.workspaceId}`, (body) => body['plan'] === plan);

    await made('POST /subscription/change-plan', { plan: 'free' });
    await of.advance(32 * dayS);
    await planIs('free');
    expect(await possessions(of, awaiting.id), 'in the grace').to.deep.equal(before);
    expect(await pausedOf(of), 'in the grace').to.equal(0);

    await of.advance(15 * dayS);
    await until('accounts beyond the plan are paused', async () => (await pausedOf(of)) === 12);
    expect(await possessions(of, awaiting.id), 'after the grace').to.deep.equal(before);
    expect(allows('free', 'sequences')).to.equal(false);
    expect((await enrolled()).body['enrollments']).to.have.nested.property('[0].waitingFor', 'PLAN');

    await made('POST /subscription/change-plan', { plan: 'agency' });
    await planIs('agency');
    expect(await possessions(of, awaiting.id), 'after coming back').to.deep.equal(before);
    await until('all accounts publish again', async () => (await pausedOf(of)) === 0);
    // The contact wrote long ago, so that the message which is due now finds its window closed.
    await of.awaited(`GET /sequences/${sequence.id}/enrollments`, ({ enrollments }) => {
      const [one] = enrollments as { exitReason: string | null }[];
      return one?.exitReason === 'WINDOW_CLOSED';
    });
    const approved = await of.byOwner(`POST /posts/${awaiting.id}/approve`, {});
    expect(approved.body, JSON.stringify(approved.body)).to.include({ status: 'approved' });
  });
});
