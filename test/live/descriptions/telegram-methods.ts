type Field = Readonly<{ name: string; types: readonly string[]; required: boolean }>;
type Document = Readonly<{
  version: string;
  methods: Readonly<Record<string, Readonly<{ href: string; returns: readonly string[]; fields?: readonly Field[] }>>>;
  types: Readonly<Record<string, Readonly<{ fields?: readonly Field[] }>>>;
}>;

const scalars: Readonly<Record<string, object>> = {
  Integer: { type: 'integer' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Float: { type: 'number' },
  'Float number': { type: 'number' },
  True: { const: true },
};

const typeOf = (name: string): object => {
  if (name.startsWith('Array of ')) return { type: 'array', items: typeOf(name.slice('Array of '.length)) };
  // A file is a part of its own, or the name of one.
  if (name === 'InputFile') return { type: 'string' };
  return scalars[name] ?? { $ref: `#/schemas/${name}` };
};

const anyOf = (types: readonly string[]): object => {
  const [only, ...others] = types;
  return only !== undefined && others.length === 0 ? typeOf(only) : { anyOf: types.map(typeOf) };
};

const objectOf = (fields: readonly Field[]) => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(({ name, types }) => [name, anyOf(types)])),
  required: fields.filter(({ required }) => required).map(({ name }) => name),
  additionalProperties: false,
});

/** Types that a schema names, however deep. */
const named = (schema: unknown): readonly string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/schemas\/([^"]+)"/g)].map((match) => match[1] ?? '');

/** The types of requests in full. Of the types of answers only the fields that are always there: the rest is a thousand optional ones. */
export const telegram = ({ version, methods, types }: Document, wanted: readonly string[]) => {
  const operations = Object.fromEntries(
    wanted.map((name) => {
      const { href, returns, fields = [] } = methods[name] as Document['methods'][string];
      const files = fields.filter((each) => each.types.includes('InputFile')).map((each) => each.name);
      return [name, { source: href, files, body: objectOf(fields), answer: anyOf(returns) }];
    }),
  );
  const ofRequests = new Set<string>();
  const schemas: Record<string, unknown> = {};
  const waiting = Object.values(operations).flatMap(({ body }) => named(body));
  for (const name of waiting) {
    if (ofRequests.has(name)) continue;
    ofRequests.add(name);
    const fields = types[name]?.fields;
    schemas[name] = fields ? objectOf(fields) : { type: 'object' };
    waiting.push(...named(schemas[name]));
  }
  const ofAnswers = Object.values(operations).flatMap(({ answer }) => named(answer));
  for (const name of ofAnswers) {
    if (name in schemas) continue;
    const always = (types[name]?.fields ?? []).filter(({ required }) => required);
    schemas[name] = { ...objectOf(always), additionalProperties: true };
    ofAnswers.push(...named(schemas[name]));
  }
  return { version, operations, schemas };
};
