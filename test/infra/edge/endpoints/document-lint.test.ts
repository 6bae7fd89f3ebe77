import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';
import { changeSchemas } from '../../../../infra/edge/http/openapi/schema-walk.ts';
import { wholeDocument } from './whole-document.ts';

/** Those that generators of clients know. */
const knownFormats = ['binary', 'date', 'date-time', 'email', 'ipv4', 'ipv6', 'uri', 'uuid'];

describe('the OpenAPI document of all endpoints', () => {
  const document = wholeDocument() as object;
  const text = JSON.stringify(document);

  it("keeps the linter's recommended rules, but that two paths of the reference may match one address", async function () {
    this.timeout(60_000);
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
    const kept = problems.filter(({ ruleId }) => ruleId !== 'no-ambiguous-paths');
    expect(kept.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`)).to.deep.equal(
      [],
    );
    expect(problems.length, 'the linter saw the paths').to.be.greaterThan(0);
  });

  it('names each schema after what it is', () => {
    expect(text).not.to.contain('__schema');
  });

  it('has the formats of the registry only', () => {
    const formats = new Set<unknown>();
    changeSchemas(document, (schema) => {
      if ('format' in schema) formats.add(schema['format']);
      return schema;
    });
    expect([...formats].filter((format) => !knownFormats.includes(String(format)))).to.deep.equal([]);
    expect(formats.has('date-time')).to.equal(true);
  });

  it('has neither bounds of the language nor patterns of many lines', () => {
    expect(text).not.to.contain(String(Number.MAX_SAFE_INTEGER));
    const patterns = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, pattern = '']) => pattern);
    expect(patterns.filter((pattern) => pattern.length > 100)).to.deep.equal([]);
  });
});
