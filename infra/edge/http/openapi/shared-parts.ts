import type { Route } from '../route.ts';
import { answersForThePast } from './refusals.ts';

const ref = (kind: 'parameters' | 'headers', name: string) => ({ $ref: `#/components/${kind}/${name}` });

const takesInput = ({ endpoint }: Route): boolean => endpoint.query !== undefined || endpoint.body !== undefined;

const rateHeaders = {
  'X-RateLimit-Limit': ref('headers', 'RateLimitLimit'),
  'X-RateLimit-Remaining': ref('headers', 'RateLimitRemaining'),
  'X-RateLimit-Reset': ref('headers', 'RateLimitReset'),
};

/** The headers of a route's successful answer. */
export const successHeaders = (route: Route) => ({
  'X-Request-Id': ref('headers', 'RequestId'),
  ...(route.counted && !route.isPublic ? rateHeaders : {}),
  ...(route.kind === 'write' ? { 'X-Position': ref('headers', 'Position') } : {}),
  ...(route.endpoint.reads?.length ? { 'X-Stale': ref('headers', 'Stale') } : {}),
  ...(takesInput(route) ? { 'X-Ignored-Fields': ref('headers', 'IgnoredFields') } : {}),
});

/** The parameters of a route that others have too. */
export const sharedParameters = (route: Route) => [
  ...(route.keyed ? [ref('parameters', 'IdempotencyKey')] : []),
  ...(route.endpoint.reads?.length ? [ref('parameters', 'AfterPosition')] : []),
  ...(answersForThePast(route) ? [ref('parameters', 'AsOf')] : []),
  ...(takesInput(route) ? [ref('parameters', 'Prefer')] : []),
  ...(route.isPublic || route.path.startsWith('/v1/workspaces/') ? [] : [ref('parameters', 'WorkspaceId')]),
];

export const headers = {
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

export const parameters = {
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
