import { expect } from 'chai';
import { plainSchema } from '../../../../../infra/edge/http/openapi/plain-schema.ts';
import { changeSchemas, type JsonSchema } from '../../../../../infra/edge/http/openapi/schema-walk.ts';

const inBody = (name: string | undefined, schema: JsonSchema) =>
  plainSchema(schema, { name, in: 'body', of: 'x', isPart: false });
const inQuery = (schema: JsonSchema) => plainSchema(schema, { name: 'x', in: 'query', of: 'x', isPart: false });

describe('a schema of the OpenAPI document', () => {
  it('has no bounds but those of the API', () => {
    const ends = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    expect(inBody('n', { type: 'integer', ...ends })).to.deep.equal({ type: 'integer' });
    expect(inBody('n', { type: 'integer', ...ends, minimum: 1 })).to.deep.equal({ type: 'integer', minimum: 1 });
  });

  it('has a pattern only where no format says the same', () => {
    expect(inBody('d', { type: 'string', format: 'date', pattern: '^\\d+$' })).to.deep.equal({
      type: 'string',
      format: 'date',
    });
    expect(inBody('d', { type: 'string', pattern: '^\\d+$' })).to.have.property('pattern');
  });

  it('says of the names of a map only what is not true of all', () => {
    const map = { type: 'object', additionalProperties: true };
    expect(inBody('m', { ...map, propertyNames: { type: 'string' } })).to.deep.equal(map);
    const named = { ...map, propertyNames: { type: 'string', enum: ['a'] } };
    expect(inBody('m', named)).to.deep.equal(named);
  });

  it('is a boolean in a query, with its default, where it is read from words', () => {
    expect(inQuery({ type: 'string', enum: ['true', 'false'], default: 'true' })).to.deep.equal({
      type: 'boolean',
      default: true,
    });
    expect(inQuery({ type: 'boolean', enum: ['true', 'false', '1', '0', ''] })).to.deep.equal({ type: 'boolean' });
    const words = { type: 'string', enum: ['true', 'false'] };
    expect(inBody('x', words)).to.deep.equal(words);
    const others = { type: 'string', enum: ['true', 'later'] };
    expect(inQuery(others)).to.deep.equal(others);
  });

  it('is a date-time where the name is that of an instant', () => {
    expect(inBody('createdAt', { type: 'string' })).to.deep.equal({ type: 'string', format: 'date-time' });
    expect(inBody('endsAt', { type: ['string', 'null'] })).to.include({ format: 'date-time' });
    expect(inBody('format', { type: 'string' })).to.deep.equal({ type: 'string' });
    expect(inBody('attemptedAt', { type: 'integer' })).to.deep.equal({ type: 'integer' });
  });

  it('says nothing beside a reference that is said where it leads', () => {
    const there = { $ref: '#/components/schemas/X' };
    expect(inBody('x', { ...there, type: 'string', maxLength: 4, description: 'x' })).to.deep.equal({
      ...there,
      description: 'x',
    });
  });

  it('has its words once where it has alternatives', () => {
    const parts = [
      { type: 'string', description: 'x' },
      { type: 'null', description: 'none' },
    ];
    expect(inBody('x', { description: 'x', anyOf: parts })).to.deep.equal({
      description: 'x',
      anyOf: [{ type: 'string' }, { type: 'null', description: 'none' }],
    });
  });

  it('is found in parameters, bodies, answers and components, and nowhere else', () => {
    const noted = { type: 'object', properties: { pattern: { type: 'string' }, schema: { type: 'array', items: {} } } };
    const places: string[] = [];
    const document = {
      info: { schema: { type: 'object' } },
      paths: {
        '/v1/x': {
          get: {
            operationId: 'getX',
            parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
            responses: {
              200: { content: { 'application/json': { schema: noted, example: { schema: { type: 'no schema' } } } } },
            },
          },
        },
      },
      components: { schemas: { X: { anyOf: [{ type: 'null' }, { properties: { schema: { type: 'number' } } }] } } },
    };
    const changed = changeSchemas(document, (schema, place) => {
      places.push(`${place.of} ${place.in} ${place.name ?? '-'} ${String(schema['type'] ?? 'any')}`);
      return schema;
    });
    expect(changed).to.deep.equal(document);
    expect(places.sort()).to.deep.equal([
      'X body - any',
      'X body - any',
      'X body - null',
      'X body schema number',
      'getX body - object',
      'getX body pattern string',
      'getX body schema any',
      'getX body schema array',
      'getX query q string',
    ]);
  });
});
