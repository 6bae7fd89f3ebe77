import type { FaultKind } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import { explain } from '../../../../infra/outside/platforms/telegram/errors.ts';
import { only, published } from './cases/publishing.ts';
import { contract, type Case } from './contract.ts';
import { Lab, rendered } from './lab.ts';
import { platformErrorOf } from './memory-run.ts';
import { samples } from './sample-media.ts';

/** Telegram shows bots no history: a lost answer stays in doubt, and nothing is sent again. */
const inDoubtAfter =
  (fault: FaultKind, stored: number, timeoutMs?: number): Case =>
  async ({ lab }) => {
    const person = await lab.person('TELEGRAM');
    const { publisher } = lab.adapter('TELEGRAM', timeoutMs);
    const memory = person.newRun();
    const post = rendered('TELEGRAM', `Lost in ${fault}`);
    await person.fault('publish', fault);
    const error = await platformErrorOf(publisher.publish(post, memory.run));
    expect([error.kind, error.code]).to.deep.equal(['unknown', 'OUTCOME_UNKNOWN']);
    expect(error.message).not.to.contain(person.grant.credentials.accessToken);
    expect(await memory.settle(publisher, post)).to.equal('cannot_tell');
    expect(await person.objects()).to.have.length(stored);
  };

/** Bot API: getUpdates. */
const oneQueue =
  'a bot has one queue of updates for all its chats, kept for a day: reading on past the first hundred drops them for every other post';

contract({
  platform: 'TELEGRAM',
  absent: {
    'publish a reel or short': 'Telegram has no short form of its own',
    'publish a story': 'bots of channels publish no stories',
    'find a first comment after reset_after': 'the reference offers none on Telegram',
    'find a first comment after reset_before': 'the reference offers none on Telegram',
    'unpublish with the first comment, which goes first': 'the reference offers none on Telegram',
    'a video upload continues where the service died': 'the bytes travel with the message',
    'publish a thread': 'the reference allows no threads on Telegram',
    'find in the middle of a thread': 'Telegram has no threads',
    'unpublish a thread, replies first': 'Telegram has no threads',
    'first comment': 'the reference offers none on Telegram',
    'resume from remembered steps': 'the bytes travel with the message: there is no step before it',
    'a failed upload stores nothing': 'the bytes travel with the message: there is no upload of its own',
    'find tells two equal posts apart': 'Telegram shows bots no history to look through',
    duplicate: 'Telegram has no duplicates',
    'container failed': 'Telegram has no containers',
    'a code is good once': 'what comes back is the bot token itself, which stays good',
    'a code needs its verifier': 'there is no OAuth',
    refresh: 'bot tokens neither expire nor renew',
    'a replayed refresh token': 'there are no refresh tokens',
    'a refresh that fails by the way': 'there is no refresh call',
    'a refresh that is refused': 'there is no refresh call',
    revoke: 'only BotFather ends a bot token',
    'reconnecting finds the same account': 'a bot token never ends, so a further consent means a further channel',
    comments: oneQueue,
    'comments, refused': oneQueue,
    reply: 'without comments there is nothing to answer',
    hide: 'Telegram can delete comments for good, not hide them',
    mentions: oneQueue,
    reviews: 'Telegram has no reviews',
    'metrics of a post': 'the Bot API shows bots no views',
    'recent posts': 'the calendar imports from Mastodon and TikTok only',
  },
  tooLong: 'a'.repeat(4097),
  mediaFault: 'publish',
  own: {
    'find after reset_after': inDoubtAfter('reset_after', 1),
    'find after error_after': inDoubtAfter('error_after', 1),
    'find after timeout': inDoubtAfter('timeout', 0, 400),
    'find after reset_before': inDoubtAfter('reset_before', 0),
    'find after server_error': inDoubtAfter('server_error', 0),
    'publish with metadata': async (bench) => {
      const metadata = {
        parseMode: 'HTML',
        disablePreview: true,
        disableNotification: true,
        protectContent: true,
        messageThreadId: 7,
        title: 'not ours',
      };
      const { root, person } = await published(bench, { ...rendered('TELEGRAM', 'A <b>bold</b> word'), metadata });
      expect(root.text).to.equal('A bold word');
      expect(root.request).to.deep.equal({
        chat_id: person.account.nativeId,
        message_thread_id: 7,
        disable_notification: true,
        protect_content: true,
        text: 'A <b>bold</b> word',
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
      });
    },
    'sign in with a secret': async ({ lab }) => {
      const person = await lab.person('TELEGRAM');
      const { connector } = lab.adapter('TELEGRAM');
      const signIn = only(connector.signIn).bind(connector);
      const botToken = person.grant.credentials.accessToken;
      const grant = await signIn({ botToken, chatId: `@${person.account.username}` });
      expect(grant).to.deep.include({ canAutoRefresh: false });
      const details = await connector.details(grant.credentials);
      expect(details).to.deep.include({ nativeId: person.account.nativeId, username: person.account.username });
      expect(await connector.refresh(person.account, grant.credentials)).to.deep.include({ canAutoRefresh: false });
      const wrong = await platformErrorOf(signIn({ botToken: '123456:AAAA', chatId: '@x' }));
      expect([wrong.kind, wrong.platformCode]).to.deep.equal(['unauthorized', '401']);
      const elsewhere = await platformErrorOf(signIn({ botToken, chatId: '@somewhere_else' }));
      expect([elsewhere.kind, elsewhere.message]).to.satisfy(
        ([kind, words]: [string, string]) => kind === 'refused' && words.includes('chat not found'),
      );
      expect((await platformErrorOf(signIn({ botToken }))).message).to.contain('chatId');
    },
  },
});

