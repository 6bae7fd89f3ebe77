import fc from 'fast-check';
import { z } from 'zod';
import { leftOut } from './likely-values.ts';

type Json = Readonly<Record<string, unknown>>;
type Arbitrary = fc.Arbitrary<unknown>;

/** Texts that programs stumble over: empty, endless, foreign, broken, and such as mean something elsewhere. */
const nastyTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202egnirts',
  '👩‍👩‍👧‍👦'.repeat(20),
  '%',
  '%00',
  "'; drop table posts; --",
  '../../etc/passwd',
  '__proto__',
  'null',
  '-1',
  '1e400',
  'x'.repeat(70_000),
  'http://169.254.169.254/',
  'https://example.com/a b',
  'javascript:alert(1)',
];
/** Texts that some field or other takes. */
const plainTexts = [
  'Hello, world',
  'https://example.com/hook',
  'post.published',
  'TWITTER',
  'posts:read',
  'image/png',
  'a.png',
  'slug-of-mine',
];
const nastyNumbers = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324];
const nastyDates = [
  '2026-11-20T12:00:00.000Z',
  '2099-01-01T00:00:00+14:00',
  '0000-01-01T00:00:00Z',
  '0000-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59.999-12:00',
  '2026-02-30T00:00:00Z',
  '2026-13-01',
  '2026-11-20',
];

/** Anything JSON can say. */
export const anything: Arbitrary = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], ...nastyNumbers),
  fc.constantFrom(...nastyTexts),
  fc.jsonValue({ maxDepth: 2, noUnicodeString: false }),
);

const some = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const number = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** Numbers of things to make: the work of a request grows with them, and many requests are made. */
const costly = new Set(['count']);
const mostCostly = 50;

/** What a property of a name mostly holds, where that is known. */
type Likely = (name: string) => Arbitrary | undefined;

class Walker {
  readonly #definitions: Json;
  readonly #ids: readonly string[];
  readonly #likely: Likely;

  constructor(root: Json, ids: readonly string[], likely: Likely) {
    this.#definitions = some(root['$defs']);
    this.#ids = ids;
    this.#likely = likely;
  }

  /** `name` is the property's: it often describes the value better than the schema does. */
  of(schema: Json, depth = 0, name = ''): Arbitrary {
    if (depth > 6) return fc.constant(null);
    const known = this.#likely(name);
    // Of a list the name tells what its items are.
    const likely = schema['type'] === 'array' && known !== leftOut ? undefined : known;
    const taken = this.#byType(costly.has(name) ? { ...schema, maximum: mostCostly } : schema, depth, name);
    return likely ? fc.oneof({ arbitrary: likely, weight: 9 }, taken) : taken;
  }

