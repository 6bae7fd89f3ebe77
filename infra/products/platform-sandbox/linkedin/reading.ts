import { jsonReply } from '../body.ts';
import type { Route, SandboxCall } from '../platform.ts';
import { actorOf, avatarOf, organizationsOf } from './accounts.ts';
import { denied, invalid, notFound } from './answers.ts';
import { standing } from './posts.ts';
import { asMember } from './session.ts';

const whoAmI = (call: SandboxCall): Promise<Response> =>
  asMember(call, { operation: 'list', scope: 'openid' }, async ({ account }) =>
    jsonReply(200, {
      sub: account.nativeId,
      name: account.displayName,
      given_name: account.displayName.split(' ')[0] ?? '',
      family_name: account.displayName.split(' ').at(-1) ?? '',
      picture: avatarOf(account),
      locale: { country: 'US', language: 'en' },
      email: `${account.nativeId.toLowerCase()}@example.com`,
      email_verified: true,
    }),
  );

/** LinkedIn docs: "Profile API"; for applications without "Sign In with LinkedIn using OpenID Connect". */
const basicProfile = (call: SandboxCall): Promise<Response> =>
  asMember(call, { operation: 'list', scope: 'r_basicprofile' }, async ({ account }) => {
    const [first = '', ...rest] = account.displayName.split(' ');
    return jsonReply(200, {
      id: account.nativeId,
      localizedFirstName: first,
      localizedLastName: rest.join(' '),
      localizedHeadline: 'Simulated by the sandbox',
      vanityName: `sandbox-${account.nativeId.toLowerCase()}`,
      profilePicture: { displayImage: `urn:li:digitalmediaAsset:${account.nativeId}` },
    });
  });

const acls = (call: SandboxCall): Promise<Response> =>
  asMember(call, { operation: 'list', scope: 'rw_organization_admin' }, async ({ account }) => {
    const query = call.url.searchParams;
    if (query.get('q') !== 'roleAssignee') return invalid('Unknown finder');
    const elements = organizationsOf(account).map(({ id }) => ({
      role: 'ADMINISTRATOR',
      state: 'APPROVED',
      organization: `urn:li:organization:${id}`,
      roleAssignee: `urn:li:person:${account.nativeId}`,
    }));
    const wanted = elements.filter(
      ({ role, state }) => (query.get('role') ?? role) === role && (query.get('state') ?? state) === state,
    );
    return jsonReply(200, { paging: { start: 0, count: wanted.length, links: [] }, elements: wanted });
  });

/** The entries of a Rest.li list; undefined where it is none. */
const listOf = (text: string | null): readonly string[] | undefined =>
  /^List\((.*)\)$/.exec(text ?? '')?.[1]?.split(',');

const organizations = (call: SandboxCall): Promise<Response> =>
  asMember(call, { operation: 'list', scope: 'rw_organization_admin' }, async ({ account }) => {
    const ids = listOf(call.url.searchParams.get('ids'));
    if (!ids) return invalid('ids is a List(…)');
    const found = organizationsOf(account).filter(({ id }) => ids.includes(id));
    return jsonReply(200, {
      results: Object.fromEntries(
        found.map(({ id, name, vanityName }) => [id, { id: Number(id), localizedName: name, vanityName }]),
      ),
      statuses: Object.fromEntries(found.map(({ id }) => [id, 200])),
      errors: {},
    });
  });

type Metrics = Readonly<Record<string, number>>;
const count = (metrics: Metrics, ...names: readonly string[]): number =>
  names.map((name) => metrics[name]).find((value) => value !== undefined) ?? 0;

const questions: Readonly<Record<string, readonly string[]>> = {
  IMPRESSION: ['IMPRESSION', 'impressions'],
  MEMBERS_REACHED: ['MEMBERS_REACHED', 'reach'],
  REACTION: ['REACTION', 'likes'],
  COMMENT: ['COMMENT', 'comments', 'replies'],
  RESHARE: ['RESHARE', 'shares', 'reposts'],
  LINK_CLICKS: ['LINK_CLICKS', 'clicks'],
  POST_SAVE: ['POST_SAVE', 'saves'],
};

