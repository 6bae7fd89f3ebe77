import { expect } from 'chai';
import { contentFrom, destinationsFor } from '../../../commands/posts/post-content.ts';
import { mediaOf, overridesOf, type RequestedPost } from '../../../commands/posts/post-request.ts';
import type { CallersStreams } from '../../../commands/posts/ports.ts';
import type { AccountFacts } from '../../../domain/content/account-eligibility.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { contentOf } from '../../domain/posts/a-post.ts';
import { postRequests } from './post-requests.ts';

/** A workspace whose streams of personas all have this state. */
const streams = (state?: object): CallersStreams => ({ load: () => Promise.resolve(state && { state }) }) as never;

const refusalOf = async (run: () => unknown): Promise<Refused> => {
  try {
    await run();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('accepted');
};

describe('the content of a request', () => {
  const { ports } = postRequests();
  const changes = (requested: RequestedPost, before = contentOf(), state?: object) =>
    contentFrom(requested, before, streams(state), ports);
  const created = (requested: RequestedPost) => contentFrom(requested, undefined, streams(), ports);
  const idsOf = (media: readonly { id: string }[] | undefined) => media?.map(({ id }) => id);

  it('is whole for a new post', async () => {
    expect(await created({ content: 'Hi' })).to.deep.equal(contentOf({ content: 'Hi' }));
  });

  it('has only what an edit names', async () => {
    expect(await changes({})).to.deep.equal({});
    expect(await changes({ content: '', firstComment: 'First', firstCommentDelay: 60 })).to.deep.equal({
      content: '',
      firstComment: 'First',
      firstCommentDelay: 60,
    });
    expect(await changes({ contentType: 'STORY' })).to.deep.equal({ contentType: 'STORY' });
    expect(await changes({ metadata: { a: 1 } })).to.deep.equal({ metadata: { a: 1 } });
  });

  it('is emptied field by field by null', async () => {
    const nothing = {
      mediaIds: null,
      threadItems: null,
      overrides: null,
      platformMetadata: null,
      metadata: null,
      firstComment: null,
      personaId: null,
    };
    expect(await changes(nothing, contentOf({ firstComment: 'First', personaId: 'p' }))).to.deep.equal({
      media: [],
      threadItems: [],
      overrides: {},
      platformMetadata: {},
      metadata: {},
      firstComment: null,
      personaId: null,
      contentType: 'TEXT',
    });
  });

  it('has the facts of its files, and its own text for one of them', async () => {
    const { media, contentType } = await changes({ media: ['one', { id: 'two', altText: 'A hill' }] });
    expect(contentType).to.equal('CAROUSEL');
    expect(idsOf(media)).to.deep.equal(['one', 'two']);
    expect(media?.[0]).to.deep.include({ filename: 'one.jpg' }).and.not.have.property('altText');
    expect(media?.[1]).to.deep.include({ filename: 'two.jpg', altText: 'A hill' });
  });

  it('has its thread in order, with the files of each part', async () => {
    const { threadItems, contentType } = await changes({
      threadItems: [
        { sequence: 2, mediaIds: ['two'] },
        { sequence: 1, content: 'First' },
      ],
    });
    expect(contentType).to.equal('THREAD');
    const parts = threadItems?.map(({ sequence, content, media }) => ({ sequence, content, media: idsOf(media) }));
    expect(parts).to.deep.equal([
      { sequence: 1, content: 'First', media: [] },
      { sequence: 2, content: '', media: ['two'] },
    ]);
  });

  it('adds to what each platform has already', async () => {
    const before = contentOf({ overrides: { TWITTER: { content: 'Short' } } });
    expect(await changes({ overrides: { bluesky: { content: 'Blue' } } }, before)).to.deep.equal({
      overrides: { TWITTER: { content: 'Short' }, BLUESKY: { content: 'Blue' } },
    });
    const { platformMetadata } = await changes(
      { platformMetadata: { MASTODON: { visibility: 'unlisted' } } },
      contentOf({ platformMetadata: { YOUTUBE: { title: 'Film' } } }),
    );
    expect(platformMetadata).to.have.keys('MASTODON', 'YOUTUBE');
  });

  it('names a file that is not there or not ready', async () => {
    const media = async (ids: readonly string[]) =>
      new Map(ids.flatMap((id) => (id === 'gone' ? [] : [[id, { media: {} as never, ready: false }] as const])));
    const { directory } = ports;
    const refused = (requested: RequestedPost) =>
      refusalOf(() => contentFrom(requested, undefined, streams(), { ...ports, directory: { ...directory, media } }));
    const gone = await refused({ mediaIds: ['gone'] });
    expect(gone).to.include({ code: 'VALIDATION_ERROR', message: 'Media gone does not exist' });
    expect(gone.details).to.deep.equal({ field: 'mediaIds', mediaId: 'gone' });
    const early = await refused({ threadItems: [{ sequence: 1, mediaIds: ['early'] }] });
    expect(early.message).to.equal('Media early is not READY');
    expect(early.details).to.deep.equal({ field: 'threadItems.0.mediaIds', mediaId: 'early' });
  });

  it('has a persona of the workspace, or the one that it had', async () => {
    expect(await changes({ personaId: 'p' }, contentOf(), {})).to.deep.equal({ personaId: 'p' });
    expect(await changes({ personaId: 'p' }, contentOf({ personaId: 'p' }))).to.deep.equal({ personaId: 'p' });
    const missing = await refusalOf(() => changes({ personaId: 'p' }));
    expect(missing).to.include({ code: 'NOT_FOUND', message: 'Persona not found' });
  });
});

describe('a field of two names', () => {
  it('is read from either, and from both where they say the same', () => {
    expect(mediaOf({})).to.equal(undefined);
    expect(mediaOf({ media: ['a'] })).to.deep.equal([{ id: 'a' }]);
    expect(mediaOf({ mediaIds: ['a'] })).to.deep.equal([{ id: 'a' }]);
    expect(mediaOf({ media: [{ id: 'a', altText: 'A' }], mediaIds: ['a'] })).to.deep.equal([{ id: 'a', altText: 'A' }]);
    expect(mediaOf({ media: null })).to.deep.equal([]);
    expect(mediaOf({ mediaIds: null })).to.deep.equal([]);
    expect(overridesOf({ overrides: { a: 1 } })).to.deep.equal({ a: 1 });
    expect(overridesOf({ platformOverrides: { a: 1 } })).to.deep.equal({ a: 1 });
  });

  it('is refused where they differ', async () => {
    const media = await refusalOf(() => mediaOf({ media: ['a'], mediaIds: ['b'] }));
    expect(media).to.include({ code: 'VALIDATION_ERROR', message: 'media and mediaIds mean the same and differ' });
    expect(media.details).to.deep.equal({ field: 'mediaIds' });
    const overrides = await refusalOf(() => overridesOf({ overrides: { a: 1 }, platformOverrides: {} }));
    expect(overrides.details).to.deep.equal({ field: 'platformOverrides' });
  });
});

describe('the destinations of a request', () => {
  const accounts = new Map<string, AccountFacts>([
    ['x', { platform: 'TWITTER', status: 'ACTIVE' }],
    ['m', { platform: 'MASTODON', status: 'ACTIVE' }],
    ['lost', { platform: 'TWITTER', status: 'DISCONNECTED' }],
  ]);
  const of = (accountIds: readonly string[], more: Partial<Parameters<typeof destinationsFor>[0]> = {}) =>
    destinationsFor(
      { accountIds, platforms: undefined, ...more },
      accounts,
      [{ postPlatformId: 'known', platform: 'MASTODON', accountId: 'm' }],
      (name) => `new ${name}`,
    );
  const toTwitter = { postPlatformId: 'new destination/x', platform: 'TWITTER', accountId: 'x' };
  const toMastodon = { postPlatformId: 'known', platform: 'MASTODON', accountId: 'm' };

  it('are one an account in its order; a known one keeps its id', () =>
    expect(of(['x', 'm', 'x'])).to.deep.equal([toTwitter, toMastodon]));

  it('are those of the named platforms, each with an account of the post', async () => {
    expect(of(['x', 'm'], { platforms: ['MASTODON'] })).to.deep.equal([toMastodon]);
    const refused = await refusalOf(() => of(['x'], { platforms: ['TWITTER', 'BLUESKY'] }));
    expect(refused).to.include({ code: 'VALIDATION_ERROR', message: 'No account of the post is on BLUESKY' });
    expect(refused.details).to.deep.equal({ field: 'platforms', platform: 'BLUESKY' });
  });

  it('are connected accounts', async () => {
    for (const id of ['lost', 'unknown'])
      expect(await refusalOf(() => of([id]))).to.include({ code: 'NOT_FOUND', message: `Account ${id} not found` });
  });
});
