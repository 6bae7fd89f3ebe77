/** An error answer of the service, as an exception. Branch on `code`, never on the message. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
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

  constructor(response: Response, body: unknown) {
    const error = envelopeIn(body);
    super(text(error['message']) ?? `The service answered ${response.status}`);
    this.status = response.status;
    this.code = text(error['code']) ?? 'UNKNOWN';
    this.details = isRecord(error['details']) ? error['details'] : {};
    this.requestId = text(error['requestId']) ?? response.headers.get('x-request-id') ?? undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const envelopeIn = (body: unknown): Record<string, unknown> =>
  isRecord(body) && isRecord(body['error']) ? body['error'] : {};

/** The settled result of a call. */
export type Outcome<Data> = Readonly<{ data?: Data; error?: unknown; response: Response }>;

/** Returns the data of a call, or throws an `ApiError`. */
export const orThrow = <Data>({ data, error, response }: Outcome<Data>): Exclude<Data, undefined> => {
  if (!response.ok) throw new ApiError(response, error);
  // An answer without a body has no data, and its type says so.
  return data as Exclude<Data, undefined>;
};
