/** What is kept of an OpenAPI document. */
type Node = { [name: string]: unknown };
export type Wanted = readonly [name: string, method: string, path: string];

const kept = new Set([
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'const',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'oneOf',
  'anyOf',
  'allOf',
  '$ref',
  'additionalProperties',
]);

/** A schema without prose. OpenAPI 3.0 says `nullable` where JSON Schema has the type null. */
const bare = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== 'object' || schema === null) return schema;
  const given = schema as Node;
  const result: Node = {};
  for (const [name, value] of Object.entries(given)) {
    if (!kept.has(name)) continue;
    if (name === 'properties')
      result[name] = Object.fromEntries(Object.entries(value as Node).map(([key, each]) => [key, bare(each)]));
    else if (name === 'enum' || name === 'required' || name === 'const') result[name] = value;
    else result[name] = name === '$ref' ? String(value).replace('#/components/schemas/', '#/schemas/') : bare(value);
  }
  if (given['nullable'] !== true) return result;
  if (typeof result['type'] === 'string' && result['enum'] === undefined)
    return { ...result, type: [result['type'], 'null'] };
  return { anyOf: [result, { type: 'null' }] };
};

const resolved = (document: Node, node: Node): Node => {
  const pointer = node['$ref'];
  if (typeof pointer !== 'string') return node;
  const found = pointer
    .split('/')
    .slice(1)
    .reduce((at: Node, step) => at[step] as Node, document);
  return resolved(document, found);
};

const refsIn = (schema: unknown): readonly string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/schemas\/([^"]+)"/g)].map((match) => match[1] ?? '');

export const openapi = (document: Node, base: string, wanted: readonly Wanted[]) => {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Node>>>>;
  const all = (document['components'] as Node)['schemas'] as Readonly<Record<string, unknown>>;
  const operations = Object.fromEntries(
    wanted.map(([name, method, at]) => {
      const operation = paths[at]?.[method] as Node;
      const parameters = [
        ...((paths[at]?.['parameters'] as unknown as Node[] | undefined) ?? []),
        ...((operation['parameters'] as Node[] | undefined) ?? []),
      ].map((each) => resolved(document, each));
      const inQuery = parameters.filter((each) => each['in'] === 'query');
      const query = {
        type: 'object',
        properties: Object.fromEntries(inQuery.map((each) => [String(each['name']), bare(each['schema'])])),
        required: inQuery.filter((each) => each['required'] === true).map((each) => each['name']),
        additionalProperties: false,
      };
      const content =
        (operation['requestBody'] as Node | undefined) && resolved(document, operation['requestBody'] as Node);
      const [media, { schema } = { schema: undefined }] =
        Object.entries((content?.['content'] as Record<string, Node> | undefined) ?? {})[0] ?? [];
      const answers = operation['responses'] as Record<string, Node>;
      const success = Object.keys(answers).find((status) => /^2/.test(status)) ?? '';
      const answer = (resolved(document, answers[success] ?? {})['content'] as Record<string, Node> | undefined)?.[
        'application/json'
      ]?.['schema'];
      return [
        name,
        {
          method: method.toUpperCase(),
          at: `${base}${at}`,
          success: Number(success),
          ...(inQuery.length > 0 && { query }),
          ...(media !== undefined && { media, body: bare(schema) }),
          ...(answer !== undefined && { answer: bare(answer) }),
        },
      ];
    }),
  );
  const schemas: Record<string, unknown> = {};
  const waiting = [...refsIn(operations)];
  for (const name of waiting) {
    if (name in schemas) continue;
    schemas[name] = bare(all[name]);
    waiting.push(...refsIn(schemas[name]));
  }
  return { version: String((document['info'] as Node)['version']), operations, schemas };
};
