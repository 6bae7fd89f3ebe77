import { readdirSync, existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { z } from 'zod';
import { examined, matchOf } from '../../../domain/comment-automations/matching.ts';
import { csvRecords } from '../../../domain/contacts/csv.ts';
import { searchWords } from '../../../domain/contacts/search-words.ts';
import { isStopMessage } from '../../../domain/contacts/stop-keywords.ts';
import { hashtagsOf, linksOf, mentionsOf, textLength } from '../../../domain/content/text-counts.ts';
import { titleFor } from '../../../domain/content/title.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { RunContext } from '../../../domain/platforms/publisher.ts';
import { printable } from '../../../infra/adapters/reports/fonts.ts';
import type { Explain } from '../../../infra/outside/platforms/http.ts';
import type { Effect } from '../../../infra/outside/platforms/transport-failure.ts';
import type { PlatformTools } from '../../../infra/outside/platforms/adapter.ts';
import { blueskyCommunity } from '../../../infra/outside/platforms/bluesky/community.ts';
import { facetsOf, spansOf } from '../../../infra/outside/platforms/bluesky/facets.ts';
import { realHosts } from '../../../infra/outside/platforms/hosts.ts';
import { littleText } from '../../../infra/outside/platforms/linkedin/little-text.ts';
import { metaWebhooks } from '../../../infra/outside/platforms/meta/webhooks.ts';
import { shaped } from '../../../infra/outside/platforms/shape.ts';
import { telegramWebhooks } from '../../../infra/outside/platforms/telegram/webhooks.ts';
import { sameText } from '../../../infra/outside/platforms/twitter/timeline.ts';
import { threadsWebhooks } from '../../../infra/outside/platforms/threads/webhooks.ts';
import { twitterWebhooks } from '../../../infra/outside/platforms/twitter/webhooks.ts';
import { ended } from '../../../domain/kernel/sentence.ts';
import { receivedComment } from '../../../domain/comments/received-comment.ts';
import { retryAfterSeconds } from '../../../infra/outside/platforms/retry-hint.ts';
import { textOf } from '../../../infra/outside/platforms/mastodon/api.ts';
import { scrubbed } from '../../../infra/outside/platforms/scrub.ts';
import { withoutSecrets } from '../../../infra/telemetry/logger.ts';
import { growthOf, maxGrowth } from '../../support/growth.ts';

const comment = (text: string) =>
  receivedComment({
    comment: {
      nativeId: '1',
      author: { id: text, username: text },
      text,
      createdAt: '2026-01-01T00:00:00Z',
      url: text,
    },
    post: { postId: 'p', platformPostId: 'pp', objectIds: [] },
    account: { id: 'a', platform: 'MASTODON' },
    commentId: 'c',
    contactId: 'k',
    now: '2026-01-02T00:00:00Z',
  });

const rule = { accountId: null, postId: null, keywords: ['aaab', 'a a', '#'] };
const written = { accountId: 'a', postId: null, authorId: 'x', authorUsername: 'zoe' };
const own = [{ ids: [], username: 'Ada' }];

const units = ['weighted', 'graphemes', 'mastodon', 'utf16'] as const;
const webhooks = [
  metaWebhooks('FACEBOOK'),
  metaWebhooks('INSTAGRAM'),
  threadsWebhooks,
  twitterWebhooks,
  telegramWebhooks,
];
/** One report of each kind with this text. */
const reports = (text: string) => [
  {
    entry: [
      {
        id: '1',
        changes: [
          { field: 'feed', value: { item: 'comment', comment_id: text, post_id: 'p', message: text, created_time: 1 } },
        ],
      },
    ],
  },
  {
    entry: [
      { id: '1', changes: [{ field: 'comments', value: { id: text, text, from: { id: '2' }, media: { id: 'm' } } }] },
    ],
  },
  {
    values: {
      field: 'replies',
      value: { id: text, text, username: text, timestamp: '2026-01-01', root_post: { id: 'r' } },
    },
  },
  {
    for_user_id: '1',
    tweet_create_events: [{ id_str: text, text, created_at: text, user: { id_str: '2', screen_name: text } }],
  },
  { message: { message_id: 1, date: 1, chat: { id: 1 }, from: { id: 2, username: text }, text } },
];

/** A thread of so many replies without a post, below each other in pairs. */
const thread = (text: string) => {
  const replies = Array.from({ length: text.length / 50 }, () => ({ replies: [{}] }));
  const json = { thread: { replies } };
  const http = { call: async () => ({ status: 200, headers: new Headers(), text: '', json }) };
  const community = blueskyCommunity({ http, hosts: realHosts() } as unknown as PlatformTools);
  const context = { account: { nativeId: 'did:plc:a' }, credentials: { accessToken: 't' } } as unknown as RunContext;
  return community.comments?.({ nativeId: 'at://a/b/c', url: '', kind: 'post' } as never, {}, context);
};

const folder = path.join(import.meta.dirname, '../../../infra/outside/platforms');
type Explained = Readonly<{ explain?: Explain; explainGraph?: (effect: Effect) => Explain }>;
/** What each platform makes of a refusal. */
const explainers = await Promise.all(
  readdirSync(folder)
    .map((name) => path.join(folder, name, 'errors.ts'))
    .filter(existsSync)
    .map(async (file) => {
      const { explain, explainGraph } = (await import(file)) as Explained;
      return explain ?? explainGraph?.('send');
    }),
);
/** One refusal, in the forms of all platforms. */
const refusal = (text: string) => ({
  status: 400,
  headers: new Headers(),
  text: '',
  json: {
    ok: false,
    message: text,
    description: text,
    request_status: 'ERROR',
    debug_message: text,
    detail: text,
    error: { code: 100, message: text, status: 'INVALID_ARGUMENT', type: 'OAuthException', errors: [] },
  },
});
const refusals = (text: string) =>
  explainers.map((explain) => {
    const [reply, other] = [refusal(text), refusal(text)];
    return [explain?.(reply), explain?.({ ...other, status: 403, json: { ...other.json, error: text } })];
  });

/** What reads text of another server, and what is worst for it: many of these, then an `x`. */
const readers: readonly [string, (text: string) => unknown, readonly string[]][] = [
  ['the text of a status', textOf, ['<', '<br', '</p>', '</p> <p', '</p> ', '&a', '&#1', '&#x', ' ']],
  ['the end of a sentence', ended, ['.', '. ', ' .x', ' ']],
  [
    'the words of a refusal',
    refusals,
    ['quote ', 'quot', 'title ', 'length ', 'exceed', 'there is no ', 'at most ', 'link', 'duplicate of ', '9'],
  ],
  ['the log', withoutSecrets, ['a', 'a-', 'a+', 'a://', 'a:', 'http://a:b', '?token=', '&code=', '@', '://']],
  ['a comment', comment, ['<', '\ud800', '\0', 'a']],
  ['a refusal', (text) => scrubbed(text, ['aaaaaaab', 'a a a a b']), ['a', 'aaaaaaa', 'a ']],
  ['a hint to wait', (text) => retryAfterSeconds(new Headers({ 'retry-after': text.trim() }), 0), ['1', '1.', 'Mon ']],
];

/**
 * The same for texts that are read whole, of at most some ten thousand characters: those of tenants,
 * and those of platforms that signed their report.
 */
const readersOfBounded: readonly [string, (text: string) => unknown, readonly string[]][] = [
  [
    'the links, mentions and tags of Bluesky',
    spansOf,
    ['#a ', '@a.b ', 'http://a ', '.', '#.', 'http://.', '@a.', '-'],
  ],
  ['the offsets of Bluesky', (text) => facetsOf(text, async () => undefined), ['#a ', 'http://a.b ']],
  ['a thread of Bluesky', thread, ['a']],
  ['the text of LinkedIn', littleText, ['@[', '@[a](', '@[a](urn:li:person:', '#', '#a']],
  ['the hashtags of a text', hashtagsOf, ['#', '#1', '1', '#a', 'http://', '&#']],
  ['the mentions of a text', mentionsOf, ['@', '@a', '@a.', '@-', 'http://@']],
  ['the links of a text', linksOf, ['http://', 'https://a ', 'h']],
  ...units.map((unit): [string, (text: string) => unknown, readonly string[]] => [
    `the length of a text (${unit})`,
    (text) => textLength(text, unit),
    ['a', 'a ', '.', '@a', '@a@', 'http://', 'http://a.', '\u0301\u0323', 'a.co/'],
  ]),
  ['the title of a post', (text) => titleFor('YOUTUBE', text, {}), ['\n', '\r\n', ' ', 'a ']],
  ['a table of contacts', csvRecords, [',', '\n', '"",', '"a"b,', 'a,b\r\n', '""\n']],
  [
    'the rules for comments',
    (content) => matchOf({ ...rule, match: 'WORD' }, examined({ ...written, content }, own)),
    ['a', ' ', 'a ', '#', 'aaa'],
  ],
  ['the words that opt out', isStopMessage, ['STOP ', '.', 'a.']],
  [
    'the words of a name',
    (name) => searchWords({ displayName: name, username: name }),
    ['a ', '.', 'a', '\u0301\u0323'],
  ],
  ['the letters of a report', printable, ['a', '\u200d', '\u3042', ' ']],
  ['a title that X changed', (text) => sameText(text, text), ['http://', ' ', 'h']],
  [
    'what platforms report',
    (text) => webhooks.map((each) => reports(text).map((body) => each.changes(body))),
    ['a', '"'],
  ],
];

describe('the text of other servers', function () {
  this.timeout(120_000);

  it('is refused where it is nested deeper than the stack', () => {
    type Node = Readonly<{ replies?: readonly Node[] | undefined }>;
    const Nested: z.ZodType<Node> = z.object({ replies: z.array(z.lazy(() => Nested)).optional() });
    let json: Node = {};
    for (let depth = 0; depth < 50_000; depth++) json = { replies: [json] };
    const reply = { status: 200, headers: new Headers(), text: '', json };
    expect(() => shaped(Nested, reply, 'read')).to.throw(PlatformError, 'nested too deeply');
  });

  for (const [size, list] of [
    [1_000_000, readers],
    [200_000, readersOfBounded],
  ] as const)
    for (const [name, read, units] of list)
      for (const unit of units)
        it(`is read in linear time: ${name}, of ${JSON.stringify(unit)}`, async () => {
          expect(await growthOf(read, unit, size)).to.be.below(maxGrowth);
        });

  it('keeps what the markup of a status says', () => {
    expect(
      textOf('<p>a &amp; b<br />c</p> <p class="x">d <a href="h"><span class="invisible">ht</span>e</a></p>'),
    ).to.equal('a & b\nc\n\nd hte');
    expect(textOf('1 < 2')).to.equal('1 < 2');
    expect(textOf('&unknown; &#65;&#x42; &#x110000;')).to.equal('&unknown; AB &#x110000;');
  });

  it('ends a sentence with one stop', () => {
    expect(['a', 'a.', ' a . . ', '...'].map(ended)).to.deep.equal(['a.', 'a.', 'a.', '.']);
  });
});