  #byType(schema: Json, depth: number, name: string): Arbitrary {
    const reference = schema['$ref'];
    if (typeof reference === 'string') {
      const definition = reference.split('/').at(-1) ?? '';
      if (definition === 'Id') return fc.constantFrom(...this.#ids);
      return this.of(some(this.#definitions[definition]), depth + 1, name);
    }
    if ('const' in schema) return fc.constant(schema['const']);
    const choices = list(schema['enum']);
    if (choices.length > 0) return fc.constantFrom(...choices);
    const options = [...list(schema['anyOf']), ...list(schema['oneOf'])];
    if (options.length > 0) return fc.oneof(...options.map((option) => this.of(some(option), depth + 1, name)));
    const all = list(schema['allOf']);
    if (all.length > 0) {
      return fc
        .tuple(...all.map((part) => this.of(some(part), depth + 1, name)))
        .map((parts) => Object.assign({}, ...parts) as unknown);
    }
    switch (schema['type']) {
      case 'object':
        return this.#object(schema, depth);
      case 'array':
        return fc.array(this.of(some(schema['items']), depth + 1, name), {
          minLength: Math.min(number(schema['minItems'], 0), 4),
          maxLength: Math.max(3, Math.min(number(schema['minItems'], 0), 4)),
        });
      case 'integer':
        return this.#number(schema, true);
      case 'number':
        return this.#number(schema, false);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'string':
        return this.#text(schema, name);
      default:
        return anything;
    }
  }

  #object(schema: Json, depth: number): Arbitrary {
    const properties = Object.entries(some(schema['properties']));
    const required = new Set(list(schema['required']));
    // Fields left out more often than not: each that is there is another chance to be refused before anything happens.
    const record = fc.record(
      Object.fromEntries(
        properties.map(([name, property]) => {
          const value = this.of(some(property), depth + 1, name);
          const sparse = fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary: value, weight: 1 });
          return [name, required.has(name) ? value : sparse];
        }),
      ),
    );
    const rest = schema['additionalProperties'];
    if (properties.length > 0 || typeof rest !== 'object') return record;
    const names = some(schema['propertyNames']);
    const key = 'enum' in names ? this.of(names) : fc.string({ maxLength: 8 });
    return fc.dictionary(key as fc.Arbitrary<string>, this.of(some(rest), depth + 1), { maxKeys: 3 });
  }

  #number(schema: Json, whole: boolean): Arbitrary {
    const min = Math.max(number(schema['minimum'], -1000), -(2 ** 31));
    const max = Math.min(number(schema['maximum'], Math.max(min, 1000)), 2 ** 31);
    const within = whole ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
    return fc.oneof({ arbitrary: within, weight: 4 }, { arbitrary: fc.constantFrom(min, max), weight: 1 });
  }

  #text(schema: Json, name: string): Arbitrary {
    const maxLength = Math.min(number(schema['maxLength'], 200), 400);
    const minLength = Math.min(number(schema['minLength'], 0), maxLength);
    const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
    const nasty = nastyTexts.filter(fits);
    const fitting = fc.oneof(
      { arbitrary: fc.constantFrom(...plainTexts.filter(fits), 'x'.repeat(minLength)), weight: 8 },
      { arbitrary: fc.string({ minLength, maxLength, unit: 'grapheme' }), weight: 1 },
      { arbitrary: fc.string({ minLength, maxLength, unit: 'binary' }), weight: 1 },
      ...(nasty.length > 0 ? [{ arbitrary: fc.constantFrom(...nasty), weight: 2 }] : []),
    );
    if (/ids?$/i.test(name)) return fc.oneof({ arbitrary: fc.constantFrom(...this.#ids), weight: 9 }, fitting);
    switch (schema['format']) {
      case 'date-time':
      case 'date':
        return fc.oneof(
          fc.constantFrom(...nastyDates),
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        );
      case 'email':
        return fc.oneof(fc.emailAddress(), fitting);
      case 'uri':
        return fc.oneof(fc.webUrl({ withQueryParameters: true }), fitting);
      default:
        return typeof schema['pattern'] === 'string' && isPlain(schema['pattern'])
          ? fc.oneof(textsFor(schema['pattern']), fitting)
          : fitting;
    }
  }
}

const matching = new Map<string, Arbitrary>();

/** Texts for a pattern. fast-check takes long to read one, and most are those of many fields. */
const textsFor = (pattern: string): Arbitrary => {
  const texts = matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  matching.set(pattern, texts);
  return texts;
};

/** fast-check makes texts for simple patterns only. */
const isPlain = (pattern: string): boolean => !/\(\?|\\p|\\b/.test(pattern);

/** Something a schema takes, as far as its JSON Schema tells, with ids of this pool where it wants one. */
export const arbitraryOf = (schema: z.ZodType, ids: readonly string[], likely: Likely): Arbitrary => {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return new Walker(root, ids, likely).of(root);
};

/** What breaks one thing in a value that may have been right: a part exchanged, left out, or added. */
export const mutated = (value: Arbitrary): Arbitrary =>
  fc.tuple(value, fc.nat(), fc.nat(3), anything).map(([whole, at, how, stranger]) => {
    if (Array.isArray(whole)) return how === 0 ? stranger : [...(whole as unknown[]), stranger];
    if (typeof whole !== 'object' || whole === null) return stranger;
    const entries = Object.entries(whole);
    const index = entries.length === 0 ? 0 : at % entries.length;
    if (how === 0) return stranger;
    if (how === 1) return Object.fromEntries(entries.filter((_, place) => place !== index));
    if (how === 2 || entries.length === 0) return { ...whole, [nastyTexts[at % nastyTexts.length] ?? '']: stranger };
    return Object.fromEntries(entries.map(([name, part], place) => [name, place === index ? stranger : part]));
  });
