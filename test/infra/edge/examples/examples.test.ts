import { expect } from 'chai';
import { DeliveredType } from '../../../../domain/webhooks/event-types.ts';
import { complaintsOf, deliveries, jsonOf, operations, successOf, text } from './described.ts';
import { everyRoute } from './record.ts';

/** The bodies of a document with where they are. */
const bodies = [
  ...operations.flatMap((operation) => [
    { of: `${operation.operationId}: request`, body: jsonOf(operation.requestBody) },
    { of: `${operation.operationId}: answer`, body: jsonOf(successOf(operation)) },
  ]),
  ...deliveries.map(([type, { post }]) => ({ of: `${type}: delivery`, body: jsonOf(post.requestBody) })),
].flatMap(({ of, body }) => (body ? [{ of, ...body }] : []));

describe('the examples that are kept', () => {
  it('are there for each body that is sent, answered or delivered', () => {
    const silent = bodies.filter(({ example }) => example === undefined).map(({ of }) => of);
    expect(silent, 'run `npm run examples`').to.deep.equal([]);
    expect(bodies.length).to.be.greaterThan(everyRoute.length);
    expect(deliveries.map(([type]) => type)).to.deep.equal(DeliveredType.options);
  });

  it('fill each path', () => {
    const silent = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(({ in: sent, example }) => sent === 'path' && example === undefined)
        .map(({ name }) => `${operationId}.${name}`),
    );
    expect(silent).to.deep.equal([]);
  });

  it('are what their schemas describe', () => {
    const wrong = bodies
      .map(({ of, schema, example }) => ({ of, says: complaintsOf(schema, example) }))
      .filter(({ says }) => says !== '');
    expect(wrong.map(({ of, says }) => `${of}: ${says}`)).to.deep.equal([]);
  });

  it('show no credential, and no address of the recording', () => {
    for (const pattern of [
      /svc_(?:live|test)_(?!example)\w/,
      /whsec_(?!example)\w/,
      /\beyJ[\w-]{8}/,
      /127\.0\.0\.1:\d/,
    ])
      expect(text).not.to.match(pattern);
    const random = [...JSON.stringify(bodies.map(({ example }) => example)).matchAll(/[A-Za-z0-9_-]{28,}/g)]
      .map(([found]) => found)
      .filter((found) => /\d/.test(found) && /[a-z]/.test(found) && /[A-Z]/.test(found));
    expect(random).to.deep.equal([]);
  });

  it('leave the document of a size that pages and tools load', () => {
    expect(text.length).to.be.lessThan(2_500_000);
  });
});
