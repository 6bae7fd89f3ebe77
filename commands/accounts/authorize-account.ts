import { bulleted } from '../../domain/kernel/sentence.ts';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { accountRegistry, refuseHopeless, refuseRestricted } from '../../domain/accounts/account-registry.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { Plan } from '../../domain/plans/plan.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { allowedPlatforms, connectContext } from './connect-account.ts';
import type { Connectors } from './connectors.ts';
import type { PendingAuthorizations } from './pending-authorizations.ts';
import { asking } from './platform-failure.ts';
import { instanceFields, maxUrlLength, platformOf, platformParams, redirectUriOf, soft } from './request-fields.ts';
import { defined } from '../../domain/kernel/defined.ts';

const stateLifetimeMs = 10 * 60_000;
const secretBytes = 32;

const newSecret = (): string => randomBytes(secretBytes).toString('base64url');

/** Whether a text has the form of a state: 32 random bytes in base64url. */
export const isState = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

type Ports = Readonly<{
  connectors: Connectors;
  pending: PendingAuthorizations;
  /** The address of the console, which connects accounts too. */
  consoleUrl: string;
}>;

/**
 * POST /v1/accounts/connect/:platform: the address to send the person to. The state is valid for
 * ten minutes, once.
 */
export const authorizeAccount = ({ connectors, pending, consoleUrl }: Ports) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/accounts/connect/:platform',
    id: 'authorizeAccount',
    summary: 'Start connecting an account: the address of the platform’s consent page',
    description: bulleted(
      "Answers the address of the platform's consent page. The consent connects the account named by `login_hint` or `sandbox_account`, else an account whose grant has ended, else a new one.",
      [
        '`redirectUri` and `callbackUrl` are synonyms: an HTTPS URL, or the address of the console.',
        "At the plan's limit of accounts the request is refused, unless an account of that platform could be reconnected.",
        'TELEGRAM has no consent page: outside test mode the request is refused. Connect the account by storeOauthTokens.',
        'LINKEDIN has two logins, which `accountType` chooses. `member` publishes as the person. `organization` also publishes as the organizations that the person administers, and is the default if the service has that registration.',
        'In test mode the address shows a consent page to a browser. A program that does not ask for HTML is approved and redirected at once.',
      ],
    ),
    params: platformParams,
    body: z
      .object({
        redirectUri: soft(maxUrlLength).meta({ description: 'HTTPS URL to which the platform sends the person back' }),
        callbackUrl: soft(maxUrlLength).meta({ description: 'Synonym of redirectUri' }),
        ...instanceFields,
        loginHint: z
          .string()
          .max(255)
          .optional()
          .meta({ description: 'The handle, where the platform starts from it' }),
      })
      .default({}),
    reply: z.object({ authorizationUrl: z.string(), state: z.string() }),
    errors: ['INVALID_PARAM', 'LIMIT_EXCEEDED', 'PLATFORM_RESTRICTED', 'SERVICE_UNAVAILABLE'],
    idempotent: true,
    async run({ params, body }, context) {
      const platform = platformOf(params);
      const redirectUri = redirectUriOf(body, consoleUrl);
      if (redirectUri === undefined)
        throw new Refused('INVALID_PARAM', 'callbackUrl: required', { field: 'callbackUrl' });
      const { workspaceId, mode, plan } = context.caller;
      refuseRestricted(platform, await allowedPlatforms(connectContext(context)));
      const registry = await context.load(accountRegistry, workspaceId);
      refuseHopeless(registry?.state ?? accountRegistry.initial, platform, Plan.parse(plan));

      const { instanceUrl, oauthVersion, accountType, loginHint } = body;
      const request = {
        state: newSecret(),
        redirectUri,
        codeVerifier: newSecret(),
        ...defined({ instanceUrl, oauthVersion, loginHint }),
      };
      const { url, remember, issuer } = await asking('INVALID_PARAM', 'This platform has no consent page', () =>
        connectors.of({ workspaceId, mode }, platform).authorizationUrl({
          ...request,
          ...defined({ accountType }),
        }),
      );
      const { state, ...kept } = request;
      await pending.put(state, {
        ...kept,
        workspaceId,
        platform,
        expiresAt: new Date(Date.parse(context.now) + stateLifetimeMs).toISOString(),
        ...defined({ remembered: remember, issuer }),
      });
      return { body: { authorizationUrl: url, state } };
    },
  });
