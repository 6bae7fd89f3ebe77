import recorded from './examples.json' with { type: 'json' };

/** What a client sent to an operation, and what it was answered. */
export type Example = Readonly<{
  request: Readonly<{
    params?: Readonly<Record<string, string>>;
    query?: Readonly<Record<string, string>>;
    body?: unknown;
  }>;
  status: number;
  /** Absent where the answer has no body, or is a file. */
  response?: unknown;
}>;

type Examples = Readonly<{
  operations: Readonly<Record<string, Example>>;
  /** The body of a delivery by its type. */
  webhooks: Readonly<Record<string, unknown>>;
}>;

/** Recorded from a running service by `npm run examples`. */
export const examples: Examples = recorded;

type Parameter = Readonly<{ name?: string; in?: string; example?: string }>;
type Content = Readonly<{ content?: Readonly<Record<string, object>> }>;
type Operation = Readonly<{
  operationId?: string;
  parameters?: readonly Parameter[];
  requestBody?: Content;
  responses?: Readonly<Record<string, Content>>;
}>;

const json = 'application/json';

const withJson = <Part extends Content>(part: Part, example: unknown): Part =>
  example === undefined || !part.content?.[json]
    ? part
    : { ...part, content: { ...part.content, [json]: { ...part.content[json], example } } };

const withParameter = (parameter: Parameter, { params = {}, query = {} }: Example['request']): Parameter => {
  const { name = '' } = parameter;
  const example = parameter.in === 'path' ? params[name] : parameter.in === 'query' ? query[name] : undefined;
  return example === undefined ? parameter : { ...parameter, example };
};

const withExample = (operation: Operation): Operation => {
  const example = examples.operations[operation.operationId ?? ''];
  if (!example) return operation;
  const { parameters, requestBody, responses = {} } = operation;
  const success = responses[example.status];
  return {
    ...operation,
    ...(parameters && { parameters: parameters.map((parameter) => withParameter(parameter, example.request)) }),
    ...(requestBody && { requestBody: withJson(requestBody, example.request.body) }),
    responses: { ...responses, ...(success && { [example.status]: withJson(success, example.response) }) },
  };
};

const withDelivery = (operation: Operation, type: string): Operation =>
  operation.requestBody
    ? { ...operation, requestBody: withJson(operation.requestBody, examples.webhooks[type]) }
    : operation;

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const changed = (paths: Paths, change: (operation: Operation, path: string) => Operation): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, change(operation, path)])),
    ]),
  );

/** The document with an example of each request, answer and delivery. */
export const withExamples = <Document extends { paths?: object; webhooks?: object }>(document: Document): Document => ({
  ...document,
  paths: changed((document.paths ?? {}) as Paths, withExample),
  ...(document.webhooks && { webhooks: changed(document.webhooks as Paths, withDelivery) }),
});
