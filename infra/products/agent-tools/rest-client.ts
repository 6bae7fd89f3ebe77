import { request, type Dispatcher } from 'undici';

export type RestAnswer = Readonly<{ status: number; body: Readonly<Record<string, unknown>> }>;

/** The service's own API, called with one caller's credential. */
export type RestClient = (
  method: 'GET' | 'POST',
  path: string,
  options?: Readonly<{ body?: unknown; headers?: Readonly<Record<string, string>> }>,
) => Promise<RestAnswer>;

type Where = Readonly<{
  /** Without `/v1` and a trailing slash. */
  origin: string;
  /** The value of the Authorization header. */
  authorization: string;
  /** How the origin is reached, unless by the network. */
  dispatcher?: Dispatcher;
  headers?: Readonly<Record<string, string>>;
}>;

/** Longer than any answer of the API takes. */
const patienceMs = 150_000;

const objectIn = (text: string): Readonly<Record<string, unknown>> => {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
};

const refusal = (status: number, code: string, message: string): RestAnswer => ({
  status,
  body: { error: { code, message } },
});

/**
 * A client of the API at one origin. It never throws: an unreachable service answers like an
 * unavailable one.
 */
export const restAt =
  ({ origin, authorization, dispatcher, headers: always = {} }: Where): RestClient =>
  async (method, path, { body, headers = {} } = {}) => {
    try {
      const answer = await request(`${origin}${path}`, {
        method,
        ...(dispatcher ? { dispatcher } : {}),
        headers: { ...always, ...headers, authorization, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
        headersTimeout: patienceMs,
        bodyTimeout: patienceMs,
      });
      return { status: answer.statusCode, body: objectIn(await answer.body.text()) };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return refusal(503, 'SERVICE_UNAVAILABLE', `The service does not answer: ${why}`);
    }
  };
