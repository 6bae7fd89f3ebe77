import { z } from 'zod';
import type { EventDefinition } from '../../domain/kernel/event.ts';

type Schema = Readonly<{
  $ref?: string;
  $defs?: Readonly<Record<string, Schema>>;
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  propertyNames?: Schema;
  format?: string;
  pattern?: string;
  minimum?: number;
  minLength?: number;
  minItems?: number;
}>;

const text = ({ format, minLength = 1 }: Schema): string => {
  if (format === 'date-time') return '2026-03-01T10:00:00.000Z';
  if (format === 'uri') return 'https://example.com/';
  if (format === 'email') return 'person@example.com';
  return 'sample'.padEnd(minLength, 'x');
};

/** What fits where the schema alone does not say it. */
const byName: Readonly<Record<string, unknown>> = { timezone: 'UTC', time: '09:00' };

/** The plainest value that fits a schema. */
const valueOf = (schema: Schema, named: Readonly<Record<string, Schema>>): unknown => {
  if (schema.$ref !== undefined) return valueOf(named[schema.$ref.slice('#/$defs/'.length)] ?? {}, named);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (first) return valueOf(first, named);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, byName[name] ?? valueOf(inner, named)]),
      );
    case 'array':
      return schema.items ? [valueOf(schema.items, named)] : [];
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return null;
  }
};

/** A sample of an event's newest version, for the golden files: made once, then never changed. */
export const sampleOf = (definition: EventDefinition): unknown => {
  const schema = z.toJSONSchema(definition.schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  return valueOf(schema, schema.$defs ?? {});
};
