import { expect } from 'chai';
import { changeSchemas } from '../../../../infra/edge/http/openapi/schema-walk.ts';
import { keyOf, words } from '../../../../infra/edge/http/openapi/words/index.ts';
import { parameterWords } from '../../../../infra/edge/http/openapi/words/parameters.ts';
import { wholeDocument } from './whole-document.ts';

type Parameter = { name?: string; description?: string };
type Operation = { operationId: string; description?: string; parameters?: Parameter[] };

const document = wholeDocument() as object;
const operations = Object.values((document as { paths: Record<string, Record<string, Operation>> }).paths).flatMap(
  (methods) => Object.values(methods),
);

describe('the words of the OpenAPI document', () => {
  it('describe every operation, beyond its summary', () => {
    const silent = operations.filter(({ description }) => !description).map(({ operationId }) => operationId);
    expect(silent, 'give the endpoint a description').to.deep.equal([]);
  });

  it('describe every parameter', () => {
    const silent = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(({ name, description }) => name !== undefined && !description)
        .map(({ name }) => `${operationId}.${name}`),
    );
    expect(silent, 'describe it at its schema, or in infra/edge/http/openapi/words').to.deep.equal([]);
  });

  it('describe every property', () => {
    const silent: string[] = [];
    changeSchemas(document, (schema, { name, of, isPart, in: sent }) => {
      if (name !== undefined && !isPart && sent === 'body' && !schema['description']) silent.push(`${of}.${name}`);
      return schema;
    });
    expect(silent, 'describe it at its schema, or in infra/edge/http/openapi/words').to.deep.equal([]);
  });

  it('are about names that the document has', () => {
    const used = new Set<string | undefined>();
    changeSchemas(document, (schema, { name, of, isPart, in: sent }) => {
      if (name !== undefined && !isPart)
        used.add(sent === 'body' ? keyOf(of, name) : `${of}.${name}`).add(keyOf(of, name));
      return schema;
    });
    const unused = [...Object.keys(words), ...Object.keys(parameterWords)].filter((key) => !used.has(key));
    expect(unused, 'remove it from infra/edge/http/openapi/words').to.deep.equal([]);
  });
});
