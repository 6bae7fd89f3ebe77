import { z } from 'zod';
import { account } from '../../domain/accounts/account.ts';
import { insights } from '../../domain/analytics/insights.ts';
import type { InsightsFailure, InsightsSource, LiveCopy, Measured } from '../../domain/analytics/insights-source.ts';
import { liveCopiesByAccount } from '../../domain/analytics/live-copies.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { type Platform, PlatformKey } from '../../domain/platforms/platform.ts';
import { post } from '../../domain/posts/post.ts';
import { Id } from '../../read-api/contract/fields.ts';
import {
  FetchedAt,
  MetricsReply,
  PostInsightsReply,
  presentPostInsights,
  type CopyInsights,
} from '../../read-api/contract/insights.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';

/** The longest that all calls of a request take together. */
const patienceMs = 25_000;

type Of = Readonly<{ accountId: string; platform: Platform }>;

/** Asks an account's platform, and records what it answered as a round of its own. */
const measured = async (
  source: InsightsSource,
  { accountId, platform }: Of,
  wanted: Readonly<{ copies: readonly LiveCopy[]; account: boolean }>,
  context: WriteContext,
): Promise<Measured> => {
  const { workspaceId, mode } = context.caller;
  const answer = await source.measure({ accountId, workspaceId, mode }, wanted, AbortSignal.timeout(patienceMs));
  const { posts, refused, account: own, failure } = answer;
  if (posts.length === 0 && refused.length === 0 && !own) return answer;
  const copies = new Map(wanted.copies.map((copy) => [copy.postPlatformId, copy]));
  const command = {
    ...({ type: 'record-insights', accountId, platform, cause: 'refresh', startedAt: context.now } as const),
    posts: posts.flatMap(({ postPlatformId, metrics }) => {
      const copy = copies.get(postPlatformId);
      return copy ? [{ postPlatformId, postId: copy.postId, publishedAt: copy.publishedAt, metrics }] : [];
    }),
    refused: [...refused],
    ...(own && { account: own }),
    ...(failure && { failure: { code: failure.code, message: failure.message } }),
  };
  const step = `insights/${accountId}`;
  await context.handle(insights, context.newId(step), command, { step, fresh: true });
  return answer;
};

/** Only a person can help a refused token; any other failure may pass. */
const refusalFor = ({ kind, message }: InsightsFailure): Refused =>
  kind === 'unauthorized'
    ? new Refused('VALIDATION_ERROR', `The account has to be connected again: ${message}`)
    : new Refused('SERVICE_UNAVAILABLE', `The platform did not answer as expected: ${message}`);

const Failed = z.object({ platform: PlatformKey, accountId: Id, code: z.string(), message: z.string() });

const refreshPost = (source: InsightsSource) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/analytics/posts/:postId/refresh',
    id: 'refreshPostInsights',
    summary: 'Fetch the figures of a post from its platforms now',
    description:
      'Asks the platform of each live copy, within 25 seconds, and answers the new figures. A platform that ' +
      'fails is in `errors`, and the others are answered; where all fail, a refused token is 400 ' +
      'VALIDATION_ERROR and any other failure is 503. A copy whose figures the platform refuses, for example ' +
      'because it was deleted there, is left out. A post without live copies answers no platforms. Each call ' +
      "counts against the platform's limits: use it sparingly. Keys need posts:read.",
    params: z.object({ postId: Id }),
    reply: PostInsightsReply.extend({ errors: z.array(Failed) }),
    errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'SERVICE_UNAVAILABLE'],
    idempotent: true,
    async run({ params: { postId } }, context) {
      const state = (await context.load(post, postId))?.state;
      if (state?.kind !== 'existing') throw notFound('Post');
      const platformOf = new Map(state.destinations.map(({ accountId, platform }) => [accountId, platform]));
      const fetched: CopyInsights[] = [];
      const failures: { of: Of; failure: InsightsFailure }[] = [];
      const rounds = [...liveCopiesByAccount(postId, state)].map(async ([accountId, copies]) => {
        const platform = platformOf.get(accountId);
        if (!platform) return;
        const of = { accountId, platform };
        const { posts, failure } = await measured(source, of, { copies, account: false }, context);
        fetched.push(...posts.map((each) => ({ ...each, ...of, fetchedAt: context.now })));
        if (failure) failures.push({ of, failure });
      });
      await Promise.all(rounds);
      const [first] = failures;
      if (first && fetched.length === 0) throw refusalFor(first.failure);
      const errors = failures.map(({ of, failure: { code, message } }) => ({
        ...of,
        platform: of.platform.toLowerCase(),
        code,
        message,
      }));
      return { body: { ...presentPostInsights(postId, fetched), errors } };
    },
  });

const refreshAccount = (source: InsightsSource) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/analytics/accounts/:accountId/refresh',
    id: 'refreshAccountInsights',
    summary: "Fetch an account's own figures from its platform now",
    description:
      'Followers and the like, not the figures of its posts. A platform without such figures answers none. A ' +
      'refused token is 400 VALIDATION_ERROR; any other failure of the platform is 503. Keys need ' +
      'accounts:read.',
    params: z.object({ accountId: Id }),
    reply: z.object({ accountId: Id, platform: PlatformKey, metrics: MetricsReply, fetchedAt: FetchedAt }),
    errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'SERVICE_UNAVAILABLE'],
    idempotent: true,
    async run({ params: { accountId } }, context) {
      const state = (await context.load(account, accountId))?.state;
      if (!state || state.status === 'disconnected') throw notFound('account');
      const { platform } = state.profile;
      const answer = await measured(source, { accountId, platform }, { copies: [], account: true }, context);
      if (answer.failure) throw refusalFor(answer.failure);
      return {
        body: { accountId, platform: platform.toLowerCase(), metrics: answer.account ?? {}, fetchedAt: context.now },
      };
    },
  });

/** The write endpoints of analytics. */
export const analyticsEndpoints = (source: InsightsSource): readonly WriteEndpoint[] => [
  refreshPost(source),
  refreshAccount(source),
];
