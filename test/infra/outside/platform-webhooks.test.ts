import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { metaWebhooks } from '../../../infra/outside/platforms/meta/webhooks.ts';
import { telegramWebhooks } from '../../../infra/outside/platforms/telegram/webhooks.ts';
import { threadsWebhooks } from '../../../infra/outside/platforms/threads/webhooks.ts';
import { tiktokWebhooks } from '../../../infra/outside/platforms/tiktok/webhooks.ts';
import { twitterWebhooks } from '../../../infra/outside/platforms/twitter/webhooks.ts';
import { youtubeWebhooks } from '../../../infra/outside/platforms/youtube/webhooks.ts';
import type { WebhookRequest } from '../../../infra/outside/platforms/webhook.ts';

const app = { clientSecret: 'secret', verifyToken: 'token' };
const body = Buffer.from('{"a":1}');
const request = (headers: Readonly<Record<string, string>>): WebhookRequest => ({
  method: 'POST',
  query: new URLSearchParams(),
  body,
  header: (name) => headers[name],
});
const sign = (algorithm: string, key: string, text: string | Buffer, form: 'hex' | 'base64') =>
  createHmac(algorithm, key).update(text).digest(form);

describe('a webhook of a platform', () => {
  it('is genuine with the signature of its platform only', () => {
    const meta = { 'x-hub-signature-256': `sha256=${sign('sha256', 'secret', body, 'hex')}` };
    expect(threadsWebhooks.isGenuine(request(meta), app)).to.equal(true);
    const websub = { 'x-hub-signature': `sha1=${sign('sha1', 'token', body, 'hex')}` };
    expect(youtubeWebhooks.isGenuine(request(websub), app)).to.equal(true);
    const x = { 'x-twitter-webhooks-signature': `sha256=${sign('sha256', 'secret', body, 'base64')}` };
    expect(twitterWebhooks.isGenuine(request(x), app)).to.equal(true);
    const tiktok = { 'tiktok-signature': `t=17,s=${sign('sha256', 'secret', `17.${body.toString()}`, 'hex')}` };
    expect(tiktokWebhooks.isGenuine(request(tiktok), app)).to.equal(true);
    const moved = { 'tiktok-signature': `t=18,s=${sign('sha256', 'secret', `17.${body.toString()}`, 'hex')}` };
    expect(tiktokWebhooks.isGenuine(request(moved), app)).to.equal(false);
    for (const receiver of [metaWebhooks('FACEBOOK'), youtubeWebhooks, twitterWebhooks, tiktokWebhooks])
      expect(receiver.isGenuine(request({}), app)).to.equal(false);
  });

  it('of X reports replies of others to posts of the account', () => {
    const user = { id_str: '7', screen_name: 'zoe' };
    const created_at = 'Wed Oct 10 20:19:24 +0000 2018';
    const reply = {
      id_str: '2',
      text: 'Hi',
      created_at,
      user,
      in_reply_to_status_id_str: '1',
      in_reply_to_user_id_str: '9',
    };
    const own = { ...reply, user: { id_str: '9', screen_name: 'we' } };
    const [change, ...others] = twitterWebhooks.changes({ for_user_id: '9', tweet_create_events: [reply, own] });
    expect(others).to.deep.equal([]);
    expect(change).to.include({ platform: 'TWITTER', to: '9', authorId: '7' });
    expect(change?.what).to.deep.include({ kind: 'comment', postId: '1', isEdit: false });
  });

  it('of Meta reports messages, taps on buttons and receipts of the other person', () => {
    const sender = { id: '7' };
    const of = (event: object) =>
      metaWebhooks('INSTAGRAM').changes({ entry: [{ id: '9', messaging: [{ sender, timestamp: 1_000, ...event }] }] });
    const createdAt = '1970-01-01T00:00:01.000Z';
    const message = { mid: 'm1', text: 'Hi' };
    const [said] = of({ message });
    expect(said).to.include({ platform: 'INSTAGRAM', to: '9', authorId: '7' });
    expect(said?.what).to.deep.equal({ kind: 'message', message: { nativeId: 'm1', text: 'Hi', createdAt } });
    expect(of({ message: { ...message, is_echo: true } })[0]?.what).to.deep.equal({ kind: 'other' });
    expect(of({ postback: { mid: 'm2', title: 'Yes' } })[0]?.what).to.deep.nested.include({ 'message.text': 'Yes' });
    expect(of({ read: { mid: 'm3' } })[0]?.what).to.deep.equal({ kind: 'read', nativeId: 'm3', readAt: createdAt });
    expect(of({ read: { watermark: 0 } })[0]?.what).to.deep.equal({
      kind: 'read',
      readAt: '1970-01-01T00:00:00.000Z',
    });
  });

  it('of Threads are flat bodies, which name the account as the owner of the post', () => {
    const value = {
      id: '8901',
      username: 'zoe',
      text: 'Nice',
      media_type: 'TEXT_POST',
      permalink: 'https://www.threads.net/p',
      replied_to: { id: '5678' },
      root_post: { id: '1234', owner_id: '42', username: 'ada' },
      timestamp: '2026-08-07T10:33:16+0000',
    };
    const of = (values: unknown) =>
      threadsWebhooks.changes({
        app_id: '1',
        topic: 'moderate',
        target_id: '78901',
        time: 1_723_226_877,
        subscription_id: '2',
        values,
      });
    const [reply, ...others] = of({ value, field: 'replies' });
    expect(others).to.deep.equal([]);
    expect(reply).to.include({ platform: 'THREADS', to: '42', authorId: 'zoe' });
    expect(reply?.what).to.deep.equal({
      kind: 'comment',
      postId: '1234',
      isEdit: false,
      comment: {
        nativeId: '8901',
        author: { id: 'zoe', username: 'zoe' },
        text: 'Nice',
        parentNativeId: '5678',
        createdAt: '2026-08-07T10:33:16.000Z',
        url: 'https://www.threads.net/p',
      },
    });
    expect(of([{ value, field: 'replies' }]), 'some deliveries have a list').to.deep.equal([reply]);
    const again = threadsWebhooks.bodyAgain?.(JSON.parse(reply?.raw ?? ''), '42', '2026-01-01T00:00:00.000Z');
    expect(threadsWebhooks.changes(again), 'read again').to.deep.equal([reply]);
    const [own] = of({ value: { ...value, username: 'ada' }, field: 'replies' });
    expect(own?.what, 'an answer of the owner').to.deep.equal({ kind: 'other' });
    const { root_post: _root, ...post } = value;
    const [mention] = threadsWebhooks.changes({
      topic: 'interaction',
      target_id: '42',
      values: { value: post, field: 'mentions' },
    });
    expect(mention).to.include({ to: '42', authorId: 'zoe' });
    expect(mention?.what).to.deep.nested.include({ kind: 'mention', 'mention.text': 'Nice' });
    for (const odd of [null, {}, { values: 1 }, { entry: [] }]) expect(threadsWebhooks.changes(odd)).to.deep.equal([]);
  });

  it('of Meta that the account caused itself is nothing of others', () => {
    const from = { id: '9', name: 'Shop', username: 'shop' };
    const feed = { item: 'comment', comment_id: '1_2', post_id: '9_1', from, message: 'Thanks', created_time: 1 };
    const media = { id: '7', text: 'Thanks', from, media: { id: '5' } };
    for (const [platform, field, value] of [
      ['FACEBOOK', 'feed', feed],
      ['INSTAGRAM', 'comments', media],
    ] as const) {
      const of = (value: object) =>
        metaWebhooks(platform).changes({ entry: [{ id: '9', time: 1, changes: [{ field, value }] }] })[0]?.what.kind;
      expect(of(value)).to.equal('other');
      expect(of({ ...value, from: { ...from, id: '10' } })).to.equal('comment');
    }
  });

  it('of Telegram reports messages of people in the connected chat', () => {
    const message = { message_id: 5, date: 1, chat: { id: -100 }, from: { id: 7, username: 'zoe' }, text: 'Hi' };
    const [said] = telegramWebhooks.changes({ update_id: 1, message });
    expect(said).to.include({ platform: 'TELEGRAM', to: '-100', authorId: '7' });
    expect(said?.what).to.deep.nested.include({ 'message.nativeId': '-100_5', 'message.username': 'zoe' });
    expect(telegramWebhooks.changes({ message: { ...message, from: { id: 8, is_bot: true } } })).to.deep.equal([]);
    expect(telegramWebhooks.changes({ channel_post: message })).to.deep.equal([]);
  });

  it('is read again from the change that was kept', () => {
    const change = { sender: { id: '7' }, timestamp: 1, message: { mid: 'm1', text: 'Hi' } };
    const [first] = metaWebhooks('FACEBOOK').changes({ entry: [{ id: '9', messaging: [change] }] });
    const kept: unknown = JSON.parse(first?.raw ?? '');
    const again = metaWebhooks('FACEBOOK').bodyAgain?.(kept, '9', '2026-01-01T00:00:00.000Z');
    expect(metaWebhooks('FACEBOOK').changes(again)).to.deep.equal([first]);
  });

  it('of an unknown shape reports nothing', () => {
    for (const odd of [undefined, null, 1, [], { entry: 'x' }, { entry: [{ id: '1', changes: [{ field: 'feed' }] }] }])
      expect(
        metaWebhooks('FACEBOOK')
          .changes(odd)
          .filter(({ what }) => what.kind !== 'other'),
      ).to.deep.equal([]);
    expect(twitterWebhooks.changes({ for_user_id: 1 })).to.deep.equal([]);
  });
});
