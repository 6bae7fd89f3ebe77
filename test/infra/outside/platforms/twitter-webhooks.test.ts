import { expect } from 'chai';
import { twitterWebhooks } from '../../../../infra/outside/platforms/twitter/webhooks.ts';

/** The form of X's documentation: "X Activity API > Event payloads". */
const activity = (event_type: string, payload: object, includes: object = {}) => ({
  data: { event_uuid: '3091', filter: { user_id: '11' }, event_type, tag: 't', payload, includes },
});
const post = (more: object = {}) => ({
  id: '209',
  text: 'hey @ExampleUser',
  author_id: '22',
  created_at: '2026-07-24T21:23:23.000Z',
  lang: 'und',
  ...more,
});
const users = { users: [{ id: '22', username: 'OtherUser', name: 'O' }] };
const author = { id: '22', username: 'OtherUser' };
const createdAt = '2026-07-24T21:23:23.000Z';
const what = (body: object) => twitterWebhooks.changes(body).map(({ what: each }) => each);
const answer = { in_reply_to_tweet_id: '208', in_reply_to_user_id: '11' };

describe('webhooks of X', () => {
  it('bring replies as comments, and mentions in the posts of others', () => {
    const comment = { nativeId: '209', author, text: 'hey @ExampleUser', createdAt };
    expect(twitterWebhooks.changes(activity('post.reply.create', post(answer), users))[0]).to.deep.include({
      platform: 'TWITTER',
      to: '11',
      authorId: '22',
      what: { kind: 'comment', postId: '208', comment, isEdit: false },
    });
    const nameless = { ...comment, author: { id: '22', username: '' } };
    expect(what(activity('post.reply.create', post(answer)))).to.deep.equal([
      { kind: 'comment', postId: '208', comment: nameless, isEdit: false },
    ]);
    expect(what(activity('post.mention.create', post(), users))).to.deep.equal([
      { kind: 'mention', mention: { ...comment, url: 'https://x.com/OtherUser/status/209' } },
    ]);
  });
  it('bring an answer that names the account once, and nothing of the account itself', () => {
    expect(what(activity('post.mention.create', post(answer), users))).to.deep.equal([]);
    expect(what(activity('post.reply.create', post({ ...answer, author_id: '11' })))).to.deep.equal([]);
    expect(what(activity('follow.follow', {}))).to.deep.equal([]);
  });
  it('bring unencrypted messages', () => {
    const message = (sender_id: string) => ({
      direct_message_events: [
        {
          type: 'message_create',
          id: '2080',
          created_timestamp: '1784928224372',
          message_create: { target: { recipient_id: '11' }, sender_id, message_data: { text: 'STOP' } },
        },
      ],
      users: { '22': { data: { id: '22', username: 'OtherUser' } } },
    });
    expect(what(activity('dm.received', message('22')))).to.deep.equal([
      {
        kind: 'message',
        message: { nativeId: '2080', text: 'STOP', createdAt: '2026-07-24T21:23:44.372Z', username: 'OtherUser' },
      },
    ]);
    expect(what(activity('dm.received', message('11')))).to.deep.equal([]);
  });
  it('are the same change when they are delivered again, and are read again from what was kept', () => {
    const body = activity('post.mention.create', post(), users);
    const [first] = twitterWebhooks.changes(body);
    const [second] = twitterWebhooks.changes({ data: { ...body.data, event_uuid: '3092' } });
    expect(second?.raw).to.equal(first?.raw);
    const again = twitterWebhooks.bodyAgain?.(JSON.parse(first?.raw ?? ''), '11', '');
    expect(twitterWebhooks.changes(again)[0]?.what).to.deep.equal(first?.what);
  });
  it('are read in the form of the Account Activity API too', () => {
    const tweet = {
      id_str: '5',
      text: 'Hi',
      created_at: 'Wed Nov 25 08:00:00 +0000 2026',
      in_reply_to_status_id_str: '4',
      in_reply_to_user_id_str: '11',
      user: { id_str: '22', screen_name: 'OtherUser' },
    };
    const body = { for_user_id: '11', tweet_create_events: [tweet] };
    expect(what(body).map(({ kind }) => kind)).to.deep.equal(['comment']);
    const [change] = twitterWebhooks.changes(body);
    expect(what(twitterWebhooks.bodyAgain?.(JSON.parse(change?.raw ?? ''), '11', '') as object)).to.deep.equal(
      what(body),
    );
  });
});
