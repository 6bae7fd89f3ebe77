import type { PlatformHttp, PlatformReply } from '../http.ts';
import type { Effect } from '../transport-failure.ts';
import type { Upload } from '../upload.ts';
import { explainGraph } from './errors.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

type Value = string | number | boolean | readonly unknown[] | Readonly<Record<string, unknown>> | undefined;

export type GraphCall = Readonly<{
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  token: string;
  effect: Effect;
  /** Query of a GET or DELETE, form of a POST; lists and objects go as JSON, undefined is left out. */
  parameters?: Readonly<Record<string, Value>>;
  json?: unknown;
  upload?: Upload;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** Refusals that are answers here. */
  tolerates?: (reply: PlatformReply) => boolean;
}>;

export type Graph = (call: GraphCall) => Promise<PlatformReply>;

const written = (parameters: Readonly<Record<string, Value>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]],
    ),
  );

/** Calls to the Graph API. The token travels in a header, never in an address. */
export const graphOf =
  (http: PlatformHttp): Graph =>
  ({ method, url, token, effect, parameters = {}, json, upload, headers, signal, tolerates }) => {
    const fields = written(parameters);
    const isForm = method === 'POST' && json === undefined && !upload;
    return http.call(
      {
        method,
        url,
        effect,
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(isForm ? { form: fields } : { query: fields }),
        ...defined({ json }),
        ...(upload && { upload }),
        ...(signal && { signal }),
        secrets: [token],
        ...(tolerates && { accepts: [400] }),
      },
      (reply) => (tolerates?.(reply) ? undefined : explainGraph(effect)(reply)),
    );
  };
