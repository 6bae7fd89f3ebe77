import { examples } from '../openapi/examples.ts';
import { remembering, valueInPath, variablesIn, withVariables } from './variables.ts';

type Parameter = Readonly<{
  name?: string;
  in?: string;
  required?: boolean;
  description?: string;
  example?: unknown;
}>;

type Operation = Readonly<{
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: readonly string[];
  security?: readonly unknown[];
  parameters?: readonly Parameter[];
  requestBody?: Readonly<{ content?: Readonly<Record<string, Readonly<{ example?: unknown }>>> }>;
}>;

/** What a collection is made of: the parts of the OpenAPI document that are read here. */
export type Described = Readonly<{
  info: Readonly<{ title: string; version: string; description?: string }>;
  paths?: object;
  tags?: readonly Readonly<{ name: string; description?: string }>[];
  'x-tagGroups'?: readonly Readonly<{ name: string; tags: readonly string[] }>[];
}>;

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const baseUrl = '{{baseUrl}}';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const urlOf = (path: string, parameters: readonly Parameter[]) => {
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(.+)\}$/, ':$1'));
  const named = (where: string) => parameters.filter((parameter) => parameter.in === where);
  const query = named('query').map(({ name = '', description = '', example, required }) => ({
    key: name,
    value: example === undefined ? '' : textOf(example),
    description,
    disabled: required !== true,
  }));
  const variable = named('path').map(({ name = '', description = '', example }) => ({
    key: name,
    value: example === undefined ? '' : valueInPath(path, name, textOf(example)),
    description,
  }));
  return {
    raw: [baseUrl, ...segments].join('/'),
    host: [baseUrl],
    path: segments,
    ...(query.length > 0 && { query }),
    ...(variable.length > 0 && { variable }),
  };
};

const json = 'application/json';
const aboutId = 'An id of your workspace. Requests that make or list such things set it';

type Placed = Readonly<{ method: string; path: string; operation: Operation }>;

/** A request with what was recorded of it, and the answer as the example beside it. */
const itemOf = ({ method, path, operation }: Placed, paths: readonly string[]) => {
  const { operationId = '', summary = operationId, description = '', parameters = [], requestBody } = operation;
  const body = requestBody?.content?.[json]?.example;
  const request = {
    method: method.toUpperCase(),
    header: body === undefined ? [] : [{ key: 'Content-Type', value: json }],
    url: urlOf(path, parameters),
    description,
    ...(operation.security?.length === 0 && { auth: { type: 'noauth' } }),
    ...(body !== undefined && {
      body: {
        mode: 'raw',
        raw: JSON.stringify(withVariables(body), null, 2),
        options: { raw: { language: 'json' } },
      },
    }),
  };
  const example = examples.operations[operationId];
  const answer = example?.response !== undefined && {
    name: 'Example',
    originalRequest: request,
    code: example.status,
    status: 'Success',
    header: [{ key: 'Content-Type', value: json }],
    body: JSON.stringify(example.response, null, 2),
  };
  const exec = remembering({ path, paths, answer: example?.response, operationId });
  return {
    name: summary,
    ...(exec.length > 0 && { event: [{ listen: 'test', script: { type: 'text/javascript', exec } }] }),
    request,
    response: answer ? [answer] : [],
  };
};

/** The operations as a Postman collection (format 2.1), in the groups of the reference. Bruno and Insomnia import it too. */
export const postmanCollection = ({ info, paths = {}, tags = [], 'x-tagGroups': groups = [] }: Described) => {
  const operations: readonly Placed[] = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const folderOf = (tag: string) => ({
    name: tag,
    description: tags.find(({ name }) => name === tag)?.description ?? '',
    item: operations
      .filter(({ operation }) => operation.tags?.[0] === tag)
      .map((placed) => itemOf(placed, Object.keys(paths))),
  });
  const item = groups.map(({ name, tags: ofGroup }) => ({ name, item: ofGroup.map(folderOf) }));
  return {
    info: { name: info.title, version: info.version, description: info.description ?? '', schema },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:3000', description: 'Where the service is reached' },
      { key: 'apiKey', value: '', description: 'connection.json of a test installation has one' },
      ...[...new Set(variablesIn(JSON.stringify(item)))]
        .filter((name) => /(?:Id|Token)$/.test(name))
        .toSorted()
        .map((key) => ({ key, value: '', description: aboutId })),
    ],
    item,
  };
};
