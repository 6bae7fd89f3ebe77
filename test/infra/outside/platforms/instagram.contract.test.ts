import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Rendered } from '../../../../domain/platforms/publisher.ts';
import type { Fetch } from '../../../../infra/outside/http/agent-fetch.ts';
import { privateReplies } from './cases/private-replies.ts';
import { only, published } from './cases/publishing.ts';
import { publishedThroughBreak } from './broken-upload.ts';
import { contract, type Case, type Subject } from './contract.ts';
import { Lab, rendered } from './lab.ts';
import { MemoryEngine } from './memory-engine.ts';
import { platformErrorOf } from './memory-run.ts';
import { endsWithTheLogin, renewedWhileAlive } from './renewing.ts';
import { sampleFile, samples } from './sample-media.ts';

const pictured = (post: Rendered): Rendered =>
  post.media.length > 0 ? post : { ...post, media: [samples.image()], contentType: 'IMAGE' };

const shared = {
  platform: 'INSTAGRAM',
  adapt: pictured,
  tooLong: 'a'.repeat(2201),
  metrics: {
    given: { impressions: 1000, reach: 800, likes: 7, comments: 2, shares: 3, saved: 4 },
    expected: { impressions: 1000, reach: 800, likes: 7, comments: 2, shares: 3, saves: 4 },
  },
} as const satisfies Partial<Subject>;

const absent = {
  'publish a story': 'the reference publishes no stories on Instagram',
  'publish a document': 'Instagram takes no documents',
  'publish a GIF': 'Instagram takes JPEG only',
  'publish a thread': 'Instagram has no threads',
  'find in the middle of a thread': 'Instagram has no threads',
  'unpublish a thread, replies first': 'Instagram has no threads',
  'a code needs its verifier': 'neither login has PKCE',
  'a replayed refresh token': 'there are no refresh tokens: the access token itself is exchanged',
  'sign in with a secret': 'Instagram connects by its consent pages, or by tokens brought along',
  reviews: 'Instagram has no reviews',
  'recent posts': 'the calendar imports from Mastodon and TikTok only',
} as const;

const mebibyte = 1024 * 1024;

/** The bytes go in one request: the line breaks in the middle of it. */
const throughBreak = (meanwhile: (lab: Lab) => void) =>
  publishedThroughBreak({
    platform: 'INSTAGRAM',
    film: samples.video(),
    oauthVersion: 'fb_login',
    cutAfter: 7 * mebibyte,
    hasWritten: async (lab, id) => Number((await lab.store.record('INSTAGRAM', 'container', id))?.['received']) > 0,
    meanwhile,
  });

const goesOn: Case = async () => {
  const { ending, kills, sent, shown, unread } = await throughBreak(() => undefined);
  expect([ending.is, kills, shown, unread]).to.deep.equal(['published', 1, 1, 0]);
  // What was on its way when the line broke is sent again.
  expect(sent, 'bytes sent in all').to.be.below(samples.video().sizeBytes + 3 * mebibyte);
};

const withMetadata = async (bench: Parameters<typeof published>[0]) => {
  const metadata = { locationId: '7640348500', collaborators: ['friend'], altText: 'A sunset', title: 'not ours' };
  const { root } = await published(bench, { ...rendered('INSTAGRAM', 'Evening', [samples.image()]), metadata });
  expect(root.request).to.deep.include({
    caption: 'Evening',
    location_id: '7640348500',
    collaborators: '["friend"]',
    alt_text: 'A sunset',
  });
  expect(root.request).not.to.have.property('title');
};

contract({
  ...shared,
  oauthVersion: 'instagram_login',
  absent: {
    ...absent,
    'a video upload continues where the service died': 'Meta fetches the video itself',
    destinations: 'direct login has no Pages',
    'unpublish twice': 'direct login cannot delete',
    'unpublish with the first comment, which goes first': 'direct login cannot delete',
    'unpublish when the answer is lost': 'direct login cannot delete',
    'unpublish when nothing was deleted': 'direct login cannot delete',
    revoke: 'direct login has no call to end a grant',
    'reconnecting finds the same account': 'direct login has no call to end a grant',
  },
  own: {
    refresh: renewedWhileAlive,
    'publish with metadata': withMetadata,
    unpublish: async (bench) => {
      const { person, publisher, result } = await published(bench, pictured(rendered('INSTAGRAM', 'Here to stay')));
      const context = { ...person.newRun().run, publishedAt: bench.lab.clock.now().toISOString() };
      const removals = await publisher.unpublish(result, context);
      expect(removals.map((each) => (each.removed ? 'removed' : each.reason))).to.deep.equal([
        'manual_removal_required',
      ]);
      expect(await person.objects()).to.have.length(1);
    },
  },
});

