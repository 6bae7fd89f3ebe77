/** The keywords of JSON Schema that the requests of the service use. */
export type JsonSchema = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: readonly unknown[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  anyOf?: readonly JsonSchema[];
}>;

/** The schemas of an OpenAPI document, by name. */
export type Components = Readonly<Record<string, JsonSchema>>;

const prefix = '#/components/schemas/';

/** The schema that a reference leads to, with the description that the reference has of its own. */
const followed = (schema: JsonSchema, components: Components): JsonSchema => {
  if (schema.$ref === undefined) return schema;
  const target = components[schema.$ref.slice(prefix.length)];
  if (target === undefined) throw new Error(`The OpenAPI document has no schema ${schema.$ref}`);
  const { $ref: _, ...own } = schema;
  return followed({ ...target, ...own }, components);
};

const isNull = ({ type }: JsonSchema): boolean => type === 'null';

/** A schema without its references, and without null as one of its kinds. */
export const resolved = (schema: JsonSchema, components: Components): JsonSchema => {
  const whole = followed(schema, components);
  const kinds = whole.anyOf?.filter((kind) => !isNull(kind)) ?? [];
  const [only] = kinds;
  if (whole.type !== undefined || only === undefined || kinds.length > 1) return whole;
  const { anyOf: _, ...own } = whole;
  return resolved({ ...only, ...own }, components);
};

/** Whether null is a value, which removes what was there. */
export const takesNull = (schema: JsonSchema, components: Components): boolean => {
  const { anyOf, type } = followed(schema, components);
  return anyOf?.some(isNull) ?? (Array.isArray(type) && type.includes('null'));
};
