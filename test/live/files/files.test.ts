import { expect } from 'chai';
import { opened } from '../../support/opened.ts';
import { until } from '../../support/until.ts';
import { telegram, telegramChat } from '../platforms/telegram.ts';
import { made, uploadedMedia } from '../run/media.ts';
import { paidWorkspace, type Body } from '../run/workspace.ts';
import { LiveService } from '../service/live-service.ts';
import { answers, fileSource, type SourceAnswer } from './file-source.ts';

type Ending = Readonly<{ status: string; code: unknown; message: string; post: Body }>;

/** Files of every origin, in a live workspace: published, or a failure of the file that is said at once. */
describe('a file of a live post', function () {
  this.timeout(120_000);
  const started = opened(
    async () => {
      const source = await fileSource();
      const live = new LiveService({ platforms: [telegram], authorities: [source.cert] });
      await live.start();
      const workspace = await paidWorkspace(live, 'filer');
      const world = live.server.world('TELEGRAM');
      const { id } = world.newAccount(world.nextNumber(), 'bakery_bot', 'Bakery');
      const credentials = { botToken: world.grant(id, 'access', `${id}:`), chatId: telegramChat };
      const account = await workspace.expected(200, 'POST /accounts/store-oauth-tokens', {
        platform: 'TELEGRAM',
        credentials,
      });
      const { bytes } = await made.image();
      return { source, live, workspace, world, accountId: String(account['id']), bytes };
    },
    async ({ live, source }) => {
      await live.stop();
      await source.close();
    },
    300_000,
  );

  /** An upload of its own: each is deleted or kept alone. */
  const uploaded = async (): Promise<string> => (await uploadedMedia(started().live)(started().workspace, 'image')).id;
  const registered = async (answer: SourceAnswer): Promise<string> => {
    const { workspace, source, bytes } = started();
    const file = { url: source.put(bytes, answer), contentType: 'image/jpeg' };
    return String((await workspace.expected(201, 'POST /media/register', file))['id']);
  };
  const imported = async (answer: SourceAnswer): Promise<Body> => {
    const { workspace, source, bytes } = started();
    const { id } = await workspace.expected(201, 'POST /media/import', { url: source.put(bytes, answer) });
    let file: Body = {};
    const isOver = async () => {
      file = await workspace.expected(200, `GET /media/${String(id)}`);
      return ['READY', 'FAILED'].includes(String(file['status']));
    };
    await until('the import has ended', isOver, 60_000);
    return file;
  };
  let number = 0;
  const postWith = (mediaId: string, more: object = {}): Promise<Body> =>
    started().workspace.expected(201, 'POST /posts', {
      content: `With a file ${++number}`,
      accountIds: [started().accountId],
      mediaIds: [mediaId],
      ...more,
    });
  const published = async (post: Body): Promise<Ending> => {
    const answer = await started().workspace.ask(`POST /posts/${String(post['id'])}/publish?sync=true&timeout=30`);
    return endingOf(answer.body);
  };
  const endingOf = (body: Body): Ending => {
    const [{ error }] = body['platforms'] as [{ error: { code: string; message: string } | null }];
    return { status: String(body['status']), code: error?.code, message: error?.message ?? '', post: body };
  };
  const isSent = (post: Body): boolean =>
    started()
      .world.of('post')
      .some(({ text, mediaBytes }) => text === post['content'] && mediaBytes > 0);
  const publishes = async (mediaId: string): Promise<void> => {
    const post = await postWith(mediaId);
    expect(await published(post)).to.include({ status: 'published', code: undefined });
    expect(isSent(post), 'whether the platform has the file').to.equal(true);
  };
  /** The failure is the file's: it has a media code, names the file, and the platform hears nothing. */
  const failsBy = async (mediaId: string, code: string, words: RegExp): Promise<Ending> => {
    const post = await postWith(mediaId);
    const before = started().live.server.exchanges.length;
    const ending = await published(post);
    expect(ending.code, JSON.stringify(ending.post)).to.equal(code);
    expect(ending.message)
      .to.match(words)
      .and.not.to.match(/telegram|platform/i);
    expect(
      started()
        .live.server.exchanges.slice(before)
        .map(({ operation }) => operation),
    ).not.to.include('sendPhoto');
    return ending;
  };

  it('is published when it was uploaded', async () => publishes(await uploaded()));
  it('is published when it was imported', async () => {
    const file = await imported(answers.withLength);
    expect(file['status'], JSON.stringify(file)).to.equal('READY');
    await publishes(String(file['id']));
  });
  for (const way of ['withLength', 'withoutLength', 'slowly'] as const)
    it(`is published when it was registered and its source answers ${way}`, async () =>
      publishes(await registered(answers[way])));

  it('is a failed import at once when its source is gone', async () => {
    const file = await imported(answers.gone);
    expect([file['status'], file['error']].join(' ')).to.match(/FAILED .*404/);
  });
  for (const [way, words] of [
    ['gone', /cannot be published.*404/],
    ['page', /cannot be published.*text\/html/],
  ] as const)
    it(`fails at once when it was registered and its source answers ${way}`, async () => {
      expect(await failsBy(await registered(answers[way]), 'MEDIA_REJECTED', words)).to.include({ status: 'failed' });
    });
  for (const [way, words] of [
    ['cutOff', /could not be read/],
    ['changing', /changed at its address/],
  ] as const)
    it(`is tried again, and is no doubt, when it was registered and its source answers ${way}`, async () => {
      const { post } = await failsBy(await registered(answers[way]), 'MEDIA_NOT_READY', words);
      expect(post['platforms'][0]).to.have.property('nextAttemptAt');
      await started().workspace.expected(200, `DELETE /posts/${String(post['id'])}`);
    });

  it('that is deleted before its post is due is said at the deletion and in the post, and fails at once', async () => {
    const { workspace } = started();
    const mediaId = await uploaded();
    const draft = await postWith(mediaId);
    const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
    const scheduled = await postWith(mediaId, { scheduledFor });
    expect(await workspace.expected(200, `GET /posts/${String(draft['id'])}`)).not.to.have.property('warnings');
    expect(await workspace.expected(200, `DELETE /media/${mediaId}`)).to.deep.equal({
      success: true,
      waitingPosts: [
        { id: scheduled['id'], status: 'scheduled', scheduledFor },
        { id: draft['id'], status: 'draft', scheduledFor: null },
      ],
    });
    for (const { id } of [draft, scheduled] as { id: string }[]) {
      const [warning, ...others] = (await workspace.expected(200, `GET /posts/${id}`))['warnings'] as Body[];
      expect(others).to.deep.equal([]);
      expect(warning).to.include({ code: 'MEDIA_DELETED' });
      expect(warning?.['message']).to.include(mediaId);
    }
    const failed = await published(draft);
    expect(failed).to.include({ status: 'failed', code: 'MEDIA_REJECTED' });
    expect(failed.message).to.match(/it was deleted/);
    expect(isSent(draft)).to.equal(false);
    expect(await workspace.expected(200, `GET /posts/${String(draft['id'])}`), 'it waits no more').not.to.have.property(
      'warnings',
    );
  });

  it('that was registered is published from its address after its deletion', async () => {
    const mediaId = await registered(answers.withLength);
    const post = await postWith(mediaId);
    expect(await started().workspace.expected(200, `DELETE /media/${mediaId}`)).to.deep.equal({ success: true });
    expect(await started().workspace.expected(200, `GET /posts/${String(post['id'])}`)).not.to.have.property(
      'warnings',
    );
    expect(await published(post)).to.include({ status: 'published' });
  });

  it('is replaced by a fix, unless the source of the new one is gone', async () => {
    const { workspace, source, bytes } = started();
    const { post } = await failsBy(await registered(answers.gone), 'MEDIA_REJECTED', /404/);
    const fix = `POST /posts/${String(post['id'])}/platforms/${post['platforms'][0]['postPlatformId']}/fix`;
    const refused = await workspace.ask(fix, { mediaUrl: source.put(bytes, answers.gone) });
    expect([refused.status, refused.body['error'].code]).to.deep.equal([400, 'VALIDATION_ERROR']);
    await workspace.expected(200, fix, { mediaUrl: source.put(bytes, answers.withoutLength) });
    const isPublished = async () =>
      (await workspace.expected(200, `GET /posts/${String(post['id'])}`))['status'] === 'published';
    await until('the fixed post is published', isPublished, 45_000);
    expect(isSent(post)).to.equal(true);
  });

  it('is published when an agent names its address', async () => {
    const { workspace, live, source, bytes, accountId } = started();
    const call = async (name: string, given: object): Promise<Body> => {
      const answer = await live.raw('/mcp', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${workspace.key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
      });
      const text = await answer.text();
      const [, data = text] = /^data: (.*)$/m.exec(text) ?? [];
      return (JSON.parse(data) as { result: { structuredContent: Body } }).result.structuredContent;
    };
    const content = `By an agent ${++number}`;
    const mediaUrls = [source.put(bytes, answers.withoutLength)];
    const post = await call('create_post', { content, accountIds: [accountId], mediaUrls });
    expect(await published(post)).to.include({ status: 'published' });
    expect(isSent(post)).to.equal(true);
  });
});