describe('Telegram beyond the contract', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  it('sends the media first where the text is longer than a caption, and the text as the following message', async () => {
    const person = await lab.person('TELEGRAM');
    const { publisher } = lab.adapter('TELEGRAM');
    const text = 'word '.repeat(250).trim();
    const post = rendered('TELEGRAM', text, [samples.image(), samples.image()]);
    const memory = person.newRun();
    const result = await publisher.publish(post, memory.run);
    const held = await person.objects();
    expect(held.map(({ text: words, media }) => [words, media.length])).to.deep.equal([
      ['', 1],
      ['', 1],
      [text, 0],
    ]);
    expect(result.map(({ nativeId }) => nativeId)).to.deep.equal(held.map(({ nativeId }) => nativeId));
    expect([...memory.intents.keys()]).to.deep.equal(['post', 'text']);
    expect(held[2]?.parentNativeId).to.equal(held[0]?.nativeId);
  });

  it('continues with the text alone when only that was refused', async () => {
    const person = await lab.person('TELEGRAM');
    const { publisher } = lab.adapter('TELEGRAM');
    const post = rendered('TELEGRAM', 'word '.repeat(250).trim(), [samples.image(), samples.image()]);
    const memory = person.newRun();
    const { run } = memory;
    const error = await platformErrorOf(
      publisher.publish(post, {
        ...run,
        send: async (name, act) => {
          if (name === 'text') await person.fault('publish', 'rate_limited');
          return run.send(name, act);
        },
      }),
    );
    expect([error.code, error.retryAfterSeconds]).to.deep.equal(['PLATFORM_RATE_LIMIT', 60]);
    const result = await publisher.publish(post, memory.run);
    const held = await person.objects();
    expect(held).to.have.length(3);
    expect(result.map(({ nativeId }) => nativeId)).to.deep.equal(held.map(({ nativeId }) => nativeId));
  });

  it('removes every message of an album', async () => {
    const person = await lab.person('TELEGRAM');
    const { publisher } = lab.adapter('TELEGRAM');
    const media = [samples.image(), samples.video(), samples.gif()];
    const result = await publisher.publish(rendered('TELEGRAM', 'Mixed', media), person.newRun().run);
    expect((await person.objects()).map(({ media: [file] }) => file?.type)).to.deep.equal([
      'image/jpeg',
      'video/mp4',
      'image/gif',
    ]);
    const context = { ...person.newRun().run, publishedAt: lab.clock.now().toISOString() };
    const removals = await publisher.unpublish(result, context);
    expect(removals.map(({ removed }) => removed)).to.deep.equal([true, true, true]);
    expect(await person.objects()).to.deep.equal([]);
  });

  it('cannot remove what is two days old', async () => {
    const person = await lab.person('TELEGRAM');
    const { publisher } = lab.adapter('TELEGRAM');
    const publishedAt = lab.clock.now().toISOString();
    const result = await publisher.publish(rendered('TELEGRAM', 'Here to stay'), person.newRun().run);
    lab.clock.advance(48 * 3_600_000);
    const [removal] = await publisher.unpublish(result, { ...person.newRun().run, publishedAt });
    expect(removal).to.deep.include({ removed: false, reason: 'delete_not_confirmed' });
    expect(await person.objects()).to.have.length(1);
  });

  it('takes a bot that was thrown out for disconnected', () => {
    const description = 'Forbidden: bot was kicked from the channel chat';
    const json = { ok: false, error_code: 403, description };
    const reported = explain({ status: 403, headers: new Headers(), text: '', json });
    expect(reported).to.deep.include({ kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED', message: description });
  });
});
