import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { z } from 'zod';
import { readEndpoint } from '../../../../../read-api/kernel/endpoint.ts';
import { startEdge } from '../../../../support/edge.ts';
import { checkNote, getNote, listNotes, strikeNote, writeNote } from '../../../../support/note.ts';

const getInvitation = readEndpoint({
  method: 'GET',
  path: '/v1/invitations/:token',
  id: 'getInvitation',
  summary: 'An invitation',
  description: 'It ends after seven days.',
  params: z.object({ token: z.string() }),
  reply: z.object({ email: z.string() }),
  run: () => Promise.resolve({ body: { email: '' } }),
});

describe('the OpenAPI document', () => {
  let edge: Awaited<ReturnType<typeof startEdge>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- a JSON document, looked into by path
  let document: any;
  before(async () => {
    edge = await startEdge({
      writes: [writeNote, strikeNote, checkNote],
      reads: [getNote, listNotes, getInvitation],
      version: '1.2.3',
    });
    ({ body: document } = await edge.send('GET /v1/openapi.json'));
  });
  after(() => edge.stop());

  it('is 3.1, and every reference in it leads somewhere', () => {
    expect(document.openapi).to.equal('3.1.0');
    expect(document.info.version).to.equal('1.2.3');
    const references: string[] = [];
    JSON.stringify(document, (name, value) => {
      if (name === '$ref') references.push(value as string);
      return value as unknown;
    });
    expect(references)
      .to.include('#/components/schemas/Error')
      .and.to.include('#/components/parameters/IdempotencyKey');
    for (const reference of references) {
      const found = reference
        .slice(2)
        .split('/')
        .reduce<Record<string, unknown> | undefined>((at, part) => at?.[part] as Record<string, unknown>, document);
      expect(found, reference).to.be.an('object');
    }
  });

  it('has the facts of an endpoint beyond its schemas', () => {
    const operation = document.paths['/v1/invitations/{token}'].get;
    expect(operation).to.include({ summary: 'An invitation', description: 'It ends after seven days.' });
    expect(document.paths['/v1/posts'].get).not.to.have.property('description');
  });

  it('has every endpoint, and no other', () => {
    const operations = Object.entries(
      document.paths as Record<string, Record<string, { operationId: string }>>,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
    );
    expect(operations.sort()).to.deep.equal([
      'checkNote post /v1/posts/validate',
      'getInvitation get /v1/invitations/{token}',
      'getNote get /v1/posts/{id}',
      'listNotes get /v1/posts',
      'strikeNote delete /v1/posts/{id}',
      'writeNote post /v1/posts',
    ]);
  });

  it('describes what an endpoint takes', () => {
    const { post } = document.paths['/v1/posts'];
    expect(post.requestBody.required).to.equal(true);
    expect(post.requestBody.content['application/json'].schema.required).to.deep.equal(['text']);
    expect(post.parameters).to.deep.include({ $ref: '#/components/parameters/IdempotencyKey' });
    expect(post['x-required-scope']).to.equal('posts:write');
    expect(document.paths['/v1/posts/validate'].post.parameters).not.to.deep.include({
      $ref: '#/components/parameters/IdempotencyKey',
    });
    const { get } = document.paths['/v1/posts'];
    expect(get.parameters.find(({ name }: { name?: string }) => name === 'limit')).to.include({ in: 'query' });
    const byId = document.paths['/v1/posts/{id}'].get;
    expect(byId.parameters.find(({ name }: { name?: string }) => name === 'id')).to.include({
      in: 'path',
      required: true,
    });
    expect(byId.parameters).to.deep.include({ $ref: '#/components/parameters/AfterPosition' });
  });

  it('describes what an endpoint answers', () => {
    const { responses } = document.paths['/v1/posts'].post;
    expect(Object.keys(responses)).to.deep.equal([
      '201',
      '400',
      '401',
      '403',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
    expect(responses['201'].content['application/json'].schema).to.deep.equal({ $ref: '#/components/schemas/Note' });
    expect(responses['201'].headers).to.include.keys('X-Position', 'X-RateLimit-Limit');
    const struck = document.paths['/v1/posts/{id}'].delete.responses;
    expect(struck['204']).not.to.have.property('content');
    const missing = document.components.responses[struck['404'].$ref.split('/').at(-1)];
    expect(missing.description).to.contain('NOT_FOUND');
    expect(document.components.responses[responses['403'].$ref.split('/').at(-1)].description).to.contain('FORBIDDEN');
  });

  it('has an example of each code that an error response names', () => {
    type Response = { description: string; content: Record<string, { examples: Record<string, { value: unknown }> }> };
    const ajv = new Ajv2020({ strict: false });
    const responses = Object.values<Response>(document.components.responses);
    expect(responses).to.have.length.greaterThan(5);
    for (const { description, content } of responses) {
      const { examples = {} } = content['application/json'] ?? {};
      expect(Object.keys(examples).join(', ')).to.equal(description.split(': ').at(-1));
      for (const { value } of Object.values(examples))
        expect(ajv.validate(document.components.schemas.Error, value), ajv.errorsText()).to.equal(true);
    }
  });

  it('asks for a credential, but on public paths', () => {
    expect(document.security).to.deep.equal([{ bearer: [] }]);
    const invitation = document.paths['/v1/invitations/{token}'].get;
    expect(invitation.security).to.deep.equal([]);
    expect(Object.keys(invitation.responses)).to.deep.equal(['200', '400', '404', '500', '503']);
  });

  it('describes what is really answered', async () => {
    const ajv = new Ajv2020({ strict: false });
    const { secret: token } = edge.credentials.addKey();
    const { body } = await edge.send('POST /v1/posts', { token, body: { text: 'x' } });
    expect(ajv.validate(document.components.schemas.Note, body), ajv.errorsText()).to.equal(true);
    const refused = await edge.send('POST /v1/posts', { token, body: {} });
    expect(ajv.validate(document.components.schemas.Error, refused.body), ajv.errorsText()).to.equal(true);
  });

  it('is shown on a page whose policy lets nothing else in', async () => {
    const { status, headers, body } = await edge.send('GET /v1/docs');
    expect(status).to.equal(200);
    expect(headers.get('content-security-policy')).to.contain("default-src 'none'").and.contain("script-src 'self'");
    const linked = [...String(body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
    expect(linked.filter((link) => link.endsWith('.js'))).to.have.length(2);
    for (const link of linked.filter((each) => each.startsWith('/')))
      expect((await edge.send(`GET ${link}`)).status, link).to.equal(200);
    expect((await edge.send('GET /v1/docs/package.json')).status).to.equal(401);
  });
});
