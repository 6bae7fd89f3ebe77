import { z } from 'zod';
import { Account } from '../../domain/accounts/account-view.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { ReturnedAuthorization } from '../../domain/platforms/connector.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { Plan } from '../../domain/plans/plan.ts';
import { type WriteContext, writeEndpoint } from '../kernel/endpoint.ts';
import { orStored } from '../kernel/claim.ts';
import { isState } from './authorize-account.ts';
import { connectAccount, connectContext, connectedBefore, type ConnectPorts } from './connect-account.ts';
import type { PendingAuthorization, PendingAuthorizations } from './pending-authorizations.ts';
import { asking } from './platform-failure.ts';
import { maxSecretLength, maxUrlLength, platformOf, platformParams, redirectUriOf, soft } from './request-fields.ts';
import { defined } from '../../domain/kernel/defined.ts';

type Ports = ConnectPorts & Readonly<{ pending: PendingAuthorizations }>;

const returned = (state: string, pending: PendingAuthorization): ReturnedAuthorization => ({
  state,
  redirectUri: pending.redirectUri,
  codeVerifier: pending.codeVerifier,
  ...defined({
    instanceUrl: pending.instanceUrl,
    loginHint: pending.loginHint,
    oauthVersion: pending.oauthVersion,
    remembered: pending.remembered,
  }),
});

/**
 * POST /v1/accounts/callback/:platform: turns the platform's redirect parameters into a connected
 * account.
 */
export const completeAuthorization = (ports: Ports) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/accounts/callback/:platform',
    id: 'completeAuthorization',
    summary: "Finish connecting an account with the code and state of the platform's redirect",
    description:
      'A missing or malformed state, code or address, and a code that the platform refuses, is ' +
      'INVALID_PARAM. A state that is unknown, used, foreign or older than 10 minutes is OAUTH_ERROR. A state is used up ' +
      'by the first callback that names it, also one with another platform or address: a person who met that starts ' +
      'again, because a stranger who holds the state must not get a second try. ' +
      '`redirectUri` is optional and must be the one that the authorization started with. `iss` is the ' +
      'parameter of that name of the redirect (RFC 9207; Bluesky sends it); another server than the one ' +
      'that the person was sent to is OAUTH_ERROR. The answer is 200 also for a new account.',
    params: platformParams,
    body: z
      .object({
        code: soft(maxSecretLength),
        state: soft(255),
        iss: soft(maxUrlLength),
        redirectUri: soft(maxUrlLength),
        callbackUrl: soft(maxUrlLength),
      })
      .default({}),
    reply: z.object({ account: Account }),
    errors: ['INVALID_PARAM', 'OAUTH_ERROR', 'LIMIT_EXCEEDED', 'PLATFORM_RESTRICTED', 'SERVICE_UNAVAILABLE'],
    idempotent: true,
    async run({ params, body }, context) {
      const platform = platformOf(params);
      const { code, state, iss } = body;
      if (!code) throw new Refused('INVALID_PARAM', 'code: required', { field: 'code' });
      if (!state || !isState(state))
        throw new Refused('INVALID_PARAM', 'state: missing or malformed', { field: 'state' });
      const redirectUri = redirectUriOf(body);
      const account = await orStored(
        () => completed({ platform, code, state, iss, redirectUri }, ports, context),
        () => connectedBefore(platform, context),
      );
      return { body: { account } };
    },
  });

type Returned = Readonly<{
  platform: Platform;
  code: string;
  state: string;
  iss: string | undefined;
  redirectUri: string | undefined;
}>;

const withoutSlash = (url: string): string => url.replace(/\/$/, '');

const completed = async (
  { platform, code, state, iss, redirectUri }: Returned,
  ports: Ports,
  context: WriteContext,
): Promise<Account> => {
  const { workspaceId, mode } = context.caller;
  const pending = await ports.pending.take(state, workspaceId);
  if (!pending || pending.platform !== platform || pending.expiresAt <= context.now)
    throw new Refused('OAUTH_ERROR', 'The OAuth state is invalid, used or older than 10 minutes; start again');
  if (redirectUri !== undefined && redirectUri !== pending.redirectUri)
    throw new Refused('INVALID_PARAM', 'redirectUri: not the one that the authorization started with', {
      field: 'redirectUri',
    });
  const { issuer } = pending;
  // The code of another server must not reach the one that the person was sent to.
  if (iss !== undefined && issuer !== undefined && withoutSlash(iss) !== withoutSlash(issuer))
    throw new Refused('OAUTH_ERROR', 'The code is from another authorization server; start again');

  const connector = ports.connectors.of({ workspaceId, mode }, platform);
  const refusal = 'The authorization code is invalid; start again';
  const grant = await asking('INVALID_PARAM', refusal, () => connector.exchange(code, returned(state, pending)));
  const details = await asking('INVALID_PARAM', refusal, () => connector.details(grant.credentials));
  const plan = Plan.parse(context.caller.plan);
  return connectAccount(ports)({ platform, grant, details, plan }, connectContext(context));
};
