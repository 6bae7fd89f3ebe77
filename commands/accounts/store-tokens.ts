import { z } from 'zod';
import { Account } from '../../domain/accounts/account-view.ts';
import { destinationRule } from '../../domain/accounts/destination-rules.ts';
import { canRenewBrought } from '../../domain/accounts/token-lifetime.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { AccountDetails, Connector, Grant } from '../../domain/platforms/connector.ts';
import { platformFrom } from '../../domain/platforms/platform.ts';
import { Plan } from '../../domain/plans/plan.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { Instant } from '../../read-api/contract/fields.ts';
import { connectAccount, connectContext, type ConnectPorts } from './connect-account.ts';
import { asking } from './platform-failure.ts';
import { instanceFields, maxSecretLength } from './request-fields.ts';
import { defined } from '../../domain/kernel/defined.ts';

const secret = z.string().min(1).max(maxSecretLength);
const secrets = z.record(z.string().max(64), secret).refine((fields) => Object.keys(fields).length <= 20, 'too many');
const tenYears = 315_360_000;

const Body = z.object({
  platform: z
    .string()
    .refine((text) => platformFrom(text) !== undefined, 'not a platform of this service')
    .transform((text) => platformFrom(text) ?? 'TWITTER')
    .meta({ override: { type: 'string', description: 'A platform constant' } }),
  accessToken: secret.optional().meta({ description: 'Or `credentials`' }),
  refreshToken: secret.optional(),
  expiresIn: z.int().positive().max(tenYears).optional().meta({ description: 'Seconds from now' }),
  expiresAt: Instant.optional(),
  scopes: z.array(z.string().max(200)).max(100).optional(),
  extra: secrets.optional().meta({ description: 'Further secrets of the platform beside the access token' }),
  credentials: secrets.optional().meta({
    description:
      'Instead of accessToken: the secrets that a person pastes where the platform has no consent page (a ' +
      'bot token, an app password), by the platform’s own field names',
  }),
  pageId: z.string().min(1).max(255).optional(),
  pageName: z.string().max(255).optional(),
  ...instanceFields,
});
type Body = z.output<typeof Body>;

const invalid = (field: string, message: string) => new Refused('VALIDATION_ERROR', `${field}: ${message}`, { field });

/** The grant of the request's tokens. */
const broughtGrant = (body: Body, now: string): Grant => {
  const { platform, accessToken, refreshToken, scopes, instanceUrl, oauthVersion, accountType } = body;
  if (accessToken === undefined) throw invalid('accessToken', 'required, unless credentials are given');
  const expiresInSeconds =
    body.expiresAt === undefined ? body.expiresIn : Math.floor((Date.parse(body.expiresAt) - Date.parse(now)) / 1000);
  if (expiresInSeconds !== undefined && expiresInSeconds <= 0) throw invalid('expiresAt', 'the token has expired');
  const canAutoRefresh = canRenewBrought(platform, { refreshToken, expires: expiresInSeconds !== undefined });
  const extra = {
    ...body.extra,
    ...defined({ instanceUrl, oauthVersion }),
    ...(accountType !== undefined && platform === 'LINKEDIN' && { accountType }),
  };
  return {
    credentials: {
      accessToken,
      ...defined({ refreshToken }),
      ...(Object.keys(extra).length > 0 && { extra }),
    },
    ...defined({ expiresInSeconds, canAutoRefresh, scopes }),
  };
};

const signedIn = (connector: Connector, fields: Readonly<Record<string, string>>): Promise<Grant> => {
  if (!connector.signIn) throw invalid('credentials', 'this platform connects by its consent page or by tokens only');
  const { signIn } = connector;
  return asking('VALIDATION_ERROR', 'The platform refused the credentials', () => signIn.call(connector, fields));
};

/** The requested page, as the platform lists it. It is checked before the account is connected. */
const offeredPage = async (
  connector: Connector,
  { credentials }: Grant,
  details: AccountDetails,
  { pageId, pageName }: Readonly<{ pageId: string; pageName: string | undefined }>,
): Promise<{ id: string; name: string }> => {
  const { platform } = connector;
  if (!destinationRule({ platform, oauthVersion: details.oauthVersion }))
    throw new Refused('PAGE_SELECTION_NOT_SUPPORTED', 'This account has no pages to choose from', { field: 'pageId' });
  const listed = await asking('VALIDATION_ERROR', 'The platform does not list its pages', () =>
    connector.destinations({ ...details, id: 'not connected yet' }, credentials),
  );
  const page = listed.find(({ id }) => id === pageId);
  if (!page) throw new Refused('INVALID_PAGE_ID', 'pageId: not available for this account', { field: 'pageId' });
  return { id: page.id, name: pageName ?? page.name };
};

/**
 * POST /v1/accounts/store-oauth-tokens: connects an account by tokens that were obtained elsewhere.
 * The platform confirms them.
 */
export const storeTokens = (ports: ConnectPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/accounts/store-oauth-tokens',
    id: 'storeOauthTokens',
    summary: 'Connect an account by tokens, a bot token or an app password',
    description:
      'The body has `platform`, `accessToken`, `refreshToken?`, `expiresIn?` or `expiresAt?`, `scopes?`, ' +
      '`extra?`, `instanceUrl?`, `oauthVersion?`, `accountType?`, `pageId?` and `pageName?`; or `credentials` by the ' +
      "platform's own field names: `botToken` and `chatId` of TELEGRAM, an app password of BLUESKY. TIKTOK " +
      'comments need `extra.businessToken` and `extra.businessId`. A repeated request does not replace the ' +
      'stored tokens, because its refresh token may have been spent since.',
    body: Body,
    reply: Account,
    errors: [
      'LIMIT_EXCEEDED',
      'PLATFORM_RESTRICTED',
      'INVALID_PAGE_ID',
      'PAGE_SELECTION_NOT_SUPPORTED',
      'SERVICE_UNAVAILABLE',
    ],
    idempotent: true,
    async run({ body }, context) {
      const { platform, credentials, pageId, pageName, instanceUrl } = body;
      const { workspaceId, mode, plan } = context.caller;
      const connector = ports.connectors.of({ workspaceId, mode }, platform);
      const grant = credentials
        ? await signedIn(connector, { ...defined({ instanceUrl }), ...credentials })
        : broughtGrant(body, context.now);
      const details = await asking('VALIDATION_ERROR', 'The platform refused the token', () =>
        connector.details(grant.credentials),
      );
      const page =
        pageId === undefined ? undefined : await offeredPage(connector, grant, details, { pageId, pageName });
      const account = await connectAccount(ports)(
        { platform, grant, details, plan: Plan.parse(plan), ...(page && { page }) },
        connectContext(context),
      );
      return { body: account };
    },
  });
