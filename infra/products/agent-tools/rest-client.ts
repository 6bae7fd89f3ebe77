import { request, type Dispatcher } from 'undici';

export type RestAnswer = Readonly<{ status: number; body: Readonly<Record<string, unknown>> }>;

/** The service's own API, called with one caller's credential. */
export type RestClient = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  options?: Readonly<{ body?: unknown; headers?: Readonly<Record<string, string>> }>,
) => Promise<RestAnswer>;

/** Sends the bytes of a file to the address that the API gave for it. Answers whether they were taken. */
export type PutFile = (
  url: string,
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array,
) => Promise<RestAnswer>;

export type Service = Readonly<{ rest: RestClient; putFile: PutFile }>;

type Where = Readonly<{
  /** Without `/v1` and a trailing slash. */
  origin: string;
  /** The value of the Authorization header. */
  authorization: string;
  /** How the origin is reached, unless by the network. */
  dispatcher?: Dispatcher;
  /** The public address of the origin: files for that address are sent to the origin. */
  publicUrl?: string;
  headers?: Readonly<Record<string, string>>;
}>;

/** Longer than any answer of the API takes. */
const patienceMs = 150_000;

const isObject = (value: unknown): value is RestAnswer['body'] => typeof value === 'object' && value !== null;

const objectIn = (text: string): Readonly<Record<string, unknown>> => {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return isObject(value) ? value : {};
};

const refusal = (status: number, code: string, message: string): RestAnswer => ({
  status,
  body: { error: { code, message } },
});

const unreachable = (error: unknown): RestAnswer => {
  const why = error instanceof Error ? error.message : String(error);
  return refusal(503, 'SERVICE_UNAVAILABLE', `The service does not answer: ${why}`);
};

/**
 * A client of the API at one origin. It never throws: an unreachable service answers like an
 * unavailable one.
 */
export const restAt = ({ origin, authorization, dispatcher, publicUrl, headers: always = {} }: Where): Service => {
  const through = dispatcher ? { dispatcher } : {};
  const limits = { headersTimeout: patienceMs, bodyTimeout: patienceMs };
  return {
    rest: async (method, path, { body, headers = {} } = {}) => {
      try {
        const answer = await request(`${origin}${path}`, {
          method,
          ...through,
          ...limits,
          headers: { ...always, ...headers, authorization, 'content-type': 'application/json' },
          body: body === undefined ? null : JSON.stringify(body),
        });
        return { status: answer.statusCode, body: objectIn(await answer.body.text()) };
      } catch (error) {
        return unreachable(error);
      }
    },
    // The address is signed, so the bytes go without the credential.
    putFile: async (url, headers, bytes) => {
      const isOwn = publicUrl !== undefined && url.startsWith(`${publicUrl}/`);
      try {
        const { statusCode: status, body } = isOwn
          ? await request(`${origin}${url.slice(publicUrl.length)}`, {
              method: 'PUT',
              ...through,
              ...limits,
              headers: { ...always, ...headers },
              body: bytes,
            })
          : await request(url, { method: 'PUT', ...limits, headers: { ...headers }, body: bytes });
        await body.dump();
        return status < 300
          ? { status, body: {} }
          : refusal(503, 'UPLOAD_UNAVAILABLE', `The storage refused the file with ${status}`);
      } catch (error) {
        return unreachable(error);
      }
    },
  };
};
