import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import { Id } from '../../../read-api/contract/fields.ts';
import { refusalStatus } from '../../../read-api/contract/refusal-status.ts';
import type { RefusalCode } from '../../../domain/kernel/refused.ts';
import type { Route } from './route.ts';

type ErrorCode = RefusalCode | 'INTERNAL_ERROR';

const ErrorBody = z
  .object({
    error: z.object({
      code: z.string().meta({ description: 'Stable: branch on it, never on the message' }),
      message: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
      requestId: z.string(),
    }),
  })
  .meta({ id: 'Error' });

const says: Readonly<Record<number, string>> = {
  400: 'The request is malformed or invalid',
  401: 'The credential is missing, invalid or expired',
  402: 'A limit of the plan is reached, or the plan does not have this',
  403: 'The credential does not allow this',
  404: 'The resource does not exist in the workspace',
  409: 'The state of the resource does not allow it',
  413: 'The body is too large',
  415: 'The body is not of a documented media type, or not in UTF-8',
  422: 'The request is well-formed but cannot be carried out',
  429: 'Too many requests; Retry-After holds the time to wait',
  500: 'An unexpected error of the service',
  503: 'A part the service depends on does not answer; try again',
};

const statusOf = (code: ErrorCode): number => (code === 'INTERNAL_ERROR' ? 500 : refusalStatus[code]);

const answersForThePast = (route: Route): boolean => route.kind === 'read' && route.endpoint.past !== undefined;

/** The codes that every endpoint of a kind may answer with, beside its own. */
const globalCodes = (route: Route): readonly ErrorCode[] => [
  ...(route.endpoint.query || route.endpoint.body || answersForThePast(route)
    ? (['BAD_REQUEST', 'VALIDATION_ERROR'] as const)
    : []),
  ...(route.path.includes(':') ? (['BAD_REQUEST', 'NOT_FOUND'] as const) : []),
  ...(route.isPublic ? [] : (['AUTHENTICATION_ERROR', 'AUTHORIZATION_ERROR'] as const)),
  ...(route.counted && !route.isPublic ? (['RATE_LIMITED'] as const) : []),
  ...(route.kind === 'write' ? (['CONFLICT'] as const) : []),
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

const errorContent = { 'application/json': { schema: ErrorBody } };

const errorResponses = (route: Route): Record<string, ZodOpenApiResponseObject> => {
  const byStatus = new Map<number, Set<string>>();
  for (const code of [...(route.endpoint.errors ?? []), ...globalCodes(route)]) {
    const status = statusOf(code);
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  if (route.endpoint.body) for (const status of [413, 415]) byStatus.set(status, new Set(['BAD_REQUEST']));
  return Object.fromEntries(
    [...byStatus]
      .sort(([one], [other]) => one - other)
      .map(([status, codes]) => [
        String(status),
        { description: `${says[status]}: ${[...codes].join(', ')}`, content: errorContent },
      ]),
  );
};

const ref = (kind: 'parameters' | 'headers', name: string) => ({ $ref: `#/components/${kind}/${name}` });

const takesInput = ({ endpoint }: Route): boolean => endpoint.query !== undefined || endpoint.body !== undefined;

const rateHeaders = {
  'X-RateLimit-Limit': ref('headers', 'RateLimitLimit'),
  'X-RateLimit-Remaining': ref('headers', 'RateLimitRemaining'),
  'X-RateLimit-Reset': ref('headers', 'RateLimitReset'),
};

const successHeaders = (route: Route) => ({
  'X-Request-Id': ref('headers', 'RequestId'),
  ...(route.counted && !route.isPublic ? rateHeaders : {}),
  ...(route.kind === 'write' ? { 'X-Position': ref('headers', 'Position') } : {}),
  ...(route.endpoint.reads?.length ? { 'X-Stale': ref('headers', 'Stale') } : {}),
  ...(takesInput(route) ? { 'X-Ignored-Fields': ref('headers', 'IgnoredFields') } : {}),
});

const sharedParameters = (route: Route) => [
  ...(route.keyed ? [ref('parameters', 'IdempotencyKey')] : []),
  ...(route.endpoint.reads?.length ? [ref('parameters', 'AfterPosition')] : []),
  ...(answersForThePast(route) ? [ref('parameters', 'AsOf')] : []),
  ...(takesInput(route) ? [ref('parameters', 'Prefer')] : []),
  ...(route.isPublic || route.path.startsWith('/v1/workspaces/') ? [] : [ref('parameters', 'WorkspaceId')]),
];

/** The object schema that a client fills in; of a schema with a transform, its input. */
const objectOf = (schema: z.ZodType): z.ZodObject | undefined => {
  if (schema instanceof z.ZodObject) return schema;
  return schema instanceof z.ZodPipe ? objectOf(schema.def.in as z.ZodType) : undefined;
};

const pathParameters = ({ endpoint, path }: Route): z.ZodObject | undefined => {
  if (endpoint.params) return objectOf(endpoint.params);
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);
  return names.length === 0 ? undefined : z.object(Object.fromEntries(names.map((name) => [name, Id])));
};

const scopeOf = ({ required }: Route): Record<string, unknown> => {
  if (required.kind === 'scope') return { 'x-required-scope': required.scope };
  return required.kind === 'public' ? {} : { 'x-required-access': required.kind };
};

/** A stream is documented as text, or as bytes where its media type is not text. */
const streamedContent = (types: readonly string[]) => {
  const isText = (type: string): boolean => type.startsWith('text/') || type.endsWith('json');
  return Object.fromEntries(
    types.map((type) => [type, { schema: { type: 'string' as const, ...(!isText(type) && { format: 'binary' }) } }]),
  );
};

const operationOf = (route: Route): ZodOpenApiOperationObject => {
  const { endpoint } = route;
  const path = pathParameters(route);
  const query = endpoint.query && objectOf(endpoint.query);
  const status = endpoint.status ?? (endpoint.reply ? 200 : 204);
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    tags: [endpoint.path.split('/')[2] ?? ''],
    ...scopeOf(route),
    ...(route.isPublic ? { security: [] } : {}),
    requestParams: { ...(path ? { path } : {}), ...(query ? { query } : {}) },
    parameters: sharedParameters(route),
    ...(endpoint.body
      ? {
          requestBody: {
            required: !endpoint.body.safeParse({}).success,
            content: {
              'application/json': { schema: endpoint.body },
              ...(endpoint.textBody ? { [endpoint.textBody.type]: { schema: { type: 'string' as const } } } : {}),
            },
          },
        }
      : {}),
    responses: {
      [String(status)]: {
        description: 'Success',
        headers: successHeaders(route),
        ...(endpoint.reply ? { content: { 'application/json': { schema: endpoint.reply } } } : {}),
        ...(endpoint.streams ? { content: streamedContent(endpoint.streams) } : {}),
      },
      ...errorResponses(route),
    },
  };
};

