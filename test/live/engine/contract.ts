import type { Platform } from '../../../domain/platforms/platform.ts';

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** What the service does on a platform: the columns of the table of what was checked by what. */
export const deeds = [
  'connect',
  'publish',
  'upload',
  'comment',
  'message',
  'insights',
  'receive',
  'refresh',
  'delete',
] as const;
export type Deed = (typeof deeds)[number];

/** Where an operation comes from: a description that a platform publishes for machines, or its documentation for people. */
export type Origin = 'description' | 'documentation';

export type Body = Readonly<{
  as: 'json' | 'form' | 'multipart' | 'json-or-multipart' | 'bytes';
  schema?: Schema;
  /** Parts of a multipart body that are files. All are required, unless the name ends with `?`. */
  files?: readonly string[];
  /** A JSON body may be absent. */
  isOptional?: boolean;
}>;

/** How a request proves who sends it. `token` is one of either kind in the body, which the request ends. */
export type Authentication =
  | 'bearer'
  | 'application'
  | 'basic'
  | 'dpop'
  | 'dpop-client'
  | 'oauth'
  | 'access-token'
  | 'path'
  | 'token'
  | 'none';

/** One call that a platform describes. Whatever it does not describe is refused. */
export type Operation = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Host and path as the platform documents them, parameters in braces: `api.x.com/2/tweets/{id}`. */
  at: string;
  deed: Deed | readonly Deed[];
  authentication: Authentication;
  /** The registration that `basic` proves; the platform's own by default. */
  client?: string;
  source: string;
  origin?: Origin;
  query?: Schema;
  /** Headers that have to be there, by lower-case names. */
  headers?: Readonly<Record<string, Schema>>;
  body?: Body;
  /** The body of a success. */
  answer?: Schema;
}>;

/** Everything that one platform describes and the service uses. */
export type Contract = Readonly<{
  platform: Platform;
  /** Where most operations come from; with its version and licence where it is a description. */
  origin: Origin;
  from: string;
  operations: Readonly<Record<string, Operation>>;
  /** What the platform reports by itself, and where the form of a report comes from. */
  reports?: Readonly<{ origin: Origin; source: string }>;
  /** Named schemas, referred to as `#/schemas/<name>`. */
  schemas?: Readonly<Record<string, Schema>>;
}>;

export const text = (more: Schema = {}): Schema => ({ type: 'string', minLength: 1, ...more });
export const words: Schema = { type: 'string' };
export const whole = (more: Schema = {}): Schema => ({ type: 'integer', ...more });
export const flag: Schema = { type: 'boolean' };
export const oneOf = (...values: readonly unknown[]): Schema => ({ enum: values });
export const list = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, ...more });
/** A URL that a platform fetches: public platforms fetch by HTTPS. */
export const address: Schema = { type: 'string', pattern: '^https://[^/]+\\.[^/]+/' };

/** An object of these fields and no others. A name that ends with `?` may be absent. */
export const only = (fields: Readonly<Record<string, Schema>>, more: Schema = {}): Schema => {
  const names = Object.keys(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace(/\?$/, ''), fields[name]])),
    required: names.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
    ...more,
  };
};

/** An object that has at least these fields. */
export const having = (fields: Readonly<Record<string, Schema>>): Schema =>
  only(fields, { additionalProperties: true });
