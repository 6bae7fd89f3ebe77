import { setTimeout as pause } from 'node:timers/promises';
import type { Mode } from '../../../domain/kernel/mode.ts';
import type { Community } from '../../../domain/platforms/community.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { RunContext } from '../../../domain/platforms/publisher.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { AdaptersByMode } from '../accounts/platform-connectors.ts';
import type { TokenScope, TokenSource } from '../accounts/token-source.ts';
import { timedCalls } from '../measured/measured-calls.ts';

export type CommunityParts = Readonly<{
  adapters: AdaptersByMode;
  tokens: Pick<TokenSource, 'credentialsFor' | 'renewedSince'>;
  metrics: Pick<Metrics, 'platformCalls'>;
  now(mode: Mode): Date;
}>;

export type CommunityAccount = Readonly<{ id: string; platform: Platform }>;

/** One call to the community of an account's platform. */
export type CommunityCall<T> = (community: Community, context: RunContext) => Promise<T>;

export interface CommunityCalls {
  /** Whether the platform's API has such a call. */
  offers(platform: Platform, mode: Mode, call: keyof Community): boolean;
  /** Carries out a call with the account's tokens. Throws only `PlatformError`. */
  call<T>(
    account: CommunityAccount,
    scope: TokenScope,
    asked: Readonly<{ operation: string; run: CommunityCall<T>; patienceMs?: number | undefined }>,
  ): Promise<T>;
}

/** How long a call may take: clients wait half a minute, proxies hardly longer. */
const usualPatienceMs = 25_000;

/** Calls to the communities of platforms, with the tokens of publishing. */
export const communityCalls = ({ adapters, tokens, metrics, now }: CommunityParts): CommunityCalls => {
  const communityOf = (platform: Platform, mode: Mode): Community => adapters[mode]?.get(platform)?.community ?? {};
  return {
    offers: (platform, mode, call) => communityOf(platform, mode)[call] !== undefined,
    async call({ id, platform }, scope, { operation, run, patienceMs = usualPatienceMs }) {
      const community = communityOf(platform, scope.mode);
      const timed = timedCalls(platform, metrics);
      // `AbortSignal.timeout` would keep what the call used until the time is over.
      const patience = new AbortController();
      const { signal } = patience;
      const tooLong = () => patience.abort(new DOMException('The call took too long', 'TimeoutError'));
      const late = setTimeout(tooLong, patienceMs);
      const context = {
        signal,
        now: () => now(scope.mode),
        wait: (milliseconds: number) => pause(milliseconds, undefined, { signal }),
      };
      const ask = ({ account, credentials }: Pick<RunContext, 'account' | 'credentials'>) =>
        timed(operation, () => run(community, { ...context, account, credentials }));
      try {
        const first = await tokens.credentialsFor(id, scope);
        return await ask(first).catch(async (error: unknown) => {
          // A refused token stored nothing. One renewal: a platform that refuses the newer token too
          // has another reason, mostly a missing permission, so no refusal marks the token as dead.
          if (!(error instanceof PlatformError) || error.kind !== 'unauthorized') throw error;
          return ask(await tokens.renewedSince(id, scope, first.tokenVersion));
        });
      } finally {
        clearTimeout(late);
      }
    },
  };
};
