import { expect } from 'chai';
import { until } from '../support/until.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { publish, sync } from './commenting.ts';

type Step = { step: string; outcome: string; code: string | null };
type Run = { contactId: string; keyword: string; steps: Step[]; endedAt: string | null };

describe('comment automations of a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  const rule = { name: 'Price', keywords: ['price'], actions: { reply: 'We wrote to you' } };
  const codeOf = ({ body }: { body: Record<string, unknown> }) => (body['error'] as { code: string } | undefined)?.code;
  const made = async (workspace: TestWorkspace, more: object = {}) => {
    const { status, body } = await workspace.send('POST /comment-automations', { ...rule, ...more });
    expect(status, JSON.stringify(body)).to.equal(201);
    return body['automation'] as Record<string, unknown> & { id: string };
  };
  const sentOn = async (workspace: TestWorkspace, kind: string) =>
    (
      (await workspace.send('GET /sandbox/platforms/FACEBOOK/objects')).body['objects'] as {
        kind: string;
        text: string;
        direction?: string;
      }[]
    )
      .filter((each) => each.kind === kind && each.text !== 'Hello')
      .map(({ text }) => text);

  it('reply, write, tag and enroll once for a person, whatever happens to the answer of the platform', async () => {
    const workspace = await service().workspace();
    const accountId = workspace.accounts.FACEBOOK;
    const sequence = (await workspace.send('POST /sequences', { name: 'Leads' })).body['sequence'] as { id: string };
    await workspace.send(`POST /sequences/${sequence.id}/steps`, { messageTemplate: 'Still there?', delayHours: 5 });
    await workspace.send(`PATCH /sequences/${sequence.id}`, { status: 'ACTIVE' });
    const actions = { reply: 'We wrote to you', directMessage: 'It is 5', tags: ['lead'], sequenceId: sequence.id };
    const post = await publish(workspace, 'FACEBOOK');
    const says = async (id: string, text: string) => {
      const platformPostId = post.nativeOn('FACEBOOK');
      const author = { id, username: `person-${id}` };
      const told = await workspace.send('POST /sandbox/inbox/comments', { accountId, platformPostId, text, author });
      expect(told.status, JSON.stringify(told.body)).to.equal(201);
      await sync(workspace, 'FACEBOOK');
    };
    await says('899', 'The price, before there was a rule');
    await workspace.advance(60);
    const { id } = await made(workspace, { accountId, postId: post.id, actions });
    const other = await made(workspace, { keywords: ['how much'], actions: { tags: ['curious'] } });
    const runs = async (count: number, of = id) =>
      (
        await workspace.awaited(`GET /comment-automations/${of}/runs`, ({ runs: found }) => {
          const all = found as Run[];
          return all.length === count && all.every(({ endedAt }) => endedAt !== null);
        })
      )['runs'] as Run[];
    const hello = { accountId, text: 'Hello', author: { id: '900', username: 'person-900' } };
    await workspace.send('POST /sandbox/inbox/messages', hello);
    await says('900', 'What is the price?');
    const [run] = await runs(1);
    expect(run?.keyword).to.equal('price');
    expect(run?.steps).to.deep.equal(
      ['DIRECT_MESSAGE', 'REPLY', 'TAGS', 'SEQUENCE'].map((step) => ({ step, outcome: 'DONE', code: null })),
    );
    const { body: contact } = await workspace.send(`GET /contacts/${run?.contactId}`);
    expect(contact).to.deep.include({ tags: ['lead'], sequenceEnrollmentCount: 1, messagesSentCount: 1 });

    // Of the two, only the second person is new, who never wrote a message: the private reply needs none.
    await says('900', 'The price again, and how much');
    await workspace.send('POST /sandbox/faults', {
      platform: 'FACEBOOK',
      operation: 'comment',
      fault: 'reset_after',
      times: 1,
    });
    await says('901', 'price?');
    const begun = (await workspace.awaited(`GET /comment-automations/${id}/runs`, (body) => body['runs'].length === 2))[
      'runs'
    ] as (Run & { commentId: string })[];
    await until('the answer of the platform was lost', async () => {
      const path = `/inbox/comments/${begun[0]?.commentId}/history`;
      const { body } = await service().ask(workspace.sessionToken, `GET ${path}`);
      return JSON.stringify(body).includes('CommentReplyOutcomeUnknown');
    });
    // It is looked for once the platform had the time to list the reply.
    await workspace.advance(120);
    const [next] = await runs(2);
    expect(next?.steps.slice(0, 3)).to.deep.equal([
      { step: 'DIRECT_MESSAGE', outcome: 'DONE', code: null },
      { step: 'REPLY', outcome: 'DONE', code: null },
      { step: 'TAGS', outcome: 'DONE', code: null },
    ]);
    expect(await runs(1, other.id)).to.have.length(1);
    expect(await sentOn(workspace, 'reply')).to.deep.equal(['We wrote to you', 'We wrote to you']);
    expect(await sentOn(workspace, 'message')).to.deep.equal(['It is 5', 'It is 5']);

    const tried = await workspace.send(`POST /comment-automations/${id}/dry-run`, {});
    expect(tried.body).to.include({ examined: 4, matched: 4, wouldRun: 1 });
    expect((tried.body['matches'] as { reason: string | null }[]).map(({ reason }) => reason)).to.deep.equal([
      'ALREADY_RUN',
      'ALREADY_RUN',
      'ALREADY_RUN',
      null,
    ]);
    expect(await sentOn(workspace, 'reply')).to.have.length(2);
  });

  it('are created, changed, listed and deleted, and refuse what the workspace does not have', async () => {
    const workspace = await service().workspace();
    const first = await made(workspace);
    expect(first).to.deep.include({
      workspaceId: workspace.workspaceId,
      name: 'Price',
      accountId: null,
      postId: null,
      keywords: ['price'],
      match: 'WORD',
      isActive: true,
      actions: { reply: 'We wrote to you', directMessage: null, tags: [], sequenceId: null },
    });
    const second = await made(workspace, { match: 'exact', isActive: false });
    expect(second).to.deep.include({ match: 'EXACT', isActive: false, activeSince: null });
    expect((await workspace.send('GET /comment-automations?limit=1')).body).to.deep.equal({
      automations: [second],
      pagination: { page: 1, limit: 1, total: 2, totalPages: 2 },
    });
    const at = `/comment-automations/${first.id}`;
    const changed = await workspace.send(`PATCH ${at}`, {
      isActive: false,
      keywords: ['cost'],
      actions: { tags: ['a'] },
    });
    expect(changed.body['automation']).to.deep.include({
      isActive: false,
      keywords: ['cost'],
      name: 'Price',
      actions: { reply: null, directMessage: null, tags: ['a'], sequenceId: null },
    });
    expect((await workspace.send(`GET ${at}`)).body).to.deep.equal({ automation: changed.body['automation'] });
    expect((await workspace.send(`POST ${at}/dry-run`, {})).body).to.deep.equal({
      examined: 0,
      matched: 0,
      wouldRun: 0,
      matches: [],
    });
    expect((await workspace.send(`DELETE ${at}`)).body).to.deep.equal({ success: true });
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
      expect((await workspace.send(`${method} ${at}`, body)).status, method).to.equal(404);
    const other = await service().workspace();
    expect((await other.send(`GET /comment-automations/${second.id}/runs`)).status).to.equal(404);
    for (const wrong of [
      { name: '' },
      { keywords: [] },
      { keywords: ['x'.repeat(101)] },
      { match: 'REGEX' },
      { actions: {} },
      { accountId: other.accounts.FACEBOOK },
      { postId: first.id },
      { actions: { sequenceId: first.id } },
    ])
      expect(
        codeOf(await workspace.send('POST /comment-automations', { ...rule, ...wrong })),
        JSON.stringify(wrong),
      ).to.equal('VALIDATION_ERROR');
    const pro = await service().workspace('pro');
    await made(pro);
    const upgrade = await pro.send('POST /comment-automations', { ...rule, actions: { sequenceId: first.id } });
    expect([upgrade.status, codeOf(upgrade)]).to.deep.equal([403, 'PLAN_UPGRADE_REQUIRED']);
    const starter = await service().workspace('starter');
    for (const line of ['GET /comment-automations', 'POST /comment-automations']) {
      const refused = await starter.send(line, line.startsWith('POST') ? rule : undefined);
      expect([refused.status, codeOf(refused)], line).to.deep.equal([403, 'PLAN_UPGRADE_REQUIRED']);
    }
  });
});
