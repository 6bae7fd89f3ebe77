import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { attemptSteps, type AttemptStep } from '../../processes/posts/attempt-steps.ts';
import { until } from '../support/until.ts';
import { type ReceivedDelivery, type Receiver, startReceiver } from '../processes/webhooks/receiver.ts';
import type { Client, PostBody } from '../support/service-client.ts';
import { ending } from './ending.ts';
import { ServiceProcess } from '../support/service-process.ts';

/** They take images by a step of their own, LinkedIn has first comments, and each can be asked what became of a send. */
const platforms = ['LINKEDIN', 'MASTODON', 'BLUESKY'] as const;
const comment = 'First under it';
/** The first wait of the ladder of retries. */
const ladderStartSeconds = 120;

/** What has to happen for an attempt to reach a step at all. */
type Setting = Readonly<{ silent?: true; unpublishes?: true; limited?: true }>;
const settingOf = (step: AttemptStep): Setting => {
  if (step === 'removal-postponed') return { unpublishes: true, limited: true };
  if (step === 'removed' || step === 'removal-recorded') return { unpublishes: true };
  return step === 'doubt-recorded' || step === 'looked' || step === 'look-recorded' ? { silent: true } : {};
};

const posted = async (client: Client, platform: string, kind: string): Promise<string[]> => {
  const objects = await client.objects(platform);
  return objects.filter((one) => one.kind === kind && !one.deleted).map(({ text }) => text);
};

describe('the service killed at each step of an attempt', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'kill-steps-'));
  const killFile = path.join(folder, 'step');
  let receiver: Receiver;
  let service: ServiceProcess;

  before(async () => {
    receiver = await startReceiver();
    const authority = path.join(folder, 'ca.pem');
    writeFileSync(authority, receiver.ca);
    service = await ServiceProcess.start('node', {
      SANDBOX_KILL_FILE: killFile,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: authority,
    });
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.log(service.output.slice(-4_000));
  });
  after(async () => {
    await service.dispose();
    await receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Lets the service die at a step that it reaches by what is done, and starts it again. */
  const dyingAt = async (step: AttemptStep, act: () => Promise<unknown>): Promise<void> => {
    writeFileSync(killFile, step);
    // The request itself may be cut off.
    await act().catch(() => undefined);
    expect(await service.died(60_000)).to.equal('SIGKILL');
    await service.start();
  };

  const reported = (events: readonly string[], postId: string): Promise<void> => {
    const names = (): string[] =>
      receiver.received.filter(({ body }: ReceivedDelivery) => body.includes(postId)).map(({ event }) => event);
    return until(
      `the receiver gets ${events.join(', ')}`,
      () => events.every((event) => names().includes(event)),
      30_000,
    );
  };

  for (const step of attemptSteps) {
    it(`at "${step}": every object once, the post at its end, its webhooks sent`, async () => {
      const { silent, unpublishes, limited } = settingOf(step);
      const client = await service.workspace(platforms);
      const hook = { url: receiver.url(`/${step}`), events: ['post.created', 'post.published', 'post.state_changed'] };
      await client.expect(201, 'POST', '/webhooks', hook);
      const picture = { url: 'https://files.example.com/picture.jpg', contentType: 'image/jpeg' };
      const media = await client.expect<{ id: string }>(201, 'POST', '/media/register', picture);
      const content = `Cut off at ${step}`;
      const accountIds = client.accounts(platforms);
      const more = { accountIds, mediaIds: [media.id], firstComment: comment, firstCommentDelay: 0 };
      if (silent) await client.fault('MASTODON', 'reset_after');
      const { id } = await client.createPost(content, more);
      const publish = () => client.expect<PostBody>(200, 'POST', `/posts/${id}/publish`);

      if (unpublishes) await publish();
      else await dyingAt(step, publish);
      const [post] = await ending(client, 1);
      expect(post?.status, JSON.stringify(post?.platforms)).to.equal('published');
      await until('the comment is there', async () => (await posted(client, 'LINKEDIN', 'comment')).length > 0);
      await reported(['post.created', 'post.published'], id);
      for (const platform of platforms)
        expect(await posted(client, platform, 'post'), platform).to.deep.equal([content]);
      expect(await posted(client, 'LINKEDIN', 'comment')).to.deep.equal([comment]);
      if (!unpublishes) return;

      if (limited) await client.fault('MASTODON', 'rate_limited', 1, 'delete');
      await dyingAt(step, () => client.call('POST', `/posts/${id}/unpublish`));
      if (limited) {
        const waits = async () => (await client.post(id)).platforms.some(({ removal }) => removal?.nextAttemptAt);
        await until('the removal waits', waits, 30_000);
        await client.advance(ladderStartSeconds);
      }
      await until('the post is unpublished', async () => (await client.post(id)).status === 'unpublished', 60_000);
      for (const platform of platforms) expect(await posted(client, platform, 'post'), platform).to.deep.equal([]);
      await reported(['post.state_changed'], id);
    });
  }
});
