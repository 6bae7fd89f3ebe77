import { expect } from 'chai';
import fc from 'fast-check';
import { facetsOf } from '../../../../infra/outside/platforms/bluesky/facets.ts';
import { recordKey } from '../../../../infra/outside/platforms/bluesky/record-key.ts';

const marked = async (text: string) => {
  const facets = await facetsOf(text, async (handle) => (handle === 'alice.test' ? 'did:plc:alice' : undefined));
  const bytes = Buffer.from(text, 'utf8');
  return facets.map(({ index, features }) => {
    const { $type = '', ...rest } = features[0] ?? {};
    return [bytes.toString('utf8', index.byteStart, index.byteEnd), $type.split('#')[1], Object.values(rest)[0]];
  });
};

describe('facets of a Bluesky post', () => {
  it('counts in bytes of UTF-8', async () => {
    expect(await marked('Grüße 🌍 #größe https://exämple.com/ü?x=1 @alice.test')).to.deep.equal([
      ['#größe', 'tag', 'größe'],
      ['https://exämple.com/ü?x=1', 'link', 'https://exämple.com/ü?x=1'],
      ['@alice.test', 'mention', 'did:plc:alice'],
    ]);
  });

  it('leaves the sentence around a link alone', async () => {
    expect(
      await marked('See https://a.example/b. (Or https://a.example/c?d), "https://a.example/e_(f)"!'),
    ).to.deep.equal(
      ['https://a.example/b', 'https://a.example/c?d', 'https://a.example/e_(f)'].map((url) => [url, 'link', url]),
    );
  });

  it('leaves punctuation before a closing bracket alone too', async () => {
    const link = 'https://example.com/a';
    for (const text of [`(see ${link}.)`, `(see ${link}).`, `("${link}").`, `(${link}…?!).`])
      expect((await marked(text))[0]?.[0], text).to.equal(text.includes('…') ? `${link}…` : link);
    expect((await marked('(https://example.com/a_(b).)'))[0]?.[0]).to.equal('https://example.com/a_(b)');
  });

  it('takes an emoji, a number or punctuation for no tag', async () => {
    for (const text of ['#️⃣', '#⃣', '#️⃣5', 'press #️⃣ now', '#1-2', '#12', '#!?'])
      expect(await marked(text), text).to.deep.equal([]);
    expect(await marked('#5th')).to.deep.equal([['#5th', 'tag', '5th']]);
    expect(await marked('#❤️')).to.deep.equal([['#❤️', 'tag', '❤️']]);
  });

  it('takes no link apart, no address for a mention, no number for a tag', async () => {
    expect(await marked('https://a.example/#tag/@alice.test')).to.have.length(1);
    expect(await marked('write to someone@alice.test, we are #1, a#b, #')).to.deep.equal([]);
    expect(await marked('@missing.test is missing, #end.')).to.deep.equal([['#end', 'tag', 'end']]);
  });

  it('always marks whole characters inside the text', async () => {
    const piece = fc.constantFrom('#tag', 'https://a.example/ü', '@alice.test', '🌍', 'ä', ' ', '.', '(', 'x');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const text = pieces.join('');
        const facets = await facetsOf(text, async () => 'did:plc:alice');
        const bytes = Buffer.from(text, 'utf8');
        let end = 0;
        for (const { index } of facets) {
          expect(index.byteStart).to.be.at.least(end);
          end = index.byteEnd;
          const part = bytes.toString('utf8', index.byteStart, index.byteEnd);
          expect(text).to.contain(part);
          expect(part).not.to.contain('\uFFFD');
        }
        expect(end).to.be.at.most(bytes.length);
      }),
    );
  });
});

describe('record key', () => {
  const moment = new Date('2026-05-04T10:00:00.000Z');

  it('is a TID, the same for the same send and moment', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
        fc.string(),
        (date, key) => {
          expect(recordKey(date, key)).to.match(/^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/);
          expect(recordKey(date, key)).to.equal(recordKey(date, key));
        },
      ),
    );
  });

  it('differs between sends and sorts by time', () => {
    expect(recordKey(moment, 'a post')).not.to.equal(recordKey(moment, 'a thread-2'));
    const later = new Date(moment.getTime() + 1);
    expect(recordKey(moment, 'a') < recordKey(later, 'a')).to.equal(true);
  });
});
