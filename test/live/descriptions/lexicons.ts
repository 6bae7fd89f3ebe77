type Node = { [name: string]: unknown };

/** The kept form of a type's name: `app.bsky.feed.post#main`. */
const fullName = (reference: string, within: string): string => {
  const [nsid = '', fragment = 'main'] = reference.split('#');
  return `${nsid === '' ? within : nsid}#${fragment}`;
};

const limits = (node: Node, names: readonly (readonly [string, string])[]): Node =>
  Object.fromEntries(names.flatMap(([theirs, ours]) => (node[theirs] === undefined ? [] : [[ours, node[theirs]]])));

const strings: Readonly<Record<string, Node>> = {
  datetime: { format: 'date-time' },
  'at-uri': { pattern: '^at://' },
  did: { pattern: '^did:[a-z]+:' },
  uri: { pattern: '^[a-z]+:' },
  nsid: { pattern: '^[a-zA-Z]+(\\.[a-zA-Z]+){2,}$' },
  handle: { pattern: '^[a-zA-Z0-9-]+(\\.[a-zA-Z0-9-]+)+$' },
  'at-identifier': { pattern: '^(did:[a-z]+:.+|[a-zA-Z0-9-]+(\\.[a-zA-Z0-9-]+)+)$' },
};

/** The JSON Schema of a lexicon's type (atproto.com: "Lexicon"). */
const schemaOf = (node: Node, within: string): unknown => {
  const reference = (name: string) => ({ $ref: `#/schemas/${fullName(name, within)}` });
  switch (node['type']) {
    case 'string':
      return {
        type: 'string',
        ...strings[String(node['format'])],
        ...limits(node, [
          ['maxLength', 'maxLength'],
          ['minLength', 'minLength'],
          ['enum', 'enum'],
          ['const', 'const'],
        ]),
      };
    case 'integer':
    case 'boolean':
      return {
        type: node['type'],
        ...limits(node, [
          ['minimum', 'minimum'],
          ['maximum', 'maximum'],
          ['const', 'const'],
        ]),
      };
    case 'array':
      return {
        type: 'array',
        items: schemaOf(node['items'] as Node, within),
        ...limits(node, [
          ['maxLength', 'maxItems'],
          ['minLength', 'minItems'],
        ]),
      };
    case 'ref':
      return reference(String(node['ref']));
    case 'union': {
      const known = (node['refs'] as string[]).map((each) => fullName(each, within));
      return {
        type: 'object',
        required: ['$type'],
        properties: { $type: { type: 'string', pattern: `^[a-zA-Z.]+(#[a-zA-Z]+)?$` } },
        allOf: known.map((each) => ({
          if: { properties: { $type: { const: each.replace('#main', '') } } },
          then: { $ref: `#/schemas/${each}` },
        })),
      };
    }
    case 'blob':
      return {
        type: 'object',
        required: ['$type', 'ref', 'mimeType', 'size'],
        properties: {
          $type: { const: 'blob' },
          ref: { type: 'object', required: ['$link'], properties: { $link: { type: 'string' } } },
          mimeType: { type: 'string' },
          size: { type: 'integer', ...limits(node, [['maxSize', 'maximum']]) },
        },
        additionalProperties: false,
      };
    case 'object':
    case 'params':
      return {
        type: 'object',
        properties: {
          $type: { type: 'string' },
          ...Object.fromEntries(
            Object.entries((node['properties'] ?? {}) as Record<string, Node>).map(([name, each]) => {
              const schema = schemaOf(each, within);
              const mayBeNull = ((node['nullable'] ?? []) as string[]).includes(name);
              return [name, mayBeNull ? { anyOf: [schema, { type: 'null' }] } : schema];
            }),
          ),
        },
        required: node['required'] ?? [],
        additionalProperties: false,
      };
    case 'record':
      return schemaOf(node['record'] as Node, within);
    default:
      return {};
  }
};

const named = (schema: unknown): readonly string[] =>
  [...JSON.stringify(schema ?? {}).matchAll(/"#\/schemas\/([^"]+)"/g)].map((match) => match[1] ?? '');

export const lexicons = (read: (nsid: string) => Node, nsids: readonly string[]) => {
  const defsOf = (nsid: string) => read(nsid)['defs'] as Record<string, Node>;
  const operations: Record<string, Node> = {};
  const records: Record<string, unknown> = {};
  for (const nsid of nsids) {
    const main = defsOf(nsid)['main'] as Node;
    const bodyOf = (name: string) => {
      const { encoding, schema } = (main[name] ?? {}) as { encoding?: string; schema?: Node };
      return encoding === undefined ? undefined : { encoding, ...(schema && { schema: schemaOf(schema, nsid) }) };
    };
    if (main['type'] === 'record') records[nsid] = schemaOf(main, nsid);
    else
      operations[nsid] = {
        method: main['type'] === 'query' ? 'GET' : 'POST',
        ...(main['parameters'] !== undefined && { query: schemaOf(main['parameters'] as Node, nsid) }),
        ...(main['input'] !== undefined && { input: bodyOf('input') }),
        ...(main['output'] !== undefined && { output: bodyOf('output') }),
      };
  }
  // Requests are held to every type that they name. Answers are held to their own fields.
  const schemas: Record<string, unknown> = {};
  const waiting = [...Object.values(records), ...Object.values(operations)].flatMap(named);
  for (const name of waiting) {
    if (name in schemas) continue;
    const [nsid = '', fragment = ''] = name.split('#');
    schemas[name] = schemaOf(defsOf(nsid)[fragment] as Node, nsid);
    waiting.push(...named(schemas[name]));
  }
  return { version: 'lexicon 1', operations, records, schemas };
};
