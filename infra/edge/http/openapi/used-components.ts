type Components = Readonly<{ schemas?: Readonly<Record<string, unknown>> }>;

const reference = /"#\/components\/schemas\/([^"]+)"/g;

const namedIn = (part: unknown): readonly string[] =>
  [...JSON.stringify(part).matchAll(reference)].map(([, name = '']) => name);

/** The document without the schemas that nothing refers to, such as fields of platforms where no endpoint takes any. */
export const withoutUnusedSchemas = <Document extends { components?: Components }>(document: Document): Document => {
  const { components = {}, ...rest } = document;
  const { schemas = {}, ...others } = components;
  const used = new Set<string>();
  const waiting = [...namedIn([rest, others])];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    waiting.push(...namedIn(schemas[name] ?? null));
  }
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...document, components: { ...others, schemas: kept } };
};
