import type { Schema } from './contract.ts';

type Schemas = Readonly<Record<string, Schema>>;

const sampleText = (schema: Schema): string => {
  if (schema['format'] === 'date-time') return new Date().toISOString();
  if (schema['format'] === 'date') return new Date().toISOString().slice(0, 10);
  if (schema['format'] === 'uri' || schema['format'] === 'url') return 'https://example.com/';
  if (schema['format'] === 'email') return 'zoe@example.com';
  const pattern = String(schema['pattern'] ?? '');
  if (pattern.startsWith('^at://')) return 'at://did:plc:example/app.bsky.feed.post/1';
  if (pattern.startsWith('^did:')) return 'did:plc:example';
  if (pattern.includes('a-zA-Z0-9-')) return 'zoe.example.com';
  if (pattern.startsWith('^[a-z]+:')) return 'https://example.com/';
  return /\\d/.test(pattern) ? '1' : 'a text';
};

/** The smallest value that a schema describes: what is required, and nothing else. */
export const exampleOf = (schema: Schema, schemas: Schemas = {}): unknown => {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return exampleOf(schemas[reference.replace('#/schemas/', '')] ?? {}, schemas);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const all = schema['allOf'];
  if (Array.isArray(all) && schema['if'] === undefined && schema['properties'] === undefined)
    return Object.assign({}, ...all.map((each: Schema) => exampleOf(each, schemas))) as unknown;
  for (const choice of ['anyOf', 'oneOf'] as const) {
    const [first] = (schema[choice] as Schema[] | undefined) ?? [];
    if (first) return exampleOf(first, schemas);
  }
  const type = Array.isArray(schema['type']) ? (schema['type'] as string[]).at(-1) : schema['type'];
  if (type === 'string') return sampleText(schema);
  if (type === 'integer' || type === 'number') return schema['minimum'] ?? 1;
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  if (type === 'array')
    return schema['minItems'] === undefined ? [] : [exampleOf((schema['items'] ?? {}) as Schema, schemas)];
  const properties = (schema['properties'] ?? {}) as Schemas;
  const required = (schema['required'] ?? []) as string[];
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {}, schemas)]));
};
