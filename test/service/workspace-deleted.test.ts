import { expect } from 'chai';
import { sql } from 'kysely';
import { comment } from '../../domain/comments/comment.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { freshId } from '../support/edge.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { until } from '../support/until.ts';

const day = 86_400;
const platforms = ['TWITTER', 'MASTODON', 'BLUESKY'] as const;
/** More than the erasure reads at once. */
const comments = 230;

describe('a deleted workspace', function () {
  this.timeout(240_000);
  const service = useRunningService();

  const bySession = ({ sessionToken }: TestWorkspace, line: string, body?: unknown) =>
    service().ask(sessionToken, line, body);

  const receiveComments = async ({ asService }: TestWorkspace): Promise<void> => {
    const written = { postId: null, platform: 'BLUESKY', platformPostId: 'p', parentCommentId: null } as const;
    await Promise.all(
      Array.from({ length: comments }, async (_, index) => {
        const [commentId, contactId] = [freshId(), freshId()];
        const author = { id: `a${index}`, username: 'zoe' };
        const view = { author, content: 'Words', platformCommentId: `n${index}`, permalinkUrl: null };
        const at = '2026-01-01T00:00:00.000Z';
        const received = { ...written, ...view, commentId, contactId, accountId: 'a', platformCreatedAt: at };
        await service().commands.handle(comment, commentId, { type: 'receive-comment', ...received }, asService());
      }),
    );
  };

  const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

  /** The public address of a file of the workspace. */
  const stored = async ({ send }: TestWorkspace): Promise<string> => {
    const { uploadUrl, uploadHeaders, publicUrl } = (await send('POST /uploads/avatar-url')).body as unknown as {
      uploadUrl: string;
      uploadHeaders: Record<string, string>;
      publicUrl: string;
    };
    const headers = { ...uploadHeaders };
    expect((await fetch(uploadUrl, { method: 'PUT', headers, body: 'a picture' })).ok).to.equal(true);
    expect(await statusOf(publicUrl)).to.equal(200);
    return publicUrl;
  };

  /** A workspace with accounts, a scheduled post, one that waits for its retry, a delivery that waits for its own, and comments. */
  const armed = async () => {
    const workspace = await service().workspace('agency');
    const { send, accounts } = workspace;
    const url = 'https://receiver.invalid/hook';
    expect((await send('POST /webhooks', { url, events: ['post.scheduled'] })).status).to.equal(201);
    const of = (platform: (typeof platforms)[number]) => accounts[platform] ?? '';
    const scheduledFor = new Date((await workspace.now()) + 3_600_000).toISOString();
    const scheduled = await send('POST /posts', { content: 'Later', accountIds: platforms.map(of), scheduledFor });
    expect(scheduled.status, JSON.stringify(scheduled.body)).to.equal(201);
    const fault = { platform: 'MASTODON', operation: 'publish', fault: 'rate_limited', times: 1 };
    expect((await send('POST /sandbox/faults', fault)).status).to.equal(201);
    const { body: post } = await send('POST /posts', { content: 'Held up', accountIds: [of('MASTODON')] });
    await send(`POST /posts/${post.id}/publish`);
    await receiveComments(workspace);
    const seen = async (type: string) => (await eventsOf(workspace)).some((event) => event.type === type);
    await until('the retry is recorded', () => seen('DestinationRetryScheduled'), 30_000);
    await until('the delivery waits for its retry', () => seen('WebhookDeliveryAttemptFailed'), 30_000);
    return workspace;
  };

  /** All events of the workspace, in the order of the log. */
  const eventsOf = async ({ workspaceId }: TestWorkspace): Promise<readonly Recorded[]> => {
    const found: Recorded[] = [];
    const head = await service().store.head();
    const stop = new AbortController();
    for await (const { events, to } of service().store.follow('start', { signal: stop.signal })) {
      found.push(...events.filter(({ meta }) => meta?.workspaceId === workspaceId));
      if (!head || to.commit >= head.commit) break;
    }
    stop.abort();
    return found;
  };

  // The subscription is its owner's, who may have another workspace.
  const rowsOf = async ({ workspaceId }: TestWorkspace) => {
    const { rows } = await sql<{ process: string; instance: string }>`
      select process, instance from process_instance where workspace_id = ${workspaceId} and process <> 'subscription-timers'`.execute(
      service().database.kysely,
    );
    return rows;
  };

  /** Tokens of the workspace's accounts that the platforms still honour. */
  const honoured = async ({ workspaceId }: TestWorkspace): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from sandbox_secret as secret
      join sandbox_account as account on account.platform = secret.platform
        and account.native_id = secret.account_native_id
      where account.workspace_id = ${workspaceId} and secret.kind in ('access', 'refresh') and not secret.revoked
        and not secret.spent and secret.platform = any(${platforms})`.execute(service().database.kysely);
    return rows[0]?.count ?? 0;
  };

  const kept = async ({ workspaceId }: TestWorkspace): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from secret where workspace_id = ${workspaceId}`.execute(service().database.kysely);
    return rows[0]?.count ?? 0;
  };

  /** Waits for the erasure, lets two days pass, and looks at what the workspace did since its deletion. */
  const expectDisarmed = async (workspace: TestWorkspace): Promise<void> => {
    const isErased = async () => (await eventsOf(workspace)).some(({ type }) => type === 'WorkspaceErased');
    await until('the workspace is erased', isErased, 90_000);
    await until('nothing of it is left to do', async () => (await rowsOf(workspace)).length === 0, 30_000);
    await service().ask(service().demo.apiKey, 'POST /sandbox/clock/advance', { seconds: 2 * day });
    expect(await rowsOf(workspace)).to.deep.equal([]);
    const events = await eventsOf(workspace);
    const since = events.slice(events.findIndex(({ type }) => type === 'WorkspaceDeleted') + 1);
    const types = since.map(({ type }) => type);
    for (const type of [
      'PostPublishingStarted',
      'DestinationSendStarted',
      'WebhookDeliveryAttemptStarted',
      'DestinationRetryScheduled',
      'AccountTokenRefreshed',
    ])
      expect(types).not.to.include(type);
    const forgotten = since.filter(({ type }) => type === 'AccountTokensForgotten');
    expect(forgotten).to.have.lengthOf(Object.keys(workspace.accounts).length);
    for (const platform of platforms)
      expect(forgotten.find(({ stream }) => stream === `account-${workspace.accounts[platform]}`)?.data).to.include({
        revoked: true,
      });
    expect(types.filter((type) => type === 'CommentForgotten')).to.have.lengthOf(comments);
    expect(types.lastIndexOf('AccountTokensForgotten')).to.be.lessThan(types.indexOf('CommentForgotten'));
    expect(await honoured(workspace)).to.equal(0);
    expect(await kept(workspace)).to.equal(0);
  };

  it('sends nothing more, and gives its tokens back before it forgets a comment', async () => {
    const workspace = await armed();
    const file = await stored(workspace);
    expect(await honoured(workspace)).to.be.greaterThan(0);
    const second = await bySession(workspace, 'POST /workspaces', { name: 'Second', slug: `second-${Date.now()}` });
    expect(second.status, JSON.stringify(second.body)).to.equal(201);
    // The subscription was bought in this workspace.
    await bySession(workspace, 'POST /billing/cancel');
    const { status, body } = await bySession(workspace, `DELETE /workspaces/${workspace.workspaceId}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    await expectDisarmed(workspace);
    expect(await statusOf(file)).to.equal(404);
  });

  it('does the same when it goes with the account of its owner', async () => {
    const workspace = await armed();
    const { status, body } = await bySession(workspace, 'DELETE /users/me?deleteWorkspaces=true');
    expect(status, JSON.stringify(body)).to.equal(200);
    await expectDisarmed(workspace);
  });
});
