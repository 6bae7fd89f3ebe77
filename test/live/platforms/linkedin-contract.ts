import {
  flag,
  having,
  list,
  oneOf,
  only,
  text,
  whole,
  words,
  type Contract,
  type Deed,
  type Operation,
  type Schema,
} from '../engine/contract.ts';
import { consentOperations, type ConsentRules } from '../engine/consent.ts';

const docs = 'https://learn.microsoft.com/en-us/linkedin';
export const rules: ConsentRules = {
  platform: 'LINKEDIN',
  registration: 'LINKEDIN_ORGANIZATION',
  client: 'form',
  expiresIn: 5_184_000,
  page: 'www.linkedin.com/oauth/v2/authorization',
  tokenAt: 'www.linkedin.com/oauth/v2/accessToken',
  source: `${docs}/shared/authentication/authorization-code-flow`,
  scopes: [
    'r_basicprofile',
    'w_member_social',
    'w_member_social_feed',
    'r_member_postAnalytics',
    'r_member_profileAnalytics',
    'w_organization_social',
    'w_organization_social_feed',
    'r_organization_social',
    'r_organization_social_feed',
    'rw_organization_admin',
    'r_organization_followers',
  ],
};

/** LinkedIn docs: "Versioning" and "Protocol versions": every call names both. */
const headers = {
  'linkedin-version': text({ pattern: '^20\\d{4}$' }),
  'x-restli-protocol-version': { const: '2.0.0' },
};
const at = (
  method: Operation['method'],
  path: string,
  deed: Deed | readonly Deed[],
  reference: string,
  more: Partial<Operation> = {},
): Operation => ({
  method,
  at: `api.linkedin.com/rest/${path}`,
  deed,
  authentication: 'bearer',
  headers,
  source: `${docs}/marketing/community-management/${reference}`,
  ...more,
});
const json = (schema: Schema): Pick<Operation, 'body'> => ({ body: { as: 'json', schema } });
const finder = { headers: { ...headers, 'x-restli-method': { const: 'FINDER' } } };
const author = text({ pattern: '^urn:li:(person|organization):[\\w-]+$' });
const asset = (kind: string): Schema => text({ pattern: `^urn:li:${kind}:` });
const window = { 'start?': whole(), 'count?': whole({ maximum: 100 }) };

