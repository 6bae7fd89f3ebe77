import { resolved, takesNull, type Components, type JsonSchema } from './json-schema.ts';
import { helpFrom } from './words.ts';

/** What a field of a form is, by which its control is chosen. */
export type Shape =
  | Readonly<{ kind: 'text'; maxLength: number | undefined; isAddress: boolean }>
  | Readonly<{ kind: 'choice'; values: readonly (string | number)[] }>
  | Readonly<{ kind: 'number'; isWhole: boolean; minimum: number | undefined; maximum: number | undefined }>
  | Readonly<{ kind: 'truth' }>
  | Readonly<{ kind: 'moment' }>
  /** Texts that a person makes up, one a line. */
  | Readonly<{ kind: 'words' }>
  /** Some of the values that there are. */
  | Readonly<{ kind: 'choices'; values: readonly (string | number)[] }>
  | Readonly<{ kind: 'record'; fields: readonly Field[] }>
  | Readonly<{ kind: 'rows'; fields: readonly Field[] }>;

export type Field = Readonly<{
  name: string;
  help: string | undefined;
  isRequired: boolean;
  /** What the service takes where the field is absent; undefined where that is not one value. */
  preset: unknown;
  takesNull: boolean;
  shape: Shape;
}>;

const isScalar = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** The values of a closed list; undefined where the schema is no such list. */
const valuesOf = (schema: JsonSchema): readonly (string | number)[] | undefined => {
  if (schema.enum !== undefined) return schema.enum.filter(isScalar);
  const constants = schema.anyOf?.map((each) => each.const);
  return constants?.every(isScalar) ? constants : undefined;
};

const isText = ({ type, anyOf }: JsonSchema): boolean =>
  type === 'string' || (type === undefined && anyOf !== undefined && anyOf.every((each) => each.type === 'string'));

const listOf = (items: JsonSchema, components: Components): Shape | undefined => {
  const shape = shapeOf(items, components);
  if (shape?.kind === 'text') return { kind: 'words' };
  if (shape?.kind === 'choice') return { kind: 'choices', values: shape.values };
  return shape?.kind === 'record' ? { kind: 'rows', fields: shape.fields } : undefined;
};

/** What a field of this schema is; undefined where no form can ask for it. */
export const shapeOf = (schema: JsonSchema, components: Components): Shape | undefined => {
  const whole = resolved(schema, components);
  const values = valuesOf(whole);
  if (values !== undefined) return { kind: 'choice', values };
  const { type, format, maxLength, minimum, maximum, items, properties } = whole;
  if (isText(whole))
    return format === 'date-time' ? { kind: 'moment' } : { kind: 'text', maxLength, isAddress: format === 'uri' };
  if (type === 'number' || type === 'integer') return { kind: 'number', isWhole: type === 'integer', minimum, maximum };
  if (type === 'boolean' && whole.const === undefined) return { kind: 'truth' };
  if (type === 'array' && items !== undefined) return listOf(items, components);
  if (type === 'object' && properties !== undefined) return { kind: 'record', fields: fieldsOf(whole, components) };
  // Of objects that differ by what they need, the first has all fields; the service says what is missing.
  const kinds = whole.anyOf?.map((kind) => resolved(kind, components));
  const [first] = kinds ?? [];
  if (first !== undefined && kinds?.every((kind) => kind.type === 'object')) return shapeOf(first, components);
  return undefined;
};

/** The fields of an object, in the order of the document. */
export const fieldsOf = (schema: JsonSchema, components: Components): readonly Field[] => {
  const { properties = {}, required = [] } = resolved(schema, components);
  return Object.entries(properties).flatMap(([name, property]) => {
    const shape = shapeOf(property, components);
    if (shape === undefined) return [];
    const { description, default: preset } = resolved(property, components);
    const common = { isRequired: required.includes(name), preset: preset ?? undefined };
    return [{ name, help: helpFrom(description), shape, takesNull: takesNull(property, components), ...common }];
  });
};
