import { only, oneOf, text, type Operation } from '../engine/contract.ts';
import type { ConsentRules } from '../engine/consent.ts';
import type { Behaviour, Reply } from '../engine/live-platform.ts';

/** Google Identity: "Using OAuth 2.0 for web server applications", the same for each product. */
export const googleRules = (platform: 'YOUTUBE' | 'GOOGLE_BUSINESS', scopes: readonly string[]): ConsentRules => ({
  platform,
  scopes,
  pkce: true,
  client: 'form',
  expiresIn: 3599,
  page: 'accounts.google.com/o/oauth2/v2/auth',
  tokenAt: 'oauth2.googleapis.com/token',
  source: 'https://developers.google.com/identity/protocols/oauth2/web-server',
  pageFields: {
    // Without it there is no refresh token.
    access_type: { const: 'offline' },
    'prompt?': oneOf('none', 'consent', 'select_account'),
    'include_granted_scopes?': oneOf('true', 'false'),
    'login_hint?': text(),
  },
});

export const googleRevoke: Operation = {
  method: 'POST',
  at: 'oauth2.googleapis.com/revoke',
  deed: 'connect',
  authentication: 'token',
  source: 'https://developers.google.com/identity/protocols/oauth2/web-server#tokenrevoke',
  body: { as: 'form', schema: only({ token: text() }) },
};

/** Either token ends the grant. */
export const revoked: Behaviour = ({ world, account: { id } }) => {
  for (const [token, { account }] of world.tokens) if (account === id) world.tokens.delete(token);
  return { json: {} };
};

export const googleRefusal = (status: number, message: string): Reply => {
  const name = status === 401 ? 'UNAUTHENTICATED' : status === 404 ? 'NOT_FOUND' : 'INVALID_ARGUMENT';
  const reason = status === 401 ? 'authError' : status === 404 ? 'videoNotFound' : 'invalid';
  return {
    status,
    json: { error: { code: status, message, status: name, errors: [{ message, reason, domain: 'global' }] } },
  };
};
