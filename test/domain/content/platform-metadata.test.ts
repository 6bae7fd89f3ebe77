import { expect } from 'chai';
import fc from 'fast-check';
import { platformFields } from '../../../domain/content/platform-fields.ts';
import {
  mergePlatformMetadata,
  readPlatformMetadata,
  type PlatformMetadata,
} from '../../../domain/content/platform-metadata.ts';
import { mergeOverrides, readOverrides } from '../../../domain/content/platform-overrides.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { platforms } from '../../../domain/platforms/platform.ts';

const refusal = (run: () => unknown): Refused => {
  try {
    run();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('platform metadata', () => {
  it('reads platforms and fields in any casing, and stores the documented casing', () => {
    const read = readPlatformMetadata({
      TikTok: { tiktok_privacy_level: 'SELF_ONLY', TIKTOKALLOWDUET: true },
      pinterest: { title: 'A' },
    });
    expect(read).to.deep.equal({
      TIKTOK: { tiktokPrivacyLevel: 'SELF_ONLY', tiktokAllowDuet: true },
      PINTEREST: { title: 'A' },
    });
  });

  it('refuses a field that the platform does not have, with the one that was meant', () => {
    const refused = refusal(() => readPlatformMetadata({ mastodon: { visibilty: 'private' } }));
    expect(refused.message).to.equal(
      'platformMetadata.mastodon.visibilty is no field of MASTODON; did you mean visibility? ' +
        'Known are visibility, spoilerText, language, sensitive, altText',
    );
    expect(refused.details).to.deep.equal({
      field: 'platformMetadata.mastodon.visibilty',
      allowed: Object.keys(platformFields.MASTODON.shape),
    });
    const poll = refusal(() => readPlatformMetadata({ TWITTER: { poll: {} } }));
    expect(poll.message).to.match(/^platformMetadata.TWITTER.poll is no field of TWITTER[.] Known are replySettings,/);
    const inside = refusal(() =>
      readPlatformMetadata({ GOOGLE_BUSINESS: { callToAction: { actionType: 'BOOK', link: 'https://a.example' } } }),
    );
    expect(inside.details?.['field']).to.equal('platformMetadata.GOOGLE_BUSINESS.callToAction.link');
    expect(inside.details?.['allowed']).to.deep.equal(['actionType', 'url']);
  });

  it('removes a field that an earlier version stored', () => {
    const stored: PlatformMetadata = { MASTODON: { visibilty: 'private' } };
    expect(mergePlatformMetadata(stored, readPlatformMetadata({ MASTODON: { visibilty: null } }))).to.deep.equal({});
  });

  it('merges two spellings of one platform, the later winning', () => {
    expect(readPlatformMetadata({ reddit: { title: 'a', nsfw: true }, REDDIT: { title: 'b' } })).to.deep.equal({
      REDDIT: { title: 'b', nsfw: true },
    });
  });

  it('refuses a key that is no platform, naming it', () => {
    const refused = refusal(() => readPlatformMetadata({ MYSPACE: { title: 'x' } }));
    expect(refused.code).to.equal('VALIDATION_ERROR');
    expect(refused.message).to.include('MYSPACE');
    expect(refused.details?.['field']).to.equal('platformMetadata.MYSPACE');
  });

  it('refuses what is no object, and known fields of a wrong type, naming the field', () => {
    expect(refusal(() => readPlatformMetadata([])).details?.['field']).to.equal('platformMetadata');
    expect(refusal(() => readPlatformMetadata({ REDDIT: 'x' })).details?.['field']).to.equal('platformMetadata.REDDIT');
    expect(refusal(() => readPlatformMetadata({ tiktok: { tiktokAllowDuet: 'yes' } })).details?.['field']).to.equal(
      'platformMetadata.tiktok.tiktokAllowDuet',
    );
    expect(
      refusal(() => readPlatformMetadata({ GOOGLE_BUSINESS: { callToAction: { actionType: 'DANCE' } } })).details?.[
        'field'
      ],
    ).to.equal('platformMetadata.GOOGLE_BUSINESS.callToAction.actionType');
  });

  it('bounds what it keeps', () => {
    const components = Array.from({ length: 20 }, () => ({ text: 'x'.repeat(1_000) }));
    const template = { name: 'a', language: 'en', components };
    expect(refusal(() => readPlatformMetadata({ WHATSAPP: { template } })).message).to.contain('16384');
  });

  it('is not fooled by names of the language', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const input: unknown = JSON.parse(`{"REDDIT":{"${name}":{"polluted":true}}}`);
      expect(refusal(() => readPlatformMetadata(input)).details?.['field']).to.equal(`platformMetadata.REDDIT.${name}`);
    }
    const removed = readPlatformMetadata(JSON.parse('{"REDDIT":{"__proto__":null}}'));
    expect(Object.getPrototypeOf(removed.REDDIT)).to.equal(Object.prototype);
    expect('polluted' in {}).to.equal(false);
  });

  it('merges per platform and per field; null removes a field or a platform', () => {
    const stored: PlatformMetadata = {
      TIKTOK: { tiktokPrivacyLevel: 'SELF_ONLY', tiktokAllowDuet: true },
      REDDIT: { title: 'a' },
    };
    expect(
      mergePlatformMetadata(
        stored,
        readPlatformMetadata({ TIKTOK: { tiktokAllowDuet: null, tiktokAllowStitch: false }, reddit: null }),
      ),
    ).to.deep.equal({ TIKTOK: { tiktokPrivacyLevel: 'SELF_ONLY', tiktokAllowStitch: false } });
    expect(mergePlatformMetadata(stored, {})).to.deep.equal(stored);
    expect(mergePlatformMetadata({ REDDIT: { title: 'a' } }, { REDDIT: { title: null } })).to.deep.equal({});
  });

  it('merging the same change twice is merging it once, and leaves what was stored untouched', () => {
    const metadata = fc.dictionary(
      fc.constantFrom(...platforms),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.option(fc.integer())),
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(metadata, metadata, (first, change) => {
        const stored = mergePlatformMetadata({}, first);
        const before = JSON.stringify(stored);
        const once = mergePlatformMetadata(stored, change);
        expect(mergePlatformMetadata(once, change)).to.deep.equal(once);
        expect(JSON.stringify(stored)).to.equal(before);
        expect(JSON.stringify(once)).not.to.include('null');
      }),
    );
  });

  it('knows fields for every platform', () => {
    expect(Object.keys(platformFields)).to.have.members([...platforms]);
  });
});

describe('platform overrides', () => {
  it('reads, merges and removes texts by platform', () => {
    const stored = mergeOverrides({}, readOverrides({ twitter: { content: 'short' }, LinkedIn: { content: 'long' } }));
    expect(stored).to.deep.equal({ TWITTER: { content: 'short' }, LINKEDIN: { content: 'long' } });
    expect(mergeOverrides(stored, readOverrides({ TWITTER: null, REDDIT: { content: 'r' } }))).to.deep.equal({
      LINKEDIN: { content: 'long' },
      REDDIT: { content: 'r' },
    });
  });

  it('refuses unknown platforms and values without a text, naming the field', () => {
    expect(refusal(() => readOverrides({ ORKUT: { content: 'x' } })).details?.['field']).to.equal('overrides.ORKUT');
    expect(refusal(() => readOverrides({ TWITTER: 'x' }, 'platformOverrides')).details?.['field']).to.equal(
      'platformOverrides.TWITTER.content',
    );
    const media = refusal(() => readOverrides({ MASTODON: { content: 'b', mediaIds: [] } }));
    expect(media.details).to.deep.equal({ field: 'overrides.MASTODON.mediaIds', allowed: ['content'] });
  });
});
