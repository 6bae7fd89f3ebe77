/** What the clients of every language are made of: the types and calls of an API, without a word of a language. */
export type Type = Readonly<
  | { kind: 'string' | 'integer' | 'number' | 'boolean' | 'any' }
  | { kind: 'enum'; values: readonly string[] }
  | { kind: 'list' | 'map'; of: TypeUse }
  | { kind: 'model'; name: string }
>;
export type TypeUse = Readonly<{ type: Type; nullable: boolean }>;

export type Field = TypeUse & Readonly<{ name: string; required: boolean; says: string }>;
export type Model = Readonly<{ name: string; says: string; fields: readonly Field[] }>;

export type Call = Readonly<{
  id: string;
  method: string;
  path: string;
  says: string;
  pathParameters: readonly string[];
  query: readonly Field[];
  /** The fields of a JSON body; `any` where it has another form. */
  body: Readonly<{ model: string; fields: readonly Field[] }> | 'any' | undefined;
  /** `raw` is a file. */
  answer: TypeUse | 'raw' | 'none';
}>;

export type Api = Readonly<{ version: string; models: readonly Model[]; calls: readonly Call[] }>;
