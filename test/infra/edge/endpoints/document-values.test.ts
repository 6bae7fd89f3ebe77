import { expect } from 'chai';
import { platforms } from '../../../../domain/platforms/platform.ts';
import { wholeDocument } from './whole-document.ts';

type Schema = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
}>;
type Sent = Readonly<{ content?: Readonly<Record<string, Readonly<{ schema?: Schema; example?: unknown }>>> }>;
type Operation = Readonly<{ operationId: string; requestBody?: Sent; responses?: Readonly<Record<string, Sent>> }>;
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const document = JSON.parse(JSON.stringify(wholeDocument())) as Readonly<{
  paths: Paths;
  webhooks: Paths;
  components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>;
}>;

/** What a schema may be: itself and its alternatives, each where its references lead. */
const meanings = (schema: Schema | undefined): readonly Schema[] => {
  if (schema?.$ref?.startsWith('#/components/schemas/'))
    return meanings(document.components.schemas[schema.$ref.split('/').at(-1) ?? '']);
  if (!schema) return [];
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [schema, ...parts.flatMap(meanings)];
};

const propertyOf = (schema: Schema, name: string): readonly Schema[] => {
  const { properties = {}, additionalProperties } = schema;
  if (name in properties) return meanings(properties[name]);
  return typeof additionalProperties === 'object' ? meanings(additionalProperties) : [];
};

type Found = Readonly<{ at: string; value: string; schemas: readonly Schema[] }>;

/** Each text of an example whose schema says that it is text, with what the schema says. */
const textsOf = (value: unknown, schemas: readonly Schema[], at: string): readonly Found[] => {
  if (typeof value === 'string')
    return schemas.some(({ type }) => [type].flat().includes('string')) ? [{ at, value, schemas }] : [];
  if (Array.isArray(value)) {
    const items = schemas.flatMap((schema) => meanings(schema.items));
    return value.flatMap((item: unknown) => textsOf(item, items, `${at}[]`));
  }
  return Object.entries((value ?? {}) as Record<string, unknown>).flatMap(([name, part]) =>
    textsOf(
      part,
      schemas.flatMap((schema) => propertyOf(schema, name)),
      `${at}.${name}`,
    ),
  );
};

const sentBy = ({ operationId, requestBody, responses = {} }: Operation): readonly Found[] =>
  [['asked', requestBody], ...Object.entries(responses).filter(([status]) => status.startsWith('2'))].flatMap(
    ([where, sent]) =>
      Object.values((sent as Sent | undefined)?.content ?? {}).flatMap(({ schema, example }) =>
        textsOf(example, meanings(schema), `${operationId} ${where as string}`),
      ),
  );

const texts = [document.paths, document.webhooks].flatMap((paths) =>
  Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(sentBy)),
);

const without = (found: readonly Found[], isTyped: (schema: Schema, value: string) => boolean): readonly string[] => [
  ...new Set(
    found
      .filter(({ schemas, value }) => !schemas.some((schema) => isTyped(schema, value)))
      .map(({ at, value }) => `${at}: ${value}`),
  ),
];

describe('the values of the examples in the OpenAPI document', () => {
  it('are texts of hundreds of operations', () => {
    expect(new Set(texts.map(({ at }) => at.split(' ')[0])).size).to.be.greaterThan(300);
  });

  it('are instants where the document has the format date-time', () => {
    const instants = texts.filter(({ value }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value));
    expect(instants.length).to.be.greaterThan(500);
    expect(without(instants, ({ format }) => format === 'date-time')).to.deep.equal([]);
  });

  it('are days where the document has the format date', () => {
    const days = texts.filter(({ value }) => /^\d{4}-\d\d-\d\d$/.test(value));
    expect(days.length).to.be.greaterThan(5);
    expect(without(days, ({ format }) => format === 'date')).to.deep.equal([]);
  });

  it('name platforms where the document lists them, in answers and deliveries', () => {
    const names: ReadonlySet<string> = new Set(platforms);
    // A request may name a platform in any casing, and a persona one that is none of the fifteen.
    const named = texts.filter(
      ({ at, value }) => names.has(value.toUpperCase()) && !/ asked(?!\.data\b)/.test(at) && !/ersona/.test(at),
    );
    expect(named.length).to.be.greaterThan(50);
    expect(without(named, (schema, value) => schema.enum?.includes(value) ?? schema.const === value)).to.deep.equal([]);
  });
});
