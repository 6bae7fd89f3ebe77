import type { Change, JsonSchema } from './schema-walk.ts';
import { isRecord } from '../../../../domain/kernel/record.ts';

const without = (schema: JsonSchema, names: readonly string[]): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));

const isType = (schema: JsonSchema, type: string): boolean =>
  schema['type'] === type || (Array.isArray(schema['type']) && schema['type'].includes(type));

/** The bounds that zod writes for every integer, because JavaScript counts no further. They are no rule of the API. */
export const withoutNoBounds: Change = (schema) =>
  without(schema, [
    ...(schema['minimum'] === Number.MIN_SAFE_INTEGER ? ['minimum'] : []),
    ...(schema['maximum'] === Number.MAX_SAFE_INTEGER ? ['maximum'] : []),
  ]);

/** A format says what its pattern says, in one word. */
const withoutPatternOfFormat: Change = (schema) =>
  typeof schema['format'] === 'string' ? without(schema, ['pattern']) : schema;

/** The words of a library for what JSON Schema has no format for. */
const privateFormats: ReadonlySet<unknown> = new Set(['cidrv4', 'cidrv6']);

const withoutPrivateFormats: Change = (schema) =>
  privateFormats.has(schema['format']) ? without(schema, ['format']) : schema;

/** Names of JSON properties are always text. */
const withoutNamesOfText: Change = (schema) => {
  const names = schema['propertyNames'];
  return isRecord(names) && names['type'] === 'string' && Object.keys(names).length === 1
    ? without(schema, ['propertyNames'])
    : schema;
};

/** A query is text, so a boolean of a query is read from words. Clients know it as a boolean. */
const withBooleansOfQueries: Change = (schema, place) => {
  const words: unknown = schema['enum'];
  if (place.in !== 'query' || !Array.isArray(words) || !words.includes('true') || !words.includes('false'))
    return schema;
  const otherwise = schema['default'];
  return {
    ...without(schema, ['enum', 'default']),
    type: 'boolean',
    ...(typeof otherwise === 'string' && { default: otherwise === 'true' }),
  };
};

/** The ends that names of instants have, and the names that are one without such an end. */
const instantEnd = /(?:At|Until)$/;
const instants = new Set([
  'scheduledFor',
  'currentPeriodStart',
  'currentPeriodEnd',
  'trialEnd',
  'effectiveDate',
  'graceExpiresDate',
  'activeSince',
  'suggestedTime',
  'lastUpdated',
  'billing_period_start',
  'billing_period_end',
  'now',
  'timestamp',
]);

export const isInstantName = (name: string): boolean => instantEnd.test(name) || instants.has(name);

/** Instants are answered in ISO 8601 with milliseconds, in UTC. */
const withInstants: Change = (schema, { name }) =>
  name !== undefined && isInstantName(name) && isType(schema, 'string') && !('format' in schema) && !('enum' in schema)
    ? { ...schema, format: 'date-time' }
    : schema;

/** What may be beside a reference; the rest of the schema is where the reference leads. */
const besideReference = new Set(['$ref', 'description', 'deprecated', 'default']);

const withReferenceAlone: Change = (schema) =>
  typeof schema['$ref'] === 'string'
    ? Object.fromEntries(Object.entries(schema).filter(([name]) => besideReference.has(name)))
    : schema;

/** An alternative does not repeat what its whole says. */
const withWordsOnce: Change = (schema) =>
  Array.isArray(schema['anyOf']) && 'description' in schema
    ? {
        ...schema,
        anyOf: schema['anyOf'].map((part: JsonSchema) =>
          part['description'] === schema['description'] ? without(part, ['description']) : part,
        ),
      }
    : schema;

const changes: readonly Change[] = [
  withReferenceAlone,
  withWordsOnce,
  withoutNoBounds,
  withoutPatternOfFormat,
  withoutPrivateFormats,
  withoutNamesOfText,
  withBooleansOfQueries,
  withInstants,
];

/** A schema as its readers and generators of clients want it. It accepts what the generated one accepts. */
export const plainSchema: Change = (schema, place) =>
  changes.reduce((changed, change) => change(changed, place), schema);
