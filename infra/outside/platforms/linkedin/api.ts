import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials, PlatformAccount } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformReply, PlatformRequest } from '../http.ts';
import { explain } from './errors.ts';

export type LinkedinApi = (
  request: Omit<PlatformRequest, 'url'> & Readonly<{ path: string }>,
  as: Readonly<{ credentials: Credentials; signal?: AbortSignal }>,
) => Promise<PlatformReply>;

/**
 * Calls to LinkedIn's versioned REST API. A path may contain a query: Rest.li needs the parentheses
 * of lists unescaped.
 */
export const linkedinApi =
  ({ http, hosts }: PlatformTools): LinkedinApi =>
  ({ path, headers, ...request }, { credentials, signal }) =>
    http.call(
      {
        ...request,
        url: `${hosts.urls.LINKEDIN.api}${path}`,
        headers: {
          authorization: `Bearer ${credentials.accessToken}`,
          'linkedin-version': hosts.linkedinVersion,
          'x-restli-protocol-version': '2.0.0',
          ...headers,
        },
        ...(signal && { signal }),
      },
      explain,
    );

/** A URN as a path part or a query value: parentheses and commas would be read as Rest.li's own. */
export const encodedUrn = (urn: string): string =>
  encodeURIComponent(urn).replace(/[()']/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const organizationPrefix = 'urn:li:organization:';

/** The author: the chosen organization, else the person. */
export const authorOf = ({ nativeId, page }: PlatformAccount): string => {
  if (!page) return `urn:li:person:${nativeId}`;
  return page.id.startsWith(organizationPrefix) ? page.id : `${organizationPrefix}${page.id}`;
};

export const isOrganization = (urn: string): boolean => urn.startsWith(organizationPrefix);

/**
 * LinkedIn docs: "Comments API". The right to post does not include comments, and the member login
 * cannot ask for theirs. An account whose scopes are not known is not stopped: LinkedIn decides.
 */
export const requireCommentScope = (account: PlatformAccount): void => {
  const scope = isOrganization(authorOf(account)) ? 'w_organization_social_feed' : 'w_member_social_feed';
  if (account.scopes !== undefined && !account.scopes.includes(scope))
    throw new PlatformError(
      'refused',
      'PUBLISH_ERROR',
      `LinkedIn did not grant this account comments (${scope}): connect it by the organization login`,
      { platformCode: 'SCOPE_NOT_GRANTED' },
    );
};

export const postUrl = (urn: string): string => `https://www.linkedin.com/feed/update/${urn}/`;

/** When LinkedIn made a post: the upper bits of its number are milliseconds since 1970. */
export const madeAt = (urn: string): number => {
  const digits = /(\d+)$/.exec(urn)?.[1];
  return digits === undefined ? 0 : Number(BigInt(digits) >> 22n);
};
