import { expect } from 'chai';
import { jsonBody, UnreadableBody } from '../../../../infra/products/platform-sandbox/body.ts';

const read = (body: string) =>
  jsonBody(new Request('http://x.test/', { method: 'POST', headers: { 'content-type': 'application/json' }, body }));

describe('a JSON body of the sandbox', () => {
  for (const text of ['half \ud83d', 'null \0'])
    it(`is refused with ${JSON.stringify(text)}, in a value or a name`, async () => {
      for (const value of [text, { media: [{ alt: text }] }, { [text]: 1 }])
        expect(await read(JSON.stringify(value)).catch((error: unknown) => error)).to.be.instanceOf(UnreadableBody);
    });

  it('is read with whole characters, and with what only looks like an escape', async () => {
    for (const value of ['😀', { text: '\\u0000 \\ud83d' }])
      expect(await read(JSON.stringify(value))).to.deep.equal(value);
  });
});