const memberMetrics = (call: SandboxCall): Promise<Response> =>
  asMember(call, { operation: 'list', scope: 'r_member_postAnalytics' }, async (session) => {
    const query = call.url.searchParams;
    const urn = /^\((?:share|ugc):(urn:li:(?:share|ugcPost):\d+)\)$/.exec(query.get('entity') ?? '')?.[1];
    const names = questions[query.get('queryType') ?? ''];
    if (query.get('q') !== 'entity' || urn === undefined || !names || query.get('aggregation') !== 'TOTAL')
      return invalid('Invalid query parameters passed to request', 'INVALID_PARAM');
    if (!(await standing(session, urn))) return notFound(urn);
    const metrics = await call.world.store.metrics('LINKEDIN', urn);
    return jsonReply(200, {
      elements: [{ count: count(metrics, ...names), targetEntity: urn, metricType: query.get('queryType') }],
    });
  });

const organizationMetrics = (call: SandboxCall): Promise<Response> =>
  asMember(call, { operation: 'list', scope: 'rw_organization_admin' }, async ({ account }) => {
    const query = call.url.searchParams;
    const organizationalEntity = query.get('organizationalEntity') ?? '';
    const urns = listOf(query.get('shares') ?? query.get('ugcPosts'));
    if (query.get('q') !== 'organizationalEntity' || !urns) return invalid('Unknown finder');
    if (actorOf(account, organizationalEntity)?.is !== 'organization')
      return denied('organizationalEntityShareStatistics');
    const elements = urns.map(async (urn) => {
      const metrics = await call.world.store.metrics('LINKEDIN', urn);
      const totalShareStatistics = {
        impressionCount: count(metrics, 'impressionCount', 'impressions'),
        uniqueImpressionsCount: count(metrics, 'uniqueImpressionsCount', 'reach'),
        clickCount: count(metrics, 'clickCount', 'clicks'),
        likeCount: count(metrics, 'likeCount', 'likes'),
        commentCount: count(metrics, 'commentCount', 'comments', 'replies'),
        shareCount: count(metrics, 'shareCount', 'shares', 'reposts'),
        engagement: 0,
      };
      return { organizationalEntity, [urn.includes('ugcPost') ? 'ugcPost' : 'share']: urn, totalShareStatistics };
    });
    return jsonReply(200, { elements: await Promise.all(elements) });
  });

const followers = (call: SandboxCall): Promise<Response> =>
  asMember(call, { operation: 'list', scope: 'r_member_profileAnalytics' }, async ({ account }) => {
    if (call.url.searchParams.get('q') !== 'me') return invalid('Unknown finder');
    const metrics = await call.world.store.metrics('LINKEDIN', account.nativeId);
    return jsonReply(200, { elements: [{ memberFollowersCount: count(metrics, 'followers') }] });
  });

const networkSize = (call: SandboxCall): Promise<Response> =>
  asMember(call, { operation: 'list', scope: 'rw_organization_admin' }, async ({ account }) => {
    const urn = call.params['urn'] ?? '';
    if (actorOf(account, urn)?.is !== 'organization') return notFound(urn);
    if (call.url.searchParams.get('edgeType') !== 'COMPANY_FOLLOWED_BY_MEMBER') return invalid('Unknown edgeType');
    const metrics = await call.world.store.metrics('LINKEDIN', account.nativeId);
    return jsonReply(200, { firstDegreeSize: count(metrics, 'followers') });
  });

export const readingRoutes: readonly Route[] = [
  { method: 'GET', path: '/v2/userinfo', run: whoAmI },
  { method: 'GET', path: '/rest/me', run: basicProfile },
  { method: 'GET', path: '/rest/organizationAcls', run: acls },
  { method: 'GET', path: '/rest/organizations', run: organizations },
  { method: 'GET', path: '/rest/memberCreatorPostAnalytics', run: memberMetrics },
  { method: 'GET', path: '/rest/organizationalEntityShareStatistics', run: organizationMetrics },
  { method: 'GET', path: '/rest/memberFollowersCount', run: followers },
  { method: 'GET', path: '/rest/networkSizes/:urn', run: networkSize },
];
