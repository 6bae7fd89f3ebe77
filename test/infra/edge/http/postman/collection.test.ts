import { expect } from 'chai';
import { z } from 'zod';
import { postmanCollection } from '../../../../../infra/edge/http/postman/collection.ts';
import { wholeDocument } from '../../endpoints/whole-document.ts';

/** What the collection format 2.1 asks of the parts in use, and nothing beside them. */
const Pair = z.strictObject({ key: z.string().min(1), value: z.string(), description: z.string().optional() });
const Request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  header: z.array(Pair),
  url: z.strictObject({
    raw: z.string().startsWith('{{baseUrl}}/v1/'),
    host: z.array(z.string()),
    path: z.array(z.string().regex(/^[^{}]+$/)),
    query: z.array(Pair.extend({ disabled: z.boolean() })).optional(),
    variable: z.array(Pair).optional(),
  }),
  description: z.string(),
  auth: z.strictObject({ type: z.literal('noauth') }).optional(),
  body: z
    .strictObject({
      mode: z.literal('raw'),
      raw: z.string(),
      options: z.strictObject({ raw: z.strictObject({ language: z.literal('json') }) }),
    })
    .optional(),
});
const Item = z.strictObject({
  name: z.string().min(1),
  event: z
    .array(
      z.strictObject({
        listen: z.literal('test'),
        script: z.strictObject({ type: z.literal('text/javascript'), exec: z.array(z.string()).min(1) }),
      }),
    )
    .optional(),
  request: Request,
  response: z.array(
    z.strictObject({
      name: z.string(),
      originalRequest: Request,
      code: z.int(),
      status: z.string(),
      header: z.array(Pair),
      body: z.string(),
    }),
  ),
});
const Folder = z.strictObject({ name: z.string(), description: z.string(), item: z.array(Item).min(1) });
const Collection = z.strictObject({
  info: z.strictObject({
    name: z.string(),
    version: z.string(),
    description: z.string(),
    schema: z.literal('https://schema.getpostman.com/json/collection/v2.1.0/collection.json'),
  }),
  auth: z.strictObject({
    type: z.literal('bearer'),
    bearer: z.array(z.strictObject({ key: z.string(), value: z.string(), type: z.string() })),
  }),
  variable: z.array(Pair),
  item: z.array(z.strictObject({ name: z.string(), item: z.array(Folder) })),
});

describe('the Postman collection', () => {
  const document = wholeDocument();
  const collection = Collection.parse(JSON.parse(JSON.stringify(postmanCollection(document))));
  const items = collection.item.flatMap(({ item: folders }) => folders.flatMap(({ item }) => item));

  it('has each operation once, with what its path and its body take', () => {
    const lines = items.map(({ request: { method, url } }) => `${method} /${url.path.join('/')}`);
    const expected = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(lines.toSorted()).to.deep.equal(expected.toSorted());
    for (const { request } of items) {
      const named = request.url.path.filter((segment) => segment.startsWith(':')).map((segment) => segment.slice(1));
      const filled = (request.url.variable ?? []).filter(({ value }) => value !== '').map(({ key }) => key);
      expect(filled, request.url.raw).to.have.members(named);
      if (request.body) JSON.parse(request.body.raw);
    }
  });

  it('has no id of one installation in what is sent: each is a variable of the collection', () => {
    const declared = new Set(collection.variable.map(({ key }) => key));
    for (const { request } of items) {
      const sent = JSON.stringify(request.url) + (request.body?.raw ?? '');
      expect(sent, request.url.raw).not.to.match(/\bc[0-9a-z]{24}\b/);
      for (const [, name = ''] of JSON.stringify(request.url).matchAll(/\{\{(\w+)\}\}/g))
        expect(declared, request.url.raw).to.include(name);
    }
    expect([...declared]).to.include.members(['baseUrl', 'apiKey', 'postId', 'hashtagSetId', 'blueskyAccountId']);
  });

  it('remembers what was made and what is listed, so that the next request finds it', () => {
    const after = (method: string, path: string): string =>
      items
        .find(({ request }) => request.method === method && request.url.raw === `{{baseUrl}}/v1${path}`)
        ?.event?.flatMap(({ script }) => script.exec)
        .join('\n') ?? '';
    expect(after('POST', '/posts')).to.contain('set("postId", made.id)');
    expect(after('POST', '/webhooks')).to.contain('set("webhookId", made.id)');
    expect(after('GET', '/webhooks')).to.contain('set("webhookId", items[0].id)');
    expect(after('GET', '/accounts')).to.contain("+ 'AccountId', id)");
  });

  it('has a body where one is needed, and an answer to compare', () => {
    const create = items.find(({ request }) => request.method === 'POST' && request.url.raw.endsWith('/v1/posts'));
    expect(JSON.parse(create?.request.body?.raw ?? '{}')).to.have.keys('content', 'accountIds', 'scheduledFor');
    expect(create?.response[0]?.code).to.equal(201);
    expect(items.filter(({ response }) => response.length > 0).length).to.be.greaterThan(items.length * 0.9);
  });
});
