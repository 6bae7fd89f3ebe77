import { IncomingMessage, type ServerResponse } from 'node:http';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { z } from 'zod';
import { storable } from '../../../domain/kernel/stored-text.ts';
import { exchangeOf } from '../http/exchange.ts';
import type { PlainHandler } from '../http/plain-handler.ts';
import { isSafeRedirect } from '../identity/safe-redirect.ts';
import { readBody } from '../http/read-body.ts';

const maxBytes = 16 * 1024;
const perHour = 20;
/** More wait for their person at one time than an installation ever has. */
export const maxRegistered = 5_000;

const Registration = z.object({
  redirect_uris: z
    .array(z.string().max(2048).refine(isSafeRedirect, 'must be https, or http on this machine'))
    .min(1)
    .max(10),
  client_name: z
    .string()
    .max(200)
    .transform((name) => storable(name))
    .optional(),
  client_uri: z.httpUrl().max(2048).optional().catch(undefined),
});

/** What is registered whatever else was asked for: a public client of the code flow, without the person's own data. */
const fixed = {
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  scope: 'offline_access',
};

const refuse = (res: ServerResponse, status: number, error: string, description: string): void => {
  res
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    })
    .end(JSON.stringify({ error, error_description: description }));
};

/** The same request with another body. */
const withBody = (req: IncomingMessage, text: string): IncomingMessage => {
  const body = Buffer.from(text);
  const again = Object.assign(new IncomingMessage(req.socket), {
    // Whole already: what ends early takes its connection with it.
    complete: true,
    method: req.method,
    url: req.url,
    headers: { ...req.headers, 'content-type': 'application/json', 'content-length': String(body.length) },
  });
  again.push(body);
  again.push(null);
  return again;
};

type Options = Readonly<{ count(): Promise<number>; issuer: PlainHandler }>;

/**
 * The registration of programs by themselves (RFC 7591), before the issuer's own: it lets a bounded number through, and of
 * what they ask for only their name and their redirects.
 */
export const registration = ({ count, issuer }: Options): PlainHandler => {
  const limiter = new RateLimiterMemory({ points: perHour, duration: 3600 });
  return async (req, res) => {
    if (req.method !== 'POST') return issuer(req, res);
    try {
      await limiter.consume(exchangeOf(req).address ?? '');
    } catch {
      return refuse(
        res,
        429,
        'temporarily_unavailable',
        `At most ${perHour} registrations an hour come from one address`,
      );
    }
    const text = (await readBody(req, maxBytes)).toString('utf8');
    const parsed = Registration.safeParse(jsonOf(text));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const field = issue?.path.join('.') ?? '';
      const code = field.startsWith('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata';
      return refuse(res, 400, code, `${field === '' ? 'body' : field}: ${issue?.message ?? 'invalid'}`);
    }
    if ((await count()) >= maxRegistered)
      return refuse(res, 503, 'temporarily_unavailable', 'Too many applications wait for a person. Try again later');
    const isLocal = parsed.data.redirect_uris.every((uri) => new URL(uri).protocol === 'http:');
    const metadata = { ...parsed.data, ...fixed, application_type: isLocal ? 'native' : 'web' };
    await issuer(withBody(req, JSON.stringify(metadata)), res);
  };
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
