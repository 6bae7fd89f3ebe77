import { expect } from 'chai';
import { changeSchemas } from '../../../../infra/edge/http/openapi/schema-walk.ts';
import { keyOf, words } from '../../../../infra/edge/http/openapi/words/index.ts';
import { parameterWords } from '../../../../infra/edge/http/openapi/words/parameters.ts';
import { wholeDocument } from './whole-document.ts';

type Parameter = { name?: string; description?: string };
type Media = { schema?: { format?: string }; example?: unknown; examples?: object };
type Sent = { $ref?: string; content?: Record<string, Media> };
type Operation = {
  operationId: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Sent;
  responses: Record<string, Sent>;
};

type Document = {
  components: { responses: Record<string, Sent> };
  paths: Record<string, Record<string, Operation>>;
};

const document: Document = JSON.parse(JSON.stringify(wholeDocument()));
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

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

  it('have an example of every request and answer that is text', () => {
    const shared = ({ $ref = '' }: Sent): Sent | undefined =>
      document.components.responses[$ref.split('/').at(-1) ?? ''];
    const bare = operations.flatMap(({ operationId, requestBody, responses }) =>
      Object.entries({ request: requestBody ?? {}, ...responses }).flatMap(([where, sent]) =>
        Object.entries((shared(sent) ?? sent).content ?? {})
          .filter(([, media]) => media.schema?.format !== 'binary')
          .filter(([, { example, examples }]) => example === undefined && examples === undefined)
          .map(([type]) => `${operationId} ${where} ${type}`),
      ),
    );
    expect(bare).to.deep.equal([]);
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
