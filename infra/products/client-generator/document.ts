/** The parts of an OpenAPI 3.1 document that the generator reads. */
export type Schema = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  description?: string;
}>;

export type Parameter = Readonly<{
  $ref?: string;
  in?: string;
  name?: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}>;

type Content = Readonly<Record<string, Readonly<{ schema?: Schema }>>>;

export type Operation = Readonly<{
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: readonly Parameter[];
  requestBody?: Readonly<{ required?: boolean; content: Content }>;
  responses: Readonly<Record<string, Readonly<{ content?: Content }>>>;
}>;

export type Document = Readonly<{
  info: Readonly<{ version: string }>;
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<{ schemas: Readonly<Record<string, Schema>>; parameters?: Readonly<Record<string, Parameter>> }>;
}>;
