import { isRecord } from '../../../../domain/kernel/record.ts';

/** A schema of the document, as JSON. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Where a schema is: the property or parameter that it belongs to, and where that is sent. */
export type Place = Readonly<{
  name: string | undefined;
  in: 'query' | 'path' | 'header' | 'body';
  /** The component or the operation. */
  of: string;
  /** An item or an alternative of what has the name. */
  isPart: boolean;
}>;

/** What becomes of a schema whose parts have become it already. */
export type Change = (schema: JsonSchema, place: Place) => JsonSchema;

const single = ['items', 'additionalProperties', 'propertyNames', 'not', 'contains'] as const;
const listed = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;

const changedValues = (values: JsonSchema, change: (value: unknown, name: string) => unknown): JsonSchema =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));

/** A schema with each of its parts changed, the inner ones first. Alternatives and items belong to the name of their whole. */
export const changeSchema = (schema: JsonSchema, place: Place, change: Change): JsonSchema => {
  const within = (
    part: unknown,
    name = place.name,
    { isPart = true }: Readonly<{ isPart?: boolean | undefined }> = {},
  ): unknown => changePart(part, { ...place, name, isPart }, change);
  const property = (part: unknown, name: string): unknown => within(part, name, { isPart: false });
  const parts: Record<string, unknown> = {};
  if (isRecord(schema['properties'])) parts['properties'] = changedValues(schema['properties'], property);
  for (const key of single)
    if (key in schema) parts[key] = within(schema[key], key === 'items' ? place.name : undefined);
  for (const key of listed) {
    const list = schema[key];
    if (Array.isArray(list)) parts[key] = list.map((part: unknown) => within(part));
  }
  return change({ ...schema, ...parts }, place);
};

/** A schema may be true or false as well, which has no parts. */
const changePart = (part: unknown, place: Place, change: Change): unknown =>
  isRecord(part) ? changeSchema(part, place, change) : part;

const isSchemaHolder = (name: string, value: unknown): boolean => name === 'schema' && isRecord(value);

const sentIn = (where: unknown): 'query' | 'path' | 'header' | undefined =>
  where === 'query' || where === 'path' || where === 'header' ? where : undefined;

/** The document with each schema changed: those of parameters, bodies, answers and components. */
export const changeSchemas = <Document extends object>(document: Document, change: Change): Document => {
  const walk = (value: unknown, of: string): unknown =>
    Array.isArray(value)
      ? value.map((item: unknown) => walk(item, of))
      : isRecord(value)
        ? walkObject(value, of)
        : value;
  const walkObject = (value: JsonSchema, of: string): JsonSchema => {
    const sent = sentIn(value['in']);
    const name = sent === undefined ? undefined : String(value['name']);
    return changedValues(value, (part, key) =>
      isSchemaHolder(key, part)
        ? changePart(part, { name, in: sent ?? 'body', of, isPart: false }, change)
        : key === 'example' || key === 'examples'
          ? part
          : walk(part, of),
    );
  };
  const { paths, webhooks, components, ...rest } = document as Record<string, unknown>;
  const operations = (part: unknown): unknown =>
    isRecord(part) &&
    changedValues(
      part,
      (methods) =>
        isRecord(methods) &&
        changedValues(methods, (operation) =>
          walk(operation, isRecord(operation) ? String(operation['operationId']) : ''),
        ),
    );
  const { schemas, ...others } = isRecord(components) ? components : {};
  return {
    ...rest,
    paths: operations(paths),
    ...(webhooks === undefined ? {} : { webhooks: operations(webhooks) }),
    components: {
      ...(isRecord(schemas) && {
        schemas: changedValues(schemas, (schema, of) =>
          changePart(schema, { name: undefined, in: 'body', of, isPart: false }, change),
        ),
      }),
      ...walkObject(others, ''),
    },
  } as Document;
};
