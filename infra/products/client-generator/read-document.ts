import type { Api, Call, Field, Model, Type, TypeUse } from './api.ts';
import type { Document, Operation, Parameter, Schema } from './document.ts';
import { pascal } from './names.ts';

const any: TypeUse = { type: { kind: 'any' }, nullable: false };
const json = 'application/json';

const lastOf = (reference: string): string => reference.split('/').pop() ?? '';

/** Reads schemas as types. An object without a name of its own gets one from where it is. */
class Reader {
  readonly #document: Document;
  /** By name, in the order in which they are met. */
  readonly models = new Map<string, Model | undefined>();

  constructor(document: Document) {
    this.#document = document;
  }

  type(schema: Schema | undefined, name: string): TypeUse {
    if (schema === undefined) return any;
    if (schema.$ref !== undefined) {
      const component = pascal(lastOf(schema.$ref));
      if (this.models.has(component)) return { type: { kind: 'model', name: component }, nullable: false };
      return this.type(this.#document.components.schemas[lastOf(schema.$ref)], component);
    }
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return this.#oneOf(options, name);
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
    const [type, ...others] = types.filter((each) => each !== 'null');
    const nullable = types.includes('null');
    return others.length > 0 ? any : { type: this.#plain(schema, type, name), nullable };
  }

  /** Null and one type are that type. Several forms of a string are a string. Anything else is not typed. */
  #oneOf(options: readonly Schema[], name: string): TypeUse {
    const others = options.filter(({ type }) => type !== 'null');
    const nullable = others.length < options.length;
    const [first, ...more] = others;
    if (more.length === 0) return { ...this.type(first, name), nullable };
    const isString = others.every(({ type }) => type === 'string');
    return { type: { kind: isString ? 'string' : 'any' }, nullable };
  }

  #plain(schema: Schema, type: string | undefined, name: string): Type {
    if (type === 'string' && schema.enum) return { kind: 'enum', values: schema.enum.map(String) };
    if (type === 'string' || type === 'integer' || type === 'number' || type === 'boolean') return { kind: type };
    if (type === 'array') return { kind: 'list', of: this.type(schema.items, `${name}Item`) };
    if (type !== 'object') return { kind: 'any' };
    if (schema.properties) return { kind: 'model', name: this.#model(schema, name) };
    const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
    return { kind: 'map', of: values ? this.type(values, `${name}Value`) : any };
  }

  #model(schema: Schema, wanted: string): string {
    let name = wanted;
    for (let copy = 2; this.models.has(name); copy++) name = `${wanted}${copy}`;
    // Its name is known to its own fields.
    this.models.set(name, undefined);
    this.models.set(name, { name, says: schema.description ?? '', fields: this.fields(schema, name) });
    return name;
  }

  fields({ properties = {}, required = [] }: Schema, owner: string): readonly Field[] {
    return Object.entries(properties).map(([name, schema]) => ({
      ...this.type(schema, `${owner}${pascal(name)}`),
      name,
      required: required.includes(name),
      says: schema.description ?? '',
    }));
  }

  parameter(parameter: Parameter): Parameter {
    if (parameter.$ref === undefined) return parameter;
    return this.#document.components.parameters?.[lastOf(parameter.$ref)] ?? {};
  }

  call(method: string, path: string, operation: Operation): Call {
    const owner = pascal(operation.operationId);
    const parameters = (operation.parameters ?? []).map((each) => this.parameter(each));
    const query = parameters
      .filter((each) => each.in === 'query')
      .map(({ name = '', schema, required = false, description = '' }) => ({
        ...this.type(schema, `${owner}${pascal(name)}`),
        name,
        required,
        says: description,
      }));
    return {
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      says: operation.summary ?? '',
      pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      query,
      body: this.#body(operation, owner),
      answer: this.#answer(operation, owner),
    };
  }

  #body({ requestBody }: Operation, owner: string): Call['body'] {
    if (!requestBody) return undefined;
    const { type } = this.type(requestBody.content[json]?.schema, `${owner}Request`);
    const fields = type.kind === 'model' ? this.models.get(type.name)?.fields : undefined;
    return type.kind === 'model' && fields ? { model: type.name, fields } : 'any';
  }

  #answer({ responses }: Operation, owner: string): Call['answer'] {
    const content = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content;
    if (!content) return 'none';
    return content[json] ? this.type(content[json].schema, `${owner}Response`) : 'raw';
  }
}

/** The API that a document describes. */
export const readDocument = (document: Document): Api => {
  const reader = new Reader(document);
  // Components get their own names before anything else can take them.
  for (const [name, schema] of Object.entries(document.components.schemas))
    if (!reader.models.has(pascal(name))) reader.type(schema, pascal(name));
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => reader.call(method, path, operation)),
  );
  const models = [...reader.models.values()].filter((model) => model !== undefined);
  return { version: document.info.version, models, calls };
};
