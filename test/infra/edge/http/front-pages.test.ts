import { expect } from 'chai';
import { frontPages } from '../../../../infra/edge/http/front-pages.ts';
import { startEdge } from '../../../support/edge.ts';

const documentation = () => Promise.resolve('## Start\n\n- [Quick start](/docs/quick-start.md): a first post');
const now = () => new Date('2026-11-25T12:00:00.000Z');

describe('the addresses that people and programs try first', () => {
  const asked = async (securityContact: string | undefined) => {
    const edge = await startEdge({ writes: [], reads: [], pages: frontPages({ securityContact, now, documentation }) });
    return { edge, get: (path: string) => fetch(`${edge.origin}${path}`, { redirect: 'manual' }) };
  };

  it('answer with a page of links, and each link answers', async () => {
    const { edge, get } = await asked(undefined);
    try {
      const start = await get('/');
      expect([start.status, start.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
      const paths = [...(await start.text()).matchAll(/<a href="([^"]+)"/g)].map(([, path = '']) => path);
      expect(paths).to.include('/v1/docs');
      for (const path of ['/v1/docs', '/v1/openapi.json', '/v1/health'])
        expect([path, (await get(path)).status]).to.deep.equal([path, 200]);
      const llms = await (await get('/llms.txt')).text();
      expect(llms).to.contain('# Social Publishing Service').and.to.contain('(/docs/quick-start.md): a first post');
      expect(await (await get('/robots.txt')).text()).to.contain('Disallow: /');
    } finally {
      await edge.stop();
    }
  });

  it('compress the document of the API, and do not send it twice', async () => {
    const { edge } = await asked(undefined);
    try {
      const document = (headers: Record<string, string>) => fetch(`${edge.origin}/v1/openapi.json`, { headers });
      const first = await document({ 'accept-encoding': 'gzip' });
      expect(first.headers.get('content-encoding')).to.equal('gzip');
      expect(await first.json()).to.have.property('openapi');
      const again = await document({ 'if-none-match': first.headers.get('etag') ?? '' });
      expect(again.status).to.equal(304);
    } finally {
      await edge.stop();
    }
  });

  it('name who takes reports of faults, for half a year, only where there is a contact', async () => {
    const without = await asked(undefined);
    try {
      const none = await without.get('/.well-known/security.txt');
      expect([none.status, await none.text()]).to.deep.equal([
        404,
        'This installation names no contact for reports of faults. Its operator sets one with SECURITY_CONTACT.\n',
      ]);
    } finally {
      await without.edge.stop();
    }
    const { edge, get } = await asked('mailto:security@example.com');
    try {
      expect(await (await get('/.well-known/security.txt')).text()).to.equal(
        'Contact: mailto:security@example.com\nExpires: 2027-05-24T12:00:00.000Z\nPreferred-Languages: en\n',
      );
    } finally {
      await edge.stop();
    }
  });
});