contract({
  ...shared,
  oauthVersion: 'fb_login',
  choosesDestination: true,
  absent,
  own: {
    refresh: endsWithTheLogin,
    'publish with metadata': withMetadata,
    'a video upload continues where the service died': goesOn,
  },
});

describe('Instagram beyond the contract', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  for (const oauthVersion of ['instagram_login', 'fb_login'] as const)
    it(`answers a comment privately once and within a week, by ${oauthVersion}`, () =>
      privateReplies(lab, 'INSTAGRAM', { oauthVersion }));

  for (const oauthVersion of ['instagram_login', 'fb_login'] as const)
    it(`reads the names of a person who wrote, and refuses those of a stranger, by ${oauthVersion}`, async () => {
      const person = await lab.person('INSTAGRAM', { oauthVersion });
      const { community } = lab.adapter('INSTAGRAM');
      const ask = () => only(community.person).call(community, '4711', person.newRun().run);
      expect((await platformErrorOf(ask())).kind).to.equal('refused');
      await person.receives({ kind: 'message', text: 'Hi' });
      expect(await ask()).to.deep.equal({ displayName: 'visitor', username: 'visitor' });
    });

  it('writes as a person with the tag, once the day is over', async () => {
    for (const oauthVersion of ['instagram_login', 'fb_login'] as const) {
      const person = await lab.person('INSTAGRAM', { oauthVersion });
      const { community } = lab.adapter('INSTAGRAM');
      await person.receives({ kind: 'message', text: 'Hi' });
      lab.clock.advance(25 * 3600_000);
      const write = (tag?: 'HUMAN_AGENT') =>
        only(community.message).call(
          community,
          { recipientNativeId: '4711', text: 'Hello', key: 'key', ...(tag && { tag }) },
          person.newRun().run,
        );
      expect((await platformErrorOf(write())).code).to.equal('WINDOW_CLOSED');
      await write('HUMAN_AGENT');
      const [sent] = await person.objects();
      expect(sent?.request).to.deep.include({ messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' });
    }
  });

  it('starts an upload again whose container has expired meanwhile', async () => {
    const { ending, shown, unread, sent } = await throughBreak((broken) => broken.clock.advance(25 * 3600_000));
    expect([ending.is, shown, unread]).to.deep.equal(['published', 1, 0]);
    expect(sent).to.be.above(samples.video().sizeBytes + 6 * mebibyte);
  });

  it('makes a container again that expires before it is published', async () => {
    const person = await lab.person('INSTAGRAM');
    let isFirst = true;
    const late: Fetch = (url, init) => {
      if (isFirst && url.includes('media_publish')) {
        isFirst = false;
        lab.clock.advance(25 * 3600_000);
      }
      return fetch(url, init as RequestInit);
    };
    const engine = new MemoryEngine(person, () => lab.adapter('INSTAGRAM', undefined, late));
    const ending = await engine.publish(pictured(rendered('INSTAGRAM', 'A day too late')));
    expect([ending.is, engine.retries]).to.deep.equal(['published', 1]);
    expect(await person.objects()).to.have.length(1);
  });

  it('sends the bytes of a reel by Facebook Login and the address of one by direct login', async () => {
    for (const oauthVersion of ['fb_login', 'instagram_login'] as const) {
      const person = await lab.person('INSTAGRAM', { oauthVersion });
      const film = sampleFile('video/mp4', 3_000_001);
      const reel = { ...rendered('INSTAGRAM', 'A reel', [film]), contentType: 'REEL' as const };
      const metadata = { thumbOffsetMs: 1500, shareToFeed: false };
      const [object] = await lab.adapter('INSTAGRAM').publisher.publish({ ...reel, metadata }, person.newRun().run);
      const held = only((await person.objects())[0]);
      expect(held.request).to.deep.equal({
        caption: 'A reel',
        media_type: 'REELS',
        thumb_offset: '1500',
        share_to_feed: 'false',
        ...(oauthVersion === 'fb_login' ? { upload_type: 'resumable' } : { video_url: film.publicUrl }),
      });
      expect(object?.url).to.match(/^https:\/\/www\.instagram\.com\/reel\/[\w-]+\/$/);
    }
  });

  it('mixes images and videos in a carousel', async () => {
    const person = await lab.person('INSTAGRAM', { oauthVersion: 'fb_login' });
    const media = [samples.image(), sampleFile('video/mp4'), samples.image()];
    await lab.adapter('INSTAGRAM').publisher.publish(rendered('INSTAGRAM', 'Mixed', media), person.newRun().run);
    const [held] = await person.objects();
    expect(held?.media.map(({ type }) => type)).to.deep.equal(['image/jpeg', 'video/mp4', 'image/jpeg']);
  });

  it('makes an expired container again', async () => {
    const person = await lab.person('INSTAGRAM');
    const { publisher } = lab.adapter('INSTAGRAM');
    const post = pictured(rendered('INSTAGRAM', 'Late'));
    const memory = person.newRun();
    await person.fault('publish', 'rate_limited');
    expect((await platformErrorOf(publisher.publish(post, memory.run))).kind).to.equal('not_stored');
    lab.clock.advance(25 * 3600_000);
    await publisher.publish(post, memory.run);
    expect(memory.stepsRun).to.deep.equal(['container', 'container']);
    expect(await person.objects()).to.have.length(1);
  });

  it('refuses personal accounts, stories and Pages without an Instagram account', async () => {
    const { publisher } = lab.adapter('INSTAGRAM');
    const post = pictured(rendered('INSTAGRAM', 'No'));
    const codeOf = async (wants: object, page?: { id: string }, change: Partial<Rendered> = {}) => {
      const person = await lab.person('INSTAGRAM', wants);
      const run = person.newRun().run;
      const other = page && { account: { ...run.account, page } };
      return (await platformErrorOf(publisher.publish({ ...post, ...change }, { ...run, ...other }))).code;
    };
    expect(await codeOf({ accountType: 'personal' })).to.equal('ACCOUNT_TYPE_NOT_SUPPORTED');
    expect(await codeOf({}, undefined, { contentType: 'STORY' })).to.equal('CONTENT_TYPE_NOT_SUPPORTED');
    expect(await codeOf({}, undefined, { media: [] })).to.equal('MEDIA_REQUIRED');
    const person = await lab.person('INSTAGRAM', { oauthVersion: 'fb_login' });
    const pages = (await lab.store.account('INSTAGRAM', person.account.nativeId))?.data['pages'] as { id: string }[];
    const run = { ...person.newRun().run, account: { ...person.account, page: { id: only(pages[1]).id } } };
    expect((await platformErrorOf(publisher.publish(post, run))).code).to.equal('NO_IG_ACCOUNT');
  });

  it('stops at the quota of a day', async () => {
    const person = await lab.person('INSTAGRAM');
    const { publisher } = lab.adapter('INSTAGRAM');
    const at = Array.from({ length: 100 }, () => lab.clock.now().getTime() / 1000);
    await lab.store.putRecord('INSTAGRAM', 'made-post', person.account.nativeId, { at });
    const error = await platformErrorOf(publisher.publish(pictured(rendered('INSTAGRAM', '101')), person.newRun().run));
    expect([error.kind, error.code, error.platformCode]).to.deep.equal([
      'not_stored',
      'PLATFORM_RATE_LIMIT',
      '9/2207042',
    ]);
  });

  it('fetches media that lie at this service itself, and only those', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/media/picture.jpg') response.end(Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
      else if (request.url === '/media/disguised.jpg') response.end('GIF89a');
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/media/`;
    const own = new Lab(undefined, undefined, base);
    await own.start();
    try {
      const person = await own.person('INSTAGRAM');
      const { publisher } = own.adapter('INSTAGRAM');
      const post = (publicUrl: string) => rendered('INSTAGRAM', 'Mine', [samples.image({ publicUrl })]);
      await publisher.publish(post(`${base}picture.jpg`), person.newRun().run);
      for (const name of ['disguised.jpg', 'missing.jpg']) {
        const error = await platformErrorOf(publisher.publish(post(`${base}${name}`), person.newRun().run));
        expect([error.kind, error.code]).to.deep.equal(['refused', 'MEDIA_REJECTED']);
      }
      expect(asked).to.deep.equal(['/media/picture.jpg', '/media/disguised.jpg', '/media/missing.jpg']);
      expect(await person.objects()).to.have.length(1);
    } finally {
      await own.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
