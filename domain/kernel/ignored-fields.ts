import { z } from 'zod';
import { nearest } from './nearest.ts';
import { isRecord } from './record.ts';

/** A field of an input that its schema does not know: those it knows there, and the one that was most likely meant. */
export type IgnoredField = Readonly<{
  path: readonly string[];
  known: readonly string[];
  meant: string | undefined;
}>;

type Def = Readonly<{
  type: string;
  shape?: Readonly<Record<string, z.core.$ZodType>>;
  catchall?: z.core.$ZodType;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  left?: z.core.$ZodType;
  right?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
  items?: readonly z.core.$ZodType[];
  getter?: () => z.core.$ZodType;
}>;

const defOf = (schema: z.core.$ZodType): Def => schema._zod.def as unknown as Def;

/**
 * The metadata of an object whose unknown fields are dropped without a word, as the reference says of settings.
 *
 * @example
 * const Settings = z.object({ language: z.string() }).meta(silentlyStripped);
 * ignoredFields(z.object({ settings: Settings }), { settings: { language: 'en', langauge: 'de' } }); // []
 */
export const silentlyStripped = { 'x-unknown-fields': 'stripped' } as const;

const isSilent = (schema: z.core.$ZodType): boolean =>
  z.globalRegistry.get(schema)?.['x-unknown-fields'] === silentlyStripped['x-unknown-fields'];

/** Fields that one answer names: a body of a megabyte may have a hundred thousand. */
const mostNamed = 20;

/**
 * A name without casing and separators: `reply_settings` means `replySettings`.
 *
 * @example
 * plainName('Reply_Settings'); // 'replysettings'
 */
export const plainName = (name: string): string => name.replace(/[\s_-]/g, '').toLowerCase();

/**
 * The known name that another one means: itself in other casing, or the nearest one.
 *
 * @example
 * meantBy('visiblity', ['visibility', 'title']); // 'visibility'
 * meantBy('colour', ['visibility', 'title']); // undefined
 */
export const meantBy = (name: string, known: readonly string[]): string | undefined => {
  const plain = plainName(name);
  const same = known.find((each) => plainName(each) === plain);
  if (same !== undefined) return same;
  const near = nearest(plain, known.map(plainName));
  return known.find((each) => plainName(each) === near);
};

type Walk = (schema: z.core.$ZodType, value: unknown, path: readonly string[]) => readonly IgnoredField[];

const ofObject = (def: Def, value: unknown, path: readonly string[], walk: Walk): readonly IgnoredField[] => {
  if (!isRecord(value)) return [];
  const shape = def.shape ?? {};
  const known = Object.keys(shape);
  const found: IgnoredField[] = [];
  for (const [name, inner] of Object.entries(value)) {
    if (found.length >= mostNamed) break;
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (schema) found.push(...walk(schema, inner, [...path, name]));
    // A catchall takes every other field, or refuses it by name.
    else if (!def.catchall) found.push({ path: [...path, name], known, meant: meantBy(name, known) });
  }
  return found;
};

const ofRecord = (def: Def, value: unknown, path: readonly string[], walk: Walk): readonly IgnoredField[] => {
  const found: IgnoredField[] = [];
  for (const [name, inner] of Object.entries(isRecord(value) ? value : {})) {
    if (found.length >= mostNamed) break;
    if (def.valueType && typeof inner === 'object' && inner !== null)
      found.push(...walk(def.valueType, inner, [...path, name]));
  }
  return found;
};

/** Of the forms that a value may have, the one that knows most of it. */
const ofForms = (forms: readonly (readonly IgnoredField[])[]): readonly IgnoredField[] =>
  forms.reduce((best, each) => (each.length < best.length ? each : best), forms[0] ?? []);

const accepts = (schema: z.core.$ZodType, value: unknown): boolean =>
  (schema as z.ZodType).safeParse(value).success === true;

const walk: Walk = (schema, value, path) => {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return isSilent(schema) ? [] : ofObject(def, value, path, walk);
    case 'array':
      return ofList(value, path, () => def.element);
    case 'tuple':
      return ofList(value, path, (index) => def.items?.[index]);
    case 'record':
      return ofRecord(def, value, path, walk);
    case 'union':
      return ofForms((def.options ?? []).filter((each) => accepts(each, value)).map((each) => walk(each, value, path)));
    case 'intersection':
      return ofBoth(into(def.left, value, path), into(def.right, value, path));
    // What a transformation makes of a value, only its result knows.
    case 'pipe':
      return into(def.in && defOf(def.in).type === 'transform' ? def.out : def.in, value, path);
    case 'lazy':
      return into(def.getter?.(), value, path);
    default:
      return into(def.innerType, value, path);
  }
};

const into = (schema: z.core.$ZodType | undefined, value: unknown, path: readonly string[]): readonly IgnoredField[] =>
  schema && value !== null && typeof value === 'object' ? walk(schema, value, path) : [];

const ofList = (
  value: unknown,
  path: readonly string[],
  of: (index: number) => z.core.$ZodType | undefined,
): readonly IgnoredField[] => {
  const found: IgnoredField[] = [];
  for (const [index, inner] of (Array.isArray(value) ? value : []).entries()) {
    if (found.length >= mostNamed) break;
    found.push(...into(of(index), inner, [...path, String(index)]));
  }
  return found;
};

/** An intersection knows what either side knows. */
const ofBoth = (left: readonly IgnoredField[], right: readonly IgnoredField[]): readonly IgnoredField[] => {
  const named = new Set(right.map(({ path }) => path.join('\n')));
  return left.filter(({ path }) => named.has(path.join('\n')));
};

/**
 * The fields of an input that its schema accepted and drops; at most twenty.
 *
 * @example
 * ignoredFields(z.object({ content: z.string() }), { content: 'Hi', contnet: 'Hi' });
 * // [{ path: ['contnet'], known: ['content'], meant: 'content' }]
 */
export const ignoredFields = (schema: z.ZodType, value: unknown): readonly IgnoredField[] =>
  into(schema, value, []).slice(0, mostNamed);
