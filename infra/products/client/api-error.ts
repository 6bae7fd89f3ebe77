/** An error answer of the service, as an exception. Branch on its class or on `code`, never on the message. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /**
   * `VALIDATION_ERROR` for example; `UNKNOWN` where the answer was not the service's own, a proxy's
   * error page for example.
   */
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** The id for a report to the operator of the service. */
  readonly requestId: string | undefined;
  /** The page that describes the code. */
  readonly documentationUrl: string | undefined;

  constructor(response: Response, body: unknown) {
    const error = envelopeIn(body);
    super(text(error['message']) ?? `The service answered ${response.status}`);
    this.status = response.status;
    this.code = text(error['code']) ?? 'UNKNOWN';
    this.details = isRecord(error['details']) ? error['details'] : {};
    this.requestId = text(error['requestId']) ?? response.headers.get('x-request-id') ?? undefined;
    this.documentationUrl = absolute(text(error['documentationUrl']), response.url);
  }
}

/** 400, and what cannot be read at all (413, 415): the request has to be corrected. */
export class BadRequestError extends ApiError {
  override readonly name: string = 'BadRequestError';
}

/** 400 VALIDATION_ERROR: `field` has to be corrected. */
export class ValidationError extends BadRequestError {
  override readonly name = 'ValidationError';

  /** The first field to change, by the name that was sent: `platformOverrides.TWITTER.content` for example. */
  get field(): string | undefined {
    return text(this.details['field']);
  }
}

/** 401: the key or session is missing, malformed, unknown, revoked or expired. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 402: a limit of the plan is reached, or a payment failed. */
export class PlanLimitError extends ApiError {
  override readonly name = 'PlanLimitError';
}

/** 403: scope, role, plan or platform do not allow this. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}

/** 404. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409: the state of the resource does not allow this, or it has changed. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 422: a rule does not allow this in the present state of the resource: a broadcast that was sent, a job that is cancelled. */
export class UnprocessableError extends ApiError {
  override readonly name = 'UnprocessableError';
}

/** 429: too many requests. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** 5xx: the service, or the way to it, is at fault. */
export class ServiceError extends ApiError {
  override readonly name = 'ServiceError';
}

type ErrorClass = new (response: Response, body: unknown) => ApiError;

/** The statuses of the service's codes. */
const byStatus: ReadonlyMap<number, ErrorClass> = new Map<number, ErrorClass>([
  [400, BadRequestError],
  [401, AuthenticationError],
  [402, PlanLimitError],
  [403, PermissionError],
  [404, NotFoundError],
  [409, ConflictError],
  [413, BadRequestError],
  [415, BadRequestError],
  [422, UnprocessableError],
  [429, RateLimitError],
]);

/** The exception of an error answer, of the class of its code's family. */
export const apiError = (response: Response, body: unknown): ApiError => {
  const { status } = response;
  if (envelopeIn(body)['code'] === 'VALIDATION_ERROR') return new ValidationError(response, body);
  const Known = status >= 500 ? ServiceError : (byStatus.get(status) ?? ApiError);
  return new Known(response, body);
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
/** The service names its own pages by their path. */
const absolute = (url: string | undefined, base: string): string | undefined =>
  url === undefined || base === '' ? url : new URL(url, base).href;
/** What an answer says of a refusal; an empty object where it says nothing. */
export const envelopeIn = (body: unknown): Record<string, unknown> =>
  isRecord(body) && isRecord(body['error']) ? body['error'] : {};

/** The settled result of a call. */
export type Outcome<Data> = Readonly<{ data?: Data; error?: unknown; response: Response }>;

/** Returns the data of a call, or throws an `ApiError`. */
export const orThrow = <Data>({ data, error, response }: Outcome<Data>): Exclude<Data, undefined> => {
  if (!response.ok) throw apiError(response, error);
  // An answer without a body has no data, and its type says so.
  return data as Exclude<Data, undefined>;
};
