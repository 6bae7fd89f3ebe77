import { expect } from 'chai';
import { CreatePostRequest } from '../../commands/posts/post-request.ts';
import { checkPost } from '../../domain/content/content-check.ts';
import { examined, examinedLength, matchOf } from '../../domain/comment-automations/matching.ts';
import { csvLine, csvRecords } from '../../domain/contacts/csv.ts';
import { partsOf } from '../../domain/contacts/import-lines.ts';
import { faultOfTemplate, filledTemplate, placeholdersIn } from '../../domain/contacts/message-template.ts';
import { wordsOf } from '../../domain/contacts/search-words.ts';
import { isStartMessage, isStopMessage } from '../../domain/contacts/stop-keywords.ts';
import { orderedThread } from '../../domain/content/thread-items.ts';
import { hashtagsOf, linksOf, mentionsOf } from '../../domain/content/text-counts.ts';
import { Tags } from '../../domain/hashtag-sets/tags.ts';
import { canonical } from '../../domain/kernel/canonical.ts';
import { differences, type Json } from '../../domain/kernel/differences.ts';
import { cutText, shortened, unstorableIn } from '../../domain/kernel/stored-text.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { assemblePrompts } from '../../domain/personas/assemble-prompts.ts';
import { platforms } from '../../domain/platforms/platform.ts';
import { printable } from '../../infra/adapters/reports/fonts.ts';
import { runsOf } from '../../infra/adapters/reports/lines.ts';
import { queryOf, validate } from '../../infra/edge/http/validate.ts';
import { parseInput } from '../../read-api/contract/parse-input.ts';
import { growthOf, maxGrowth, milliseconds, ofMany, inWalks, walksOf } from '../support/growth.ts';

type Reader = Readonly<{ of: string; limit: number; read: (text: string) => unknown; worst: readonly string[] }>;

const refusedOr = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused || error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const entities = ['#', '#a ', '#1', '@', '@a ', '@a.', '@a@b.co ', 'http://', 'http://a.co/(', 'https://a.co ', '&#'];
const letters = [
  'a',
  'a ',
  '\u0301\u0323',
  'é',
  '漢',
  '漢字 ',
  '각',
  'ᄀ',
  '👩‍👩‍👧‍👦',
  '🇩🇪',
  '\u200d',
  '\ud800',
  '\n',
  '\r\n',
];
const domains = ['a.co/', 'a.co ', 'é.com', '漢.co/', `${'a.'.repeat(2190)} `, `${'é.'.repeat(499)} `];

const ruleOf = (match: 'WORD' | 'CONTAINS' | 'EXACT') => ({
  accountId: null,
  postId: null,
  match,
  keywords: Array.from({ length: 50 }, (_, index) => 'a'.repeat(50 + index)),
});
const written = { accountId: 'a', postId: null, authorId: 'x', authorUsername: 'zoe' };

