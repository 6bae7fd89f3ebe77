import { z } from 'zod';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { linkedinLogins } from '../../domain/platforms/connector.ts';
import { platformFrom, type Platform } from '../../domain/platforms/platform.ts';
import { Id } from '../../read-api/contract/fields.ts';

/**
 * A text field. Where it is absent or of another type, the endpoint itself refuses, with the
 * message of the reference.
 */
export const soft = (maxLength: number) => z.string().max(maxLength).optional().catch(undefined);

export const maxUrlLength = 2048;
/** Tokens of some platforms are signed documents of several kilobytes. */
export const maxSecretLength = 16_384;

export const instanceFields = {
  /** Federated platforms: the server of the account. */
  instanceUrl: z.string().max(maxUrlLength).optional(),
  /** Instagram: direct login, or the login with Facebook and its Pages. */
  oauthVersion: z.enum(['instagram_login', 'fb_login']).optional(),
  accountType: z
    .enum(linkedinLogins)
    .optional()
    .meta({ description: 'LINKEDIN: which of its two logins. Other platforms ignore it' }),
};

export const accountParams = z.object({ id: Id });
export const platformParams = z.object({ platform: z.string().max(64) });

/** A platform in the path, in any casing. */
export const platformOf = ({ platform }: z.output<typeof platformParams>): Platform => {
  const known = platformFrom(platform);
  if (!known) throw new Refused('INVALID_PARAM', 'platform: not a platform of this service', { field: 'platform' });
  return known;
};

const isHttps = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '';
};

/**
 * `redirectUri` and its synonym `callbackUrl`: undefined where neither was sent. `ownPage` is the
 * page of this service that connects accounts. It may be plain HTTP, on the operator's own machine.
 */
export const redirectUriOf = (
  body: Readonly<{ redirectUri?: string | undefined; callbackUrl?: string | undefined }>,
  ownPage?: string,
): string | undefined => {
  const { redirectUri, callbackUrl } = body;
  const field = redirectUri === undefined ? 'callbackUrl' : 'redirectUri';
  if (redirectUri !== undefined && callbackUrl !== undefined && redirectUri !== callbackUrl)
    throw new Refused('INVALID_PARAM', 'redirectUri and callbackUrl mean the same but differ', { field });
  const given = redirectUri ?? callbackUrl;
  if (given !== undefined && given !== ownPage && !isHttps(given))
    throw new Refused('INVALID_PARAM', `${field}: must be a valid HTTPS URL`, { field });
  return given;
};

export const accountNotFound = () => notFound('account');
