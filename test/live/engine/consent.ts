import { createHash } from 'node:crypto';
import { only, text, type Authentication, type Operation, type Schema } from './contract.ts';
import { type Behaviour, must } from './live-platform.ts';
import { clientOf } from './client.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';

/** The authorization code grant (RFC 6749, section 4.1; RFC 7636), and what a platform documents of its own. */
export type ConsentRules = Readonly<{
  platform: Platform;
  /** Where a platform has several registrations, which of them. */
  registration?: string;
  /** Host and path of the page, and where it is documented. */
  page: string;
  tokenAt: string;
  source: string;
  scopes: readonly string[];
  separator?: ' ' | ',';
  /** The name of the client id in the page's address. */
  clientIdName?: string;
  /** Parameters of the page beside those of the RFC. */
  pageFields?: Readonly<Record<string, Schema>>;
  pkce?: boolean;
  /** How the application identifies itself at the token endpoint. */
  client: 'basic' | 'form';
  exchangeFields?: Readonly<Record<string, Schema>>;
  /** Whether a refresh brings another refresh token and ends the old one. */
  rotates?: boolean;
  expiresIn: number;
  /** Fields of the answer beside those of the RFC. */
  more?: Readonly<Record<string, unknown>>;
  /** A new person: their id and name. */
  person?: (number: string) => Readonly<{ id: string; username: string }>;
}>;

export const consentOperations = (
  rules: ConsentRules,
): Readonly<Record<'consent' | 'token' | 'refresh', Operation>> => {
  const { platform, page, tokenAt, source, pkce = false, client, clientIdName = 'client_id' } = rules;
  const { id, secret } = clientOf(rules.registration ?? platform);
  const identified: Record<string, Schema> =
    client === 'form' ? { [clientIdName]: { const: id }, client_secret: { const: secret } } : {};
  const authentication: Authentication = client === 'basic' ? 'basic' : 'none';
  const token = { method: 'POST', at: tokenAt, authentication, source } as const;
  const answer: Schema = {
    type: 'object',
    required: ['access_token'],
    properties: { access_token: text(), expires_in: { type: 'integer' } },
  };
  return {
    consent: {
      method: 'GET',
      at: page,
      deed: 'connect',
      authentication: 'none',
      source,
      query: only({
        [clientIdName]: { const: id },
        redirect_uri: text({ pattern: '^https://' }),
        response_type: { const: 'code' },
        scope: text(),
        state: text(),
        ...(pkce && {
          code_challenge: text({ minLength: 43, maxLength: 128 }),
          code_challenge_method: { const: 'S256' },
        }),
        ...rules.pageFields,
      }),
    },
    token: {
      ...token,
      deed: 'connect',
      body: {
        as: 'form',
        schema: only({
          ...identified,
          grant_type: { const: 'authorization_code' },
          code: text(),
          redirect_uri: text(),
          ...(pkce && { code_verifier: text({ minLength: 43, maxLength: 128 }) }),
          ...rules.exchangeFields,
        }),
      },
      answer,
    },
    refresh: {
      ...token,
      deed: 'refresh',
      body: {
        as: 'form',
        schema: only({ ...identified, grant_type: { const: 'refresh_token' }, refresh_token: text() }),
      },
      answer,
    },
  };
};

export const consentBehaviours = (
  rules: ConsentRules,
): Readonly<Record<'consent' | 'token' | 'refresh', Behaviour>> => {
  const { separator = ' ', expiresIn, more = {}, rotates = false, person } = rules;
  return {
    consent: ({ world, query }) => {
      const unknown = String(query['scope'])
        .split(separator)
        .filter((scope) => !rules.scopes.includes(scope));
      must(unknown.length === 0, `the scopes ${unknown.join()} are unknown`);
      const number = world.nextNumber();
      const { id, username } = person?.(number) ?? { id: number, username: `zoe${number}` };
      world.newAccount(id, username);
      const code = `code-${number}`;
      world.codes.set(code, { ...query, account: id });
      const back = new URL(String(query['redirect_uri']));
      back.search = new URLSearchParams({ code, state: String(query['state']) }).toString();
      return { status: 302, headers: { location: back.href } };
    },
    token: ({ world, body }) => {
      const given = world.codes.get(String(body['code']));
      must(given && given['redirect_uri'] === body['redirect_uri'], 'invalid_grant');
      if (rules.pkce)
        must(
          createHash('sha256').update(String(body['code_verifier'])).digest('base64url') === given['code_challenge'],
          'invalid_grant: the verifier is another',
        );
      world.codes.delete(String(body['code']));
      const account = String(given['account']);
      return {
        json: {
          access_token: world.grant(account),
          refresh_token: world.grant(account, 'refresh'),
          token_type: 'bearer',
          expires_in: expiresIn,
          scope: given['scope'],
          ...more,
        },
      };
    },
    refresh: ({ world, body }) => {
      const old = String(body['refresh_token']);
      const known = world.tokens.get(old);
      must(known?.kind === 'refresh', 'invalid_grant: the refresh token is not valid');
      if (rotates) world.tokens.delete(old);
      return {
        json: {
          access_token: world.grant(known.account),
          ...(rotates && { refresh_token: world.grant(known.account, 'refresh') }),
          token_type: 'bearer',
          expires_in: expiresIn,
          ...more,
        },
      };
    },
  };
};
