import { setTimeout as pause } from 'node:timers/promises';
import { credentialName } from './credential.ts';
import type { Context, HttpAnswer, HttpRequest, Json } from './n8n.ts';

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** What the service answered instead of doing what was asked. n8n shows the message, and the description below it. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly status: number;
  readonly description: string;

  constructor(status: number, body: unknown, what: string) {
    const { error } = isJson(body) ? body : {};
    const { code, message, documentationUrl } = isJson(error) ? error : {};
    super(typeof message === 'string' ? message : `The service answered ${status}`);
    this.status = status;
    this.description = [`${status} ${String(code ?? '')}`.trim(), what, documentationUrl].filter(Boolean).join('; ');
  }
}

export type Question = Readonly<{
  query?: Readonly<Record<string, unknown>>;
  body?: Json;
  /** One for all attempts, so that a request whose answer was lost is carried out once. */
  idempotencyKey?: string;
}>;

const attempts = 5;
const timeoutMs = 60_000;
const longestWaitMs = 60_000;
/** Too many requests; or the way to the service is unavailable for a while. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const waitOf = ({ headers }: HttpAnswer, attempt: number): number => {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : 500 * 2 ** attempt;
};

/** A POST without a key may have been carried out, so only its 429 is sent again. */
const isRepeatable = ({ method, headers = {} }: HttpRequest): boolean =>
  method !== 'POST' || headers['idempotency-key'] !== undefined;

/** A read model that is behind may not have what was just written. */
const isBehind = ({ statusCode, headers }: HttpAnswer): boolean => statusCode === 404 && headers['x-stale'] === 'true';

const askPatiently = async (request: HttpRequest, send: (request: HttpRequest) => Promise<HttpAnswer>) => {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === attempts;
    let waitMs: number;
    try {
      const answer = await send(request);
      const isPassing =
        isBehind(answer) || (passing.has(answer.statusCode) && (answer.statusCode === 429 || isRepeatable(request)));
      waitMs = waitOf(answer, attempt);
      if (isLast || !isPassing || waitMs > longestWaitMs) return answer;
    } catch (fault) {
      if (isLast || !isRepeatable(request)) throw fault;
      waitMs = 500 * 2 ** attempt;
    }
    await pause(waitMs);
  }
};

export const addressOf = (baseUrl: unknown): string => String(baseUrl).trim().replace(/\/+$/, '').replace(/\/v1$/, '');

/** Asks the service of the node's credential, and answers the body. */
export const ask = async <Body = Json>(
  context: Context,
  line: `${HttpRequest['method']} /v1/${string}`,
  { query, body, idempotencyKey }: Question = {},
): Promise<Body> => {
  const { baseUrl } = await context.getCredentials(credentialName);
  const [method, where = ''] = line.split(' ');
  const request: HttpRequest = {
    method: method as HttpRequest['method'],
    url: `${addressOf(baseUrl)}${where}`,
    ...(query && { qs: query }),
    ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
    ...(body && { body }),
    json: true,
    timeout: timeoutMs,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
  };
  const answer = await askPatiently(request, (each) =>
    context.helpers.httpRequestWithAuthentication.call(context, credentialName, each),
  );
  if (answer.statusCode >= 400) throw new ServiceRefusal(answer.statusCode, answer.body, line);
  return answer.body as Body;
};

/** Puts bytes where the service said. The address carries its own permission, so the key is not sent there. */
export const put = async (
  context: Context,
  place: Readonly<{ uploadUrl: string; uploadHeaders: Readonly<Record<string, string>> }>,
  body: Buffer,
): Promise<void> => {
  const request: HttpRequest = {
    method: 'PUT',
    url: place.uploadUrl,
    headers: place.uploadHeaders,
    body,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
  };
  const answer = await askPatiently(request, (each) => context.helpers.httpRequest(each));
  if (answer.statusCode >= 400) throw new ServiceRefusal(answer.statusCode, answer.body, 'the transfer of the file');
};

/** Lists differ in the name of their items and of the next cursor. */
type Page = Readonly<{
  data?: readonly Json[];
  posts?: readonly Json[];
  pagination?: Readonly<{ next_cursor?: string | null }>;
  nextCursor?: string | null;
}>;

const largestPage = 100;

/** The entries of a list, page by page, at most `most`. */
export const askAll = async (
  context: Context,
  line: `GET /v1/${string}`,
  query: Readonly<Record<string, unknown>>,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly Json[]> => {
  const found: Json[] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(largestPage, most - found.length);
    const page: Page = await ask<Page>(context, line, {
      query: { ...query, limit, ...(cursor !== undefined && { cursor }) },
    });
    found.push(...(page.data ?? page.posts ?? []));
    cursor = page.nextCursor ?? page.pagination?.next_cursor ?? undefined;
  } while (cursor !== undefined && found.length < most);
  return found;
};
