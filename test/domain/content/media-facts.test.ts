import { expect } from 'chai';
import fc from 'fast-check';
import { contentTypeFor } from '../../../domain/content/media-facts.ts';
import { platformCatalogue } from '../../../domain/content/platform-catalogue.ts';
import { orderedThread } from '../../../domain/content/thread-items.ts';
import { titleFor } from '../../../domain/content/title.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { platforms } from '../../../domain/platforms/platform.ts';

describe('thread items', () => {
  it('are put in order, whatever order they came in', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }).chain((n) => fc.shuffledSubarray([...Array(n).keys()], { minLength: n })),
        (order) => {
          const items = orderedThread(order.map((index) => ({ sequence: index + 1 })));
          expect(items.map((item) => item.sequence)).to.deep.equal(order.map((_, index) => index + 1));
        },
      ),
    );
  });

  it('are refused with a gap, a repeat or another start', () => {
    for (const sequences of [[2], [1, 3], [1, 1, 2], [0, 1]])
      expect(() => orderedThread(sequences.map((sequence) => ({ sequence }))))
        .to.throw(Refused)
        .with.property('code', 'VALIDATION_ERROR');
  });

  it('are refused with the sequence that was expected and the one that was found', () => {
    expect(() => orderedThread([{ sequence: 3 }, { sequence: 1 }]))
      .to.throw(Refused)
      .with.property('details')
      .that.deep.equals({ field: 'threadItems', expected: 2, found: 3 });
  });

  it('have at most the text of one post together', () => {
    const items = [
      { sequence: 1, content: 'x'.repeat(60_000) },
      { sequence: 2 },
      { sequence: 3, content: 'x'.repeat(40_000) },
    ];
    expect(orderedThread(items)).to.deep.equal(items);
    expect(() => orderedThread([...items, { sequence: 4, content: 'x' }]))
      .to.throw(Refused)
      .with.property('details')
      .that.deep.equals({ field: 'threadItems' });
  });
});

describe('content type', () => {
  const jpeg = { contentType: 'image/jpeg' };
  const mp4 = { contentType: 'video/mp4' };
  it('is derived where the request names none', () => {
    expect(contentTypeFor({ media: [] })).to.equal('TEXT');
    expect(contentTypeFor({ media: [jpeg] })).to.equal('IMAGE');
    expect(contentTypeFor({ media: [mp4] })).to.equal('VIDEO');
    expect(contentTypeFor({ media: [jpeg, mp4] })).to.equal('CAROUSEL');
    expect(contentTypeFor({ media: [{ contentType: 'application/pdf' }] })).to.equal('CAROUSEL');
    expect(contentTypeFor({ media: [jpeg], threadItems: [{}] })).to.equal('THREAD');
    expect(contentTypeFor({ media: [mp4], contentType: 'REEL' })).to.equal('REEL');
  });
});

describe('title', () => {
  it('is the one given, else the first line cut at a word', () => {
    expect(titleFor('REDDIT', 'text', { title: ' Given ' })).to.equal('Given');
    expect(titleFor('REDDIT', '\n  First line \nsecond', {})).to.equal('First line');
    expect(titleFor('YOUTUBE', 'word '.repeat(40), {})).to.equal(`${'word '.repeat(19)}word…`);
  });

  it("never exceeds the platform's limit and never splits a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.constantFrom('YOUTUBE', 'PINTEREST', 'REDDIT'),
        (text, platform) => {
          const title = titleFor(platform, text, {});
          expect(title.length).to.be.at.most(platform === 'REDDIT' ? 300 : 100);
          expect(/\p{Surrogate}/u.test(title)).to.equal(false);
        },
      ),
    );
  });
});

describe('platform catalogue', () => {
  it('describes all fifteen, as plain JSON', () => {
    const catalogue = platformCatalogue();
    expect(catalogue.map((entry) => entry.id)).to.deep.equal([...platforms]);
    expect(JSON.parse(JSON.stringify(catalogue))).to.deep.equal(catalogue);
    const instagram = catalogue.find((entry) => entry.id === 'INSTAGRAM');
    expect(instagram?.images).to.deep.equal({ max: 10, maxBytes: 8_388_608, contentTypes: ['image/jpeg'] });
    expect(instagram?.firstComment).to.equal(true);
    expect(catalogue.find((entry) => entry.id === 'BLUESKY')?.video).to.equal(null);
  });
});
