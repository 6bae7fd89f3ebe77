import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { refusalStatus } from '../../../../read-api/contract/refusal-status.ts';
import { documentationUrlOf, errorGuide, type ErrorCode } from '../error-guide.ts';
import type { Route } from '../route.ts';

const ErrorBody = z
  .object({
    error: z.object({
      code: z.string().meta({ description: 'Stable: branch on it, never on the message' }),
      message: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
      requestId: z.string(),
      documentationUrl: z
        .string()
        .optional()
        .meta({ description: 'Where the code is described, on the service that answers' }),
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

export const answersForThePast = (route: Route): boolean => route.kind === 'read' && route.endpoint.past !== undefined;

/** The codes that every endpoint of a kind may answer with, beside its own. */
const globalCodes = (route: Route): readonly ErrorCode[] => [
  ...(route.endpoint.query || route.endpoint.body || answersForThePast(route)
    ? (['BAD_REQUEST', 'VALIDATION_ERROR'] as const)
    : []),
  ...(route.path.includes(':') ? (['BAD_REQUEST', 'NOT_FOUND'] as const) : []),
  ...(route.isPublic ? [] : (['AUTHENTICATION_ERROR', 'AUTHORIZATION_ERROR', 'FORBIDDEN'] as const)),
  ...(route.counted && !route.isPublic ? (['RATE_LIMITED'] as const) : []),
  ...(route.kind === 'write' ? (['CONFLICT'] as const) : []),
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

type Refusals = ReadonlyMap<number, readonly ErrorCode[]>;

/** The codes that a route may answer with, by status. */
const refusalsOf = (route: Route): Refusals => {
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const code of [...(route.endpoint.errors ?? []), ...globalCodes(route)]) {
    const status = statusOf(code);
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  if (route.endpoint.body) for (const status of [413, 415]) byStatus.set(status, new Set(['BAD_REQUEST']));
  return new Map(
    [...byStatus].sort(([one], [other]) => one - other).map(([status, codes]) => [status, [...codes].sort()]),
  );
};

const nameOf = (status: number, codes: readonly string[]): string => [status, ...codes].join('.');

/** The refusals of a route, by status. Most routes share them, so each combination is written once. */
export const errorResponses = (route: Route) =>
  Object.fromEntries(
    [...refusalsOf(route)].map(([status, codes]) => [
      String(status),
      { $ref: `#/components/responses/${nameOf(status, codes)}` },
    ]),
  );

/** The envelope with a code. A real message names what is wrong with the request. */
const exampleOf = (code: ErrorCode) => ({
  summary: code,
  value: {
    error: {
      code,
      message: errorGuide[code].means,
      requestId: '00000000-0000-4000-8000-000000000001',
      documentationUrl: documentationUrlOf(code),
    },
  },
});

const responseOf = (status: number, codes: readonly ErrorCode[]): ZodOpenApiResponseObject => ({
  description: `${says[status]}: ${codes.join(', ')}`,
  content: {
    'application/json': {
      schema: ErrorBody,
      examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
    },
  },
});

/** The combinations of status and codes that the routes have. */
export const refusalComponents = (routes: readonly Route[]): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    routes.flatMap((route) =>
      [...refusalsOf(route)].map(([status, codes]) => [nameOf(status, codes), responseOf(status, codes)]),
    ),
  );