const headers = {
  RequestId: { description: 'Identifies the request in logs and support cases', schema: { type: 'string' } },
  RateLimitLimit: { description: 'Requests in the current window', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'Requests left in the current window', schema: { type: 'integer' } },
  RateLimitReset: { description: 'Unix time at which the window ends', schema: { type: 'integer' } },
  Position: { description: 'The position of the write in the log; see X-After-Position', schema: { type: 'string' } },
  Stale: {
    description: 'Present where the answer may lack writes that it should contain',
    schema: { type: 'string', const: 'true' },
  },
  IgnoredFields: {
    description:
      'Present where the request has fields or query parameters that the endpoint does not know: their paths, percent-encoded and separated by commas. The answer of a write names them in `warnings` too',
    schema: { type: 'string' },
  },
} as const;

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same key within 24 hours names the same request: it is executed once and each repeat gets the ' +
      'same answer',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default',
    schema: { type: 'string' },
  },
  AfterPosition: {
    name: 'X-After-Position',
    in: 'header',
    description: 'The X-Position of a write that this answer has to contain',
    schema: { type: 'string', pattern: '^[0-9]{1,20}$' },
  },
  AsOf: {
    name: 'asOf',
    in: 'query',
    description:
      'Answers as of this moment: a position of the log (X-Position, or one of a history), which always ' +
      'gives the same answer, or an ISO 8601 instant on the clock of the workspace',
    schema: { type: 'string', maxLength: 40 },
  },
  WorkspaceId: {
    name: 'X-Workspace-Id',
    in: 'header',
    description:
      "The workspace that a session acts in; by default the person's oldest. An API key belongs to one " + 'workspace',
    schema: { type: 'string' },
  },
} as const;

/** The OpenAPI 3.1 document of everything that is mounted. Paths carry their `/v1`. */
export const openApiDocument = (routes: readonly Route[], about: Readonly<{ version: string }>) => {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Social Publishing Service',
      version: about.version,
      description: 'Creates, schedules and publishes posts to fifteen social platforms.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: [...new Set(routes.map(({ path }) => path.split('/')[2] ?? ''))].sort().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key (svc_live_…, svc_test_…) or a session JWT' },
      },
      headers,
      parameters,
    },
  });
};
