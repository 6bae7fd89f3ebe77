import { setTimeout as pause } from 'node:timers/promises';
import type { InsightsFailure, InsightsSource, LiveCopy } from '../../../domain/analytics/insights-source.ts';
import type { Metrics as Figures } from '../../../domain/analytics/metrics.ts';
import type { Mode } from '../../../domain/kernel/mode.ts';
import type { Community } from '../../../domain/platforms/community.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { RunContext } from '../../../domain/platforms/publisher.ts';
import { forEachConcurrently } from '../../../commands/kernel/for-each-concurrently.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { AdaptersByMode } from '../accounts/platform-connectors.ts';
import type { TokenSource } from '../accounts/token-source.ts';
import { measuredInsights } from '../measured/measured-calls.ts';
import { defined } from '../../../domain/kernel/defined.ts';

type Parts = Readonly<{
  adapters: AdaptersByMode;
  tokens: Pick<TokenSource, 'credentialsFor' | 'renewedSince'>;
  metrics: Pick<Metrics, 'platformCalls'>;
  now(mode: Mode): Date;
}>;

/** Posts measured concurrently: the rate limits of the platforms matter more than the wait. */
const postsAtOnce = 2;

const kindOf = ({ kind, code }: PlatformError): InsightsFailure['kind'] => {
  if (kind === 'unauthorized') return 'unauthorized';
  return code === 'PLATFORM_RATE_LIMIT' ? 'rate_limited' : 'unavailable';
};

const failureOf = (error: PlatformError): InsightsFailure => ({
  kind: kindOf(error),
  code: error.code,
  message: error.message,
  ...defined({ retryAfterSeconds: error.retryAfterSeconds }),
});

/** Only finite figures are kept: a platform's answer decides nothing else. */
const figuresOf = (answer: Readonly<Record<string, number>>): Figures =>
  Object.fromEntries(Object.entries(answer).filter(([, value]) => Number.isFinite(value)));

/** The insights of the platforms, read with the tokens of publishing. */
export const insightsSource = ({ adapters, tokens, metrics, now }: Parts): InsightsSource => {
  /** A call that is made again, once, with a renewed token where the platform refused the old one. */
  const callsOf = async (
    { accountId, workspaceId, mode }: Parameters<InsightsSource['measure']>[0],
    signal: AbortSignal,
  ) => {
    const scope = { workspaceId, mode };
    const first = await tokens.credentialsFor(accountId, scope);
    const { platform } = first;
    const community = measuredInsights(platform, adapters[mode]?.get(platform)?.community ?? {}, metrics);
    const base = {
      signal,
      now: () => now(mode),
      wait: (milliseconds: number) => pause(milliseconds, undefined, { signal }),
    };
    let renewal: ReturnType<typeof tokens.renewedSince> | undefined;
    const call = async <T>(ask: (context: RunContext) => Promise<T>): Promise<T> => {
      const renewed = renewal;
      const { account, credentials } = renewed === undefined ? first : await renewed;
      try {
        return await ask({ ...base, account, credentials });
      } catch (error) {
        if (!(error instanceof PlatformError) || error.kind !== 'unauthorized' || renewed !== undefined) throw error;
        const again = await (renewal ??= tokens.renewedSince(accountId, scope, first.tokenVersion));
        return ask({ ...base, account: again.account, credentials: again.credentials });
      }
    };
    return { community, call };
  };

  return {
    async measure(of, { copies, account: isAccountWanted }, signal) {
      const posts: { postPlatformId: string; metrics: Figures }[] = [];
      const refused: string[] = [];
      let account: Figures | undefined;
      let failure: InsightsFailure | undefined;
      const orFailure = async (task: () => Promise<void>): Promise<void> => {
        try {
          await task();
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error;
          failure ??= failureOf(error);
        }
      };
      const ask = async (community: Community, copy: LiveCopy, context: RunContext): Promise<Figures> =>
        community.postMetrics ? figuresOf(await community.postMetrics(copy.object, context)) : {};

      await orFailure(async () => {
        const { community, call } = await callsOf(of, signal);
        if (isAccountWanted)
          await orFailure(async () => {
            account = await call(async (context) => figuresOf((await community.accountMetrics?.(context)) ?? {}));
          });
        await forEachConcurrently(copies, postsAtOnce, async (copy) => {
          if (failure) return;
          const { postPlatformId } = copy;
          try {
            posts.push({ postPlatformId, metrics: await call((context) => ask(community, copy, context)) });
          } catch (error) {
            if (!(error instanceof PlatformError)) throw error;
            if (error.kind === 'refused' && error.code !== 'PLATFORM_RATE_LIMIT') refused.push(postPlatformId);
            else failure ??= failureOf(error);
          }
        });
      });
      return { posts, refused, ...(account && { account }), ...(failure && { failure }) };
    },
  };
};
