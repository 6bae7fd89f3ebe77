import ajvModule from 'ajv';
import formatsModule from 'ajv-formats';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Contract, Operation, Schema } from './contract.ts';
import { fieldsOf, partsOf, type FileOf, type Received } from './request.ts';

const Ajv = ajvModule.default;
const addFormats = formatsModule.default;

/** A request that its operation allows: its fields as the description types them. */
export type Allowed = Readonly<{
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  body: Readonly<Record<string, unknown>>;
  files: Readonly<Record<string, FileOf>>;
}>;

export type Judged = Readonly<{ problems: readonly string[]; allowed: Allowed }>;

const said = (place: string, errors: readonly ErrorObject[] | null | undefined): readonly string[] =>
  (errors ?? [])
    .slice(0, 4)
    .map(({ instancePath, message, params }) => `${place}${instancePath} ${message ?? ''} ${JSON.stringify(params)}`);

const patternOf = (at: string): RegExp =>
  new RegExp(
    `^${at.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, (_whole, name: string) => `(?<${name}>[^/]+)`)}$`,
  );

type Compiled = Readonly<{
  pattern: RegExp;
  query: ValidateFunction;
  body: ValidateFunction | undefined;
  headers: readonly (readonly [string, ValidateFunction])[];
  answer: ValidateFunction | undefined;
}>;

const noFields: Schema = { type: 'object', additionalProperties: false };

/** Holds requests and answers to one contract. */
export class Validation {
  readonly contract: Contract;
  readonly #compiled = new Map<string, Compiled>();
  readonly #base: string;

  constructor(contract: Contract) {
    this.contract = contract;
    this.#base = `https://contracts.test/${contract.platform}`;
    const typed = this.#ajv(false);
    const spelled = this.#ajv(true);
    for (const [name, operation] of Object.entries(contract.operations)) {
      const { body, headers = {}, answer } = operation;
      const ofBody = body?.schema && (body.as === 'json' ? typed : spelled).compile(this.#pointed(body.schema));
      this.#compiled.set(name, {
        pattern: patternOf(operation.at),
        query: spelled.compile(this.#pointed(operation.query ?? noFields)),
        body: ofBody,
        headers: Object.entries(headers).map(([header, schema]) => [header, typed.compile(schema)]),
        answer: answer && typed.compile(this.#pointed(answer)),
      });
    }
  }

  #ajv(coerceTypes: boolean) {
    const ajv = new Ajv({ strict: false, allErrors: true, logger: false, coerceTypes: coerceTypes ? 'array' : false });
    addFormats(ajv);
    ajv.addSchema(this.#pointed({ $id: this.#base, schemas: this.contract.schemas ?? {} }));
    return ajv;
  }

  /** The schema with its references to the contract's named schemas. */
  #pointed(schema: Schema): Schema {
    return JSON.parse(JSON.stringify(schema).replaceAll('"#/schemas/', `"${this.#base}#/schemas/`)) as Schema;
  }

  /** The operations whose path a request has, with the parameters in it. */
  operationsAt(at: string): readonly Readonly<{ name: string; path: Record<string, string> }>[] {
    return Object.keys(this.contract.operations).flatMap((name) => {
      const found = this.#of(name).pattern.exec(at);
      const path = Object.entries(found?.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]);
      return found ? [{ name, path: Object.fromEntries(path) as Record<string, string> }] : [];
    });
  }

  #of(name: string): Compiled {
    const compiled = this.#compiled.get(name);
    if (!compiled) throw new Error(`${this.contract.platform} has no operation ${name}`);
    return compiled;
  }

  /** What a request has that its operation does not allow. */
  judge(name: string, path: Readonly<Record<string, string>>, request: Received): Judged {
    const compiled = this.#of(name);
    const operation = this.contract.operations[name] as Operation;
    const query = fieldsOf(request.query);
    const problems = compiled.query(query) ? [] : [...said('query', compiled.query.errors)];
    for (const [header, validate] of compiled.headers)
      if (!validate(request.headers[header])) problems.push(...said(`header ${header}`, validate.errors));
    const read = this.#body(operation, request);
    problems.push(...read.problems);
    if (compiled.body && read.problems.length === 0 && read.isThere && !compiled.body(read.body))
      problems.push(...said('body', compiled.body.errors));
    return { problems, allowed: { path, query, body: read.body, files: read.files } };
  }

  #body({ body }: Operation, { headers, bytes }: Received) {
    const type = headers['content-type'] ?? '';
    const empty = {
      body: {} as Record<string, unknown>,
      files: {},
      problems: [] as string[],
      isThere: bytes.length > 0,
    };
    if (!body)
      return bytes.length === 0 ? empty : { ...empty, problems: [`a body of ${bytes.length} bytes is not described`] };
    if (body.as === 'bytes') return empty;
    if (bytes.length === 0)
      return body.isOptional || body.as === 'form'
        ? { ...empty, isThere: body.as === 'form' }
        : { ...empty, problems: ['the body is missing'] };
    if (body.as === 'json' || (body.as === 'json-or-multipart' && !type.startsWith('multipart/'))) {
      if (!/^application\/json\b/i.test(type)) return { ...empty, problems: [`content-type ${type} is no JSON`] };
      try {
        return { ...empty, body: JSON.parse(bytes.toString('utf8')) as Record<string, unknown> };
      } catch {
        return { ...empty, problems: ['the body is no JSON'] };
      }
    }
    if (body.as === 'form')
      return /^application\/x-www-form-urlencoded\b/i.test(type)
        ? { ...empty, body: fieldsOf(new URLSearchParams(bytes.toString('utf8'))) }
        : { ...empty, problems: [`content-type ${type} is no form`] };
    const parts = partsOf(type, bytes);
    if (!parts) return { ...empty, problems: ['the body is no multipart form'] };
    const names = body.files ?? [];
    const known = names.map((each) => each.replace(/\?$/, ''));
    const problems = [
      ...names
        .filter((each) => !each.endsWith('?') && !(each in parts.files))
        .map((each) => `the file ${each} is missing`),
      ...Object.keys(parts.files)
        .filter((each) => !known.some((pattern) => new RegExp(`^${pattern}$`).test(each)))
        .map((each) => `the file ${each} is not described`),
    ];
    // A text field of a multipart body holds a list or an object as JSON (Telegram Bot API: "Making requests").
    const structured = (value: unknown): unknown => {
      if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
      try {
        return JSON.parse(value) as unknown;
      } catch {
        return value;
      }
    };
    const fields =
      body.as === 'json-or-multipart'
        ? Object.fromEntries(Object.entries(parts.fields).map(([name, value]) => [name, structured(value)]))
        : parts.fields;
    return { ...empty, body: fields, files: parts.files, problems };
  }

  /** What an answer of the server has that its own contract does not allow. */
  judgeAnswer(name: string, body: unknown): readonly string[] {
    const { answer } = this.#of(name);
    return !answer || answer(body) ? [] : said('answer', answer.errors);
  }
}
