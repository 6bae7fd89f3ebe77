import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readSandboxApps, type SandboxApp, type SandboxApps } from '@social-publishing/platform-sandbox';
import { verifyTokenOf } from '../../infra/adapters/platform-webhooks/answer-platforms.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { comment, publish, sync, texts, type Listed } from './commenting.ts';

/** Verified, kept and carried out once. */
describe('the webhooks of platforms', function () {
  this.timeout(60_000);
  const service = useRunningService();
  const inbox = async (of: TestWorkspace): Promise<(Listed & Record<string, unknown>)[]> =>
    (await service().ask(of.sessionToken, 'GET /inbox/comments')).body.data;
  const address = (name: string) => `${service().demo.baseUrl}/platform-webhooks/test/${name}`;
  let apps: SandboxApps;
  before(async () => {
    apps = await readSandboxApps(service().dataDir);
  });
  const secretOf = (name: SandboxApp): string => apps[name].clientSecret;
  const signed = (body: string, key = secretOf('FACEBOOK')) =>
    `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
  const post = async (body: string, signature = signed(body), name = 'facebook'): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
    return (await fetch(address(name), { method: 'POST', body, headers })).status;
  };

  /** What the platforms' reports recorded in a workspace. Other events may follow those of a request at any time. */
  const reportedIn = async ({ workspaceId }: TestWorkspace): Promise<readonly string[]> => {
    const head = await service().store.head();
    const stop = new AbortController();
    const types: string[] = [];
    for await (const { events, to } of service().store.follow('start', { signal: stop.signal })) {
      for (const { type, meta } of events)
        if (meta.workspaceId === workspaceId && meta.actor.id === 'platform-webhooks') types.push(type);
      if (!head || to.commit >= head.commit) break;
    }
    stop.abort();
    return types;
  };

  it('show a comment of Facebook and Threads at once, the same as a reading would', async () => {
    const of = await service().workspace();
    for (const platform of ['FACEBOOK', 'THREADS'] as const) {
      const live = await publish(of, platform);
      const first = await comment(of, live, platform, `First on ${platform}`);
      await comment(of, live, platform, `Reply on ${platform}`, first);
      const list = await inbox(of);
      expect(texts(list)).to.include.members([`First on ${platform}`, `Reply on ${platform}`]);
      const root = list.find(({ platformCommentId }) => platformCommentId === first);
      expect(root).to.include({ postId: live.id, platformPostId: live.nativeOn(platform), isReply: false });
      expect(list.find(({ content }) => content === `Reply on ${platform}`)).to.include({ parentCommentId: first });
      expect((await sync(of, platform)).body, 'a reading finds nothing new').to.include({ synced: 0, errors: 0 });
    }
    expect(await inbox(of)).to.have.length(4);
  });

  it('are signed by secrets that each installation draws, which its data folder has for its owner alone', async () => {
    const body = JSON.stringify({ object: 'page', entry: [] });
    expect(await post(body)).to.equal(200);
    expect(await post(body, signed(body, 'sandbox-facebook-secret'))).to.equal(403);
    const secrets = Object.values(apps).map(({ clientSecret }) => clientSecret);
    expect(new Set(secrets).size).to.equal(secrets.length);
    expect((await stat(path.join(service().dataDir, 'sandbox-apps.json'))).mode & 0o777).to.equal(0o600);
  });

  it('change nothing where they are forged, and once where they are repeated, in any order', async () => {
    const of = await service().workspace();
    const live = await publish(of, 'FACEBOOK');
    const postId = live.nativeOn('FACEBOOK');
    const change = (verb: string, message: string) => {
      const from = { id: '77', name: 'Zoe' };
      const value = {
        item: 'comment',
        verb,
        comment_id: `${postId}_1`,
        post_id: postId,
        from,
        message,
        created_time: 1,
      };
      return JSON.stringify({
        object: 'page',
        entry: [{ id: postId.split('_')[0], time: 1, changes: [{ field: 'feed', value }] }],
      });
    };
    expect(await post(change('add', 'Hi'), signed(change('add', 'Hi'), 'another secret'))).to.equal(403);
    expect(await post(change('add', 'Hi'), '')).to.equal(403);
    expect(await post(change('add', 'Hi'), signed(change('add', 'Ho')))).to.equal(403);
    expect(await reportedIn(of)).to.deep.equal([]);
    expect(await inbox(of)).to.have.length(0);

    expect(await post(change('edited', 'Hi there'))).to.equal(200);
    expect(await post(change('add', 'Hi'))).to.equal(200);
    expect(texts(await inbox(of))).to.deep.equal(['Hi there']);
    const before = await reportedIn(of);
    expect(before).to.include('CommentReceived').and.include('PlatformWebhookHandled');
    for (const verb of ['add', 'edited'])
      expect(await post(change(verb, verb === 'add' ? 'Hi' : 'Hi there'))).to.equal(200);
    expect(await reportedIn(of), 'a replay').to.deep.equal(before);
  });

  it('bring comments whose author the platform does not name, who is no contact', async () => {
    const of = await service().workspace();
    const postId = (await publish(of, 'FACEBOOK')).nativeOn('FACEBOOK');
    const actions = { directMessage: 'It is 5', reply: 'We wrote to you', tags: ['lead'] };
    const rule = { name: 'Price', keywords: ['price'], actions };
    const made = (await of.send('POST /comment-automations', rule)).body['automation'] as { id: string };
    const created_time = Math.ceil((await of.now()) / 1000) + 1;
    const told = (number: number) => {
      const comment = { item: 'comment', verb: 'add', comment_id: `${postId}_${number}`, post_id: postId };
      const changes = [{ field: 'feed', value: { ...comment, message: `The price? ${number}`, created_time } }];
      return post(JSON.stringify({ object: 'page', entry: [{ id: postId.split('_')[0], time: 1, changes }] }));
    };
    expect([await told(1), await told(2)]).to.deep.equal([200, 200]);
    const { runs } = await of.awaited(
      `GET /comment-automations/${made.id}/runs`,
      (body) => (body['runs'] as { endedAt: string | null }[]).filter(({ endedAt }) => endedAt !== null).length === 2,
    );
    for (const { steps } of runs as { steps: { step: string; outcome: string; code: string | null }[] }[])
      expect(steps).to.deep.equal([
        { step: 'DIRECT_MESSAGE', outcome: 'SKIPPED', code: 'AUTHOR_UNKNOWN' },
        { step: 'REPLY', outcome: 'SKIPPED', code: 'DIRECT_MESSAGE_NOT_SENT' },
        { step: 'TAGS', outcome: 'SKIPPED', code: 'AUTHOR_UNKNOWN' },
      ]);
    const [first] = await inbox(of);
    const asPerson = (line: string, body?: object) => service().ask(of.sessionToken, line, body);
    const answer = await asPerson(`POST /inbox/comments/${first?.id}/private-reply`, { content: 'Hello' });
    expect(answer.body['error']).to.deep.include({ code: 'VALIDATION_ERROR', details: { reason: 'author_unknown' } });
    const hidden = await asPerson(`POST /inbox/comments/${first?.id}/hide`);
    expect(hidden.body.data).to.include({ contactId: null, authorId: '' });
    expect((await of.send('GET /contacts')).body['contacts']).to.deep.equal([]);
  });

  it('of Instagram are signed by the application of either login', async () => {
    const body = JSON.stringify({ object: 'instagram', entry: [] });
    for (const [key, status] of [
      ['INSTAGRAM', 200],
      ['INSTAGRAM_FACEBOOK', 200],
      ['FACEBOOK', 403],
    ] as const)
      expect(await post(body, signed(body, secretOf(key)), 'instagram'), key).to.equal(status);
  });

  it('bring messages and read receipts to contacts and deliveries, in any order', async () => {
    const of = await service().workspace();
    const [page = ''] = (await publish(of, 'FACEBOOK')).nativeOn('FACEBOOK').split('_');
    const reported = (event: object) =>
      post(JSON.stringify({ object: 'page', entry: [{ id: page, time: 1, messaging: [event] }] }));
    const person = { sender: { id: '4711' }, recipient: { id: page } };
    const now = () => of.now();
    const message = { mid: 'm_1', text: 'Hello' };
    const hello = { ...person, timestamp: await now(), message };
    // The platform takes answers to people it has heard from only.
    const author = { id: '4711', username: 'zoe' };
    await of.send('POST /sandbox/inbox/messages', { accountId: of.accounts.FACEBOOK, text: 'Hi', author });
    expect(await reported(hello)).to.equal(200);
    expect(await reported(hello)).to.equal(200);
    const echo = { ...person, timestamp: await now(), message: { mid: 'm_2', text: 'Me', is_echo: true } };
    expect(await reported(echo)).to.equal(200);
    const [contact] = (await of.send('GET /contacts')).body['contacts'] as { id: string; platformId: string }[];
    expect(contact).to.include({ platformId: '4711' });
    const detail = async () => (await of.send(`GET /contacts/${contact?.id}`)).body;
    expect((await detail())['inboundMessages']).to.have.length(2);

    const draft = { name: 'Sale', messageTemplate: 'Half price', platforms: ['FACEBOOK'] };
    const { id } = (await of.send('POST /broadcasts', draft)).body['broadcast'] as { id: string };
    expect((await of.send(`POST /broadcasts/${id}/send`)).body).to.include({ enqueuedContacts: 1 });
    await of.awaited(`GET /broadcasts/${id}`, ({ broadcast }) => (broadcast as { status: string }).status === 'SENT');
    const early = { ...person, timestamp: 1, read: { watermark: (await now()) - 3_600_000 } };
    expect(await reported(early)).to.equal(200);
    expect((await of.send(`GET /broadcasts/${id}`)).body['deliveryStats']).to.deep.equal({ DELIVERED: 1 });
    const at = await now();
    expect(await reported({ ...person, timestamp: at, read: { watermark: at } })).to.equal(200);
    expect((await of.send(`GET /broadcasts/${id}`)).body['deliveryStats']).to.deep.equal({ READ: 1 });
    expect(((await detail())['deliveries'] as { status: string }[]).map(({ status }) => status)).to.deep.equal([
      'READ',
    ]);

    expect(await reported({ ...hello, message: { mid: 'm_3', text: 'Stop' } })).to.equal(200);
    expect(await detail()).to.include({ isSuppressed: true, suppressionReason: 'STOP_KEYWORD' });
  });

  it('are checked as each platform checks an address', async () => {
    const token = verifyTokenOf(secretOf('FACEBOOK'));
    const hub = (given: string) =>
      fetch(`${address('facebook')}?hub.mode=subscribe&hub.verify_token=${given}&hub.challenge=1158201444`);
    expect(await (await hub(token)).text()).to.equal('1158201444');
    expect((await hub('wrong')).status).to.equal(403);
    const crc = await fetch(`${address('twitter')}?crc_token=abc`);
    const expected = createHmac('sha256', secretOf('TWITTER_WEBHOOKS')).update('abc').digest('base64');
    expect(await crc.json()).to.deep.equal({ response_token: `sha256=${expected}` });
    const telegram = async (given: string) =>
      (
        await fetch(address('telegram'), {
          method: 'POST',
          body: '{}',
          headers: { 'x-telegram-bot-api-secret-token': given },
        })
      ).status;
    expect(await telegram(verifyTokenOf(secretOf('TELEGRAM')))).to.equal(200);
    expect(await telegram('wrong')).to.equal(403);
    expect((await fetch(address('myspace'))).status).to.equal(403);
  });
});
