import { expect } from 'chai';
import { lightenFetch } from './light-fetch.ts';

const kinds = { real: () => () => {}, light: lightenFetch };

for (const [name, begin] of Object.entries(kinds)) {
  describe(`the ${name} requests and answers of platforms`, () => {
    let undo = (): void => {};
    beforeEach(() => (undo = begin()));
    afterEach(() => undo());

    it('find headers by any casing, and join what is appended', () => {
      const { headers } = new Response('{}', { headers: { 'Content-Type': 'application/json' } });
      expect(headers.get('content-TYPE')).to.equal('application/json');
      headers.append('link', '<a>');
      headers.append('Link', '<b>');
      expect(headers.get('link')).to.equal('<a>, <b>');
      headers.delete('LINK');
      expect(headers.has('link')).to.equal(false);
      expect(headers.get('link')).to.equal(null);
      expect(new Map(headers)).to.deep.equal(new Map([['content-type', 'application/json']]));
    });

    it('take no header that could not be sent', () => {
      expect(() => new Response(null, { headers: { 'a b': '1' } })).to.throw(TypeError);
      expect(() => new Response(null, { headers: { a: '1\r\nb: 2' } })).to.throw(TypeError);
      expect(() => new Response(null, { headers: { a: '日' } })).to.throw(TypeError);
    });

    it('have the type of a text that names no other', () => {
      expect(new Response('a').headers.get('content-type')).to.equal('text/plain;charset=UTF-8');
      expect(new Response(null).headers.has('content-type')).to.equal(false);
    });

    it('give their body once, whole or in pieces', async () => {
      const request = new Request('https://a.example.com/b', { method: 'POST', body: 'é' });
      const pieces: Uint8Array[] = [];
      for await (const piece of request.body ?? []) pieces.push(piece);
      expect(Buffer.concat(pieces).toString()).to.equal('é');
      const answer = new Response('{"a":1}', { status: 201 });
      expect([answer.status, answer.ok, await answer.text()]).to.deep.equal([201, true, '{"a":1}']);
      for (const read of [request, answer]) {
        const error = await read.text().then(
          () => undefined,
          (failed: unknown) => failed,
        );
        expect(error).to.be.instanceOf(TypeError);
      }
    });

    it('pass on what streams', async () => {
      const body = ReadableStream.from([Buffer.from('a'), Buffer.from('b')]);
      const init: RequestInit & { duplex: 'half' } = { method: 'PUT', body, duplex: 'half' };
      expect(await new Request('https://a.example.com/', init).text()).to.equal('ab');
    });

    it('take an answer for what is to be changed of another', async () => {
      const first = new Response('a', { status: 202, headers: { b: 'c' } });
      const second = new Response(`${await first.text()}!`, first);
      expect([second.status, second.headers.get('b'), await second.text()]).to.deep.equal([202, 'c', 'a!']);
      expect(second).to.be.instanceOf(Response);
    });

    it('have no body where none may be', () => {
      expect(() => new Request('https://a.example.com/', { method: 'GET', body: 'a' })).to.throw(TypeError);
      expect(() => new Response('a', { status: 204 })).to.throw(TypeError);
      expect(new Response(null, { status: 204 }).body).to.equal(null);
    });
  });
}