/** A value as JSON bodies may have it: 1 MB at most. */
const parsed = (json: string): unknown => refusedOr(() => JSON.parse(json) as unknown);
const megabyte = 1_000_000;
const shapes: readonly [string, (size: number) => string][] = [
  ['a list of small numbers', (size) => `[${'1,'.repeat(size / 2)}1]`],
  ['a list of empty objects', (size) => `[${'{},'.repeat(size / 3)}{}]`],
  ['an object of many names', (size) => `{${Array.from({ length: size / 12 }, (_, at) => `"n${at}":0`).join(',')}}`],
  ['lists in lists', (size) => `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`],
  ['objects in objects', (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`],
  ['one long text', (size) => JSON.stringify('\\"'.repeat(size / 4))],
  [
    'media of the wrong kind',
    (size) => `{"content":"a","accountIds":["a"],"media":[${'{"id":1},'.repeat(size / 9)}{}]}`,
  ],
  ['thread items of the wrong kind', (size) => `{"content":1,"threadItems":[${'{"a":1},'.repeat(size / 8)}{}]}`],
];

const named = { displayName: 'Ada Lovelace', username: 'ada' };

const readers: readonly Reader[] = [
  {
    of: 'a post for all platforms',
    limit: 100_000,
    worst: [...entities, ...letters, ...domains],
    read: (text) =>
      checkPost(platforms, (platform) => ({ platform, text, media: [], metadata: {}, firstComment: 'a' })),
  },
  {
    of: 'a thread for all platforms',
    limit: 100_000,
    worst: ['é', '#a ', '漢', 'a.co/', '@a@b.co '],
    read: (text) => {
      const items = Array.from({ length: 100 }, (_, at) => ({
        sequence: at + 1,
        media: [],
        text: text.slice((at * text.length) / 100, ((at + 1) * text.length) / 100),
      }));
      return checkPost(platforms, (platform) => ({ platform, text, media: [], metadata: {}, threadItems: items }));
    },
  },
  {
    of: 'hashtags, mentions and links',
    limit: 100_000,
    worst: [...entities, ...letters],
    read: (text) => [hashtagsOf(text), mentionsOf(text), linksOf(text)],
  },
  ...(['WORD', 'CONTAINS', 'EXACT'] as const).map((match): Reader => ({
    of: `a comment beside the words of one rule (${match})`,
    limit: 100_000,
    worst: ['a', 'a ', '\u0301', 'ﷺ', '#'],
    read: (content) => matchOf(ruleOf(match), examined({ ...written, content }, [])),
  })),
  {
    of: 'a message that may opt out',
    limit: 100_000,
    worst: ['STOP ', '.', '\u0301\u0323', 'ﷺ'],
    read: (text) => [isStopMessage(text), isStartMessage(text)],
  },
  {
    of: 'a template',
    limit: 10_000,
    worst: ['{{', '{{a|', '{{first_name}}', '{{last_name|', '}}', '{{a}}', ' {{'],
    read: (text) => [
      faultOfTemplate(text),
      placeholdersIn(text),
      filledTemplate(text, named),
      filledTemplate('{{last_name}}'.repeat(150), { displayName: text.slice(0, 500), username: text.slice(0, 500) }),
    ],
  },
  { of: 'a search', limit: 16_000, worst: ['a ', '.', '\u0301\u0323', 'ﷺ', "'"], read: wordsOf },
  {
    of: 'the query of an address',
    limit: 16_000,
    worst: ['a=', 'a&', '%', '%2', '&', '='],
    read: (text) => queryOf(`/v1/posts?${text}`),
  },
  {
    of: 'a cell of a sheet',
    limit: megabyte,
    worst: ["'", '=', '"', ',', '\r'],
    read: (text) => csvLine([text]),
  },
  {
    of: 'hashtags of a set',
    limit: megabyte,
    worst: ['#', ' ', '\u0130'],
    read: (text) => Tags.safeParse([text]),
  },
  {
    of: 'a line of a report',
    limit: 4_000,
    worst: [...letters, 'א(', 'א1', '(', '\u202b', '\u2067', 'ש [', '\u0627'],
    read: (text) => runsOf(printable(text), 'auto'),
  },
  {
    of: 'a text that is cut',
    limit: megabyte,
    worst: [...letters],
    read: (text) => [cutText(text, 100_000), shortened(text, 280)],
  },
  {
    of: 'what a persona says',
    limit: 100_000,
    worst: ['a', 'aB', '_', '-_', ' '],
    read: (text) =>
      assemblePrompts(
        {
          name: text,
          description: text,
          memory: [],
          arcs: [],
          modules: [{ moduleType: 'voice', data: { [text]: text }, schemaVersion: 1 } as never],
        },
        { platform: 'TWITTER', generationType: 'POST_GENERATION', idea: text },
      ),
  },
];

/** The longest that one of these keeps the event loop, in plain walks over four million letters: some 50 ms of a quick machine. */
const longestHold = 8;

describe('the worst texts of people', function () {
  this.timeout(120_000);

  for (const { of, limit, read, worst } of readers)
    for (const unit of worst) {
      it(`is read in linear time, in a moment: ${of}, of ${JSON.stringify(cutText(unit, 20))}`, async () => {
        expect(await growthOf(read, unit, limit)).to.be.below(maxGrowth);
        const text = ofMany(unit, limit).slice(0, limit);
        expect(await walksOf(() => read(text), longestHold)).to.be.below(longestHold);
      });
    }

  for (const [name, of] of shapes) {
    const read = (size: number): unknown =>
      refusedOr(() => {
        const value = parsed(of(size));
        return validate(CreatePostRequest, value, { code: 'VALIDATION_ERROR', whole: 'body' });
      });

    it(`is validated in linear time: a body that is ${name}`, async () => {
      const [small, large] = [await milliseconds(() => read(megabyte / 10)), await milliseconds(() => read(megabyte))];
      expect(large / Math.max(5, small)).to.be.below(maxGrowth);
    });

    it(`is compared and put in order in linear time: ${name}`, async () => {
      const work = (size: number) => async () => {
        const value = parsed(of(size));
        if (unstorableIn(value) !== undefined) return;
        differences(value as Json, canonical(value) as Json);
        differences(null, value as Json);
      };
      const [small, large] = [await milliseconds(work(megabyte / 10)), await milliseconds(work(megabyte))];
      expect(large / Math.max(5, small)).to.be.below(maxGrowth);
    });
  }

  for (const unit of [',', '\r', '\n', '"",', '"', 'a,', '\r\n', '"\n', '=', '""""'])
    it(`takes a file of contacts in steps that each take a moment: of ${JSON.stringify(unit)}`, async () => {
      const inSteps = (): number => {
        const steps = partsOf(csvRecords(`platform,platformId\n${ofMany(unit, 10_000_000)}`));
        let longest = 0;
        for (let isDone = false; !isDone;) {
          const before = process.cpuUsage();
          try {
            isDone = steps.next().done === true;
          } catch {
            isDone = true;
          }
          const { user, system } = process.cpuUsage(before);
          longest = Math.max(longest, (user + system) / 1000);
        }
        return longest;
      };
      expect(await inWalks(inSteps, longestHold)).to.be.below(longestHold);
    });

  it('looks at the beginning of a comment only', async () => {
    const content = 'a'.repeat(1_000_000);
    expect(examined({ ...written, content }, []).text).to.have.length(examinedLength);
  });

  it('refuses a thread whose items have more text than a post', () => {
    const items = [1, 2].map((sequence) => ({ sequence, content: 'a'.repeat(60_000) }));
    expect(() => orderedThread(items)).to.throw(Refused, 'more than 100000 characters together');
    expect(orderedThread(items.slice(0, 1))).to.have.length(1);
  });

  it('names no more wrong fields than an answer needs', () => {
    const value = JSON.parse(shapes.at(-2)?.[1](megabyte) ?? '') as unknown;
    expect(() => parseInput({ schema: CreatePostRequest, value, code: 'VALIDATION_ERROR', whole: 'body' }))
      .to.throw(Refused)
      .with.property('details')
      .that.satisfies((details: { issues: readonly unknown[] }) => details.issues.length <= 20);
  });
});