export const contract: Contract = {
  platform: 'LINKEDIN',
  origin: 'documentation',
  from: 'Community Management API',
  operations: {
    ...consentOperations(rules),
    revoke: {
      method: 'POST',
      at: 'www.linkedin.com/oauth/v2/revoke',
      deed: 'connect',
      authentication: 'none',
      source: rules.source,
      body: { as: 'form', schema: only({ token: text(), client_id: text(), client_secret: text() }) },
    },
    me: at('GET', 'me', 'connect', 'members/profile-api', { answer: having({ id: text() }) }),
    acls: at('GET', 'organizationAcls', 'connect', 'organizations/organization-access-control-by-role', {
      ...finder,
      query: only({
        q: { const: 'roleAssignee' },
        'role?': oneOf('ADMINISTRATOR', 'CONTENT_ADMIN'),
        'state?': { const: 'APPROVED' },
        ...window,
      }),
    }),
    organizations: at('GET', 'organizations', 'connect', 'organizations/organization-lookup-api', {
      query: only({ ids: text({ pattern: '^List\\(\\d+(,\\d+)*\\)$' }) }),
      headers: { ...headers, 'x-restli-method': { const: 'BATCH_GET' } },
    }),
    create: at('POST', 'posts', 'publish', 'shares/posts-api', {
      ...json(
        only({
          author,
          commentary: words,
          visibility: oneOf('PUBLIC', 'CONNECTIONS', 'LOGGED_IN'),
          distribution: only({
            feedDistribution: oneOf('MAIN_FEED', 'NONE'),
            'targetEntities?': list({}),
            'thirdPartyDistributionChannels?': list({}),
          }),
          'content?': only(
            {
              'media?': only({
                id: text({ pattern: '^urn:li:(image|video|document):' }),
                'altText?': text(),
                'title?': text(),
              }),
              'multiImage?': only({
                images: list(only({ id: asset('image'), 'altText?': text() }), { minItems: 2, maxItems: 20 }),
              }),
              'article?': only({ source: text(), title: text(), 'description?': text(), 'thumbnail?': text() }),
            },
            { minProperties: 1, maxProperties: 1 },
          ),
          lifecycleState: { const: 'PUBLISHED' },
          'isReshareDisabledByAuthor?': flag,
        }),
      ),
    }),
    posts: at('GET', 'posts', 'publish', 'shares/posts-api', {
      ...finder,
      query: only({ q: { const: 'author' }, author, 'sortBy?': oneOf('LAST_MODIFIED', 'CREATED'), ...window }),
    }),
    post: at('GET', 'posts/{urn}', 'delete', 'shares/posts-api'),
    remove: at('DELETE', 'posts/{urn}', 'delete', 'shares/posts-api', {
      headers: { ...headers, 'x-restli-method': { const: 'DELETE' } },
    }),
    ...Object.fromEntries(
      (['images', 'documents'] as const).map((kind) => [
        kind,
        at('POST', kind, 'upload', `shares/${kind}-api`, {
          query: only({ action: { const: 'initializeUpload' } }),
          ...json(only({ initializeUploadRequest: only({ owner: author }) })),
        }),
      ]),
    ),
    videos: at('POST', 'videos', 'upload', 'shares/videos-api', {
      query: only({ action: oneOf('initializeUpload', 'finalizeUpload') }),
      ...json(
        only(
          {
            'initializeUploadRequest?': only({
              owner: author,
              fileSizeBytes: whole({ minimum: 1 }),
              'uploadCaptions?': flag,
              'uploadThumbnail?': flag,
            }),
            'finalizeUploadRequest?': only({
              video: asset('video'),
              uploadToken: words,
              uploadedPartIds: list(text(), { minItems: 1 }),
            }),
          },
          { minProperties: 1, maxProperties: 1 },
        ),
      ),
    }),
    asset: at('GET', '{kind}/{urn}', 'upload', 'shares/videos-api'),
    bytes: {
      method: 'PUT',
      at: 'www.linkedin.com/dms-uploads/{id}/{part}',
      deed: 'upload',
      authentication: 'bearer',
      source: `${docs}/marketing/community-management/shares/videos-api`,
      body: { as: 'bytes' },
    },
    comments: at('GET', 'socialActions/{urn}/comments', 'receive', 'shares/comments-api', { query: only(window) }),
    oneComment: at('GET', 'socialActions/{urn}/comments/{comment}', 'comment', 'shares/comments-api'),
    comment: at('POST', 'socialActions/{urn}/comments', 'comment', 'shares/comments-api', {
      ...json(
        only({
          actor: author,
          object: text({ pattern: '^urn:li:' }),
          message: only({ text: text({ maxLength: 1250 }) }),
          'parentComment?': text(),
        }),
      ),
    }),
    removeComment: at('DELETE', 'socialActions/{urn}/comments/{comment}', 'delete', 'shares/comments-api', {
      query: only({ actor: author }),
    }),
    statistics: at('GET', 'organizationalEntityShareStatistics', 'insights', 'organizations/share-statistics', {
      query: only({
        q: { const: 'organizationalEntity' },
        organizationalEntity: author,
        'shares?': text({ pattern: '^List\\(.+\\)$' }),
        'ugcPosts?': text({ pattern: '^List\\(.+\\)$' }),
      }),
    }),
    network: at('GET', 'networkSizes/{urn}', 'insights', 'organizations/organization-lookup-api', {
      query: only({ edgeType: { const: 'COMPANY_FOLLOWED_BY_MEMBER' } }),
    }),
  },
};
