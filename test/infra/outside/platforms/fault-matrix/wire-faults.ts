import type { FaultKind } from '@social-publishing/platform-sandbox';
import type { Platform } from '../../../../../domain/platforms/platform.ts';
import { FaultyFront, type Meddling, type WireAnswer } from '../faulty-front.ts';
import { Lab, type Person } from '../lab.ts';
import type { MemoryEngine } from '../memory-engine.ts';
import { wantsOf, type Scenario } from './scenarios.ts';
import type { Stage } from './stage.ts';

/** What is done to one call: what the network, the platform or the end of our own process does. */
export const wireFaults = [
  'timeout',
  'reset before',
  'reset after',
  'error after',
  'slow',
  '429',
  'expired',
  'revoked',
  'kill before',
  'kill after',
] as const;
export type WireFault = (typeof wireFaults)[number];

/** Whether the fault can happen to a call: one that carries no token can meet no dead one. */
export const canHappen = (fault: WireFault, { signed }: Readonly<{ signed: boolean }>): boolean =>
  signed || (fault !== 'expired' && fault !== 'revoked');

/** After these it is unknown whether the platform has acted. */
export const leavesDoubt = (fault: WireFault): boolean => /timeout|reset|error after|kill/.test(fault);

type NativeKind = Extract<FaultKind, 'rate_limited' | 'server_error' | 'token_expired' | 'token_revoked'>;
export type NativeAnswers = Readonly<Record<NativeKind, WireAnswer>>;

const nativeAnswer = async (platform: Platform, kind: NativeKind, scenario: Scenario) => {
  const lab = new Lab();
  await lab.start();
  const front = await FaultyFront.before(lab);
  try {
    const person = await lab.person(platform, wantsOf(scenario));
    await person.fault('publish', kind);
    await lab
      .adapter(platform)

      .publisher.publish(scenario.post, person.newRun().run)
      .catch(() => undefined);
    const answer = front.exchanges.findLast(({ answer: each }) => each !== undefined)?.answer;
    if (!answer) throw new Error(`${platform} said nothing to ${kind}`);
    return answer;
  } finally {
    await front.stop();
    await lab.stop();
  }
};

/** The platform's own words for its refusals, taken from its publishing call, to be said at every other call too. */
export const nativeAnswers = async (platform: Platform, scenario: Scenario): Promise<NativeAnswers> => ({
  rate_limited: await nativeAnswer(platform, 'rate_limited', scenario),
  server_error: await nativeAnswer(platform, 'server_error', scenario),
  token_expired: await nativeAnswer(platform, 'token_expired', scenario),
  token_revoked: await nativeAnswer(platform, 'token_revoked', scenario),
});

/** The effect of a fault on the wire. */
export const meddlingOf = (
  fault: WireFault,
  native: NativeAnswers,
  { stage, person, engine }: Readonly<{ stage: Stage; person: Person; engine: MemoryEngine }>,
): Meddling => {
  switch (fault) {
    case 'timeout':
      return { stored: false, then: 'silence', first: () => stage.losePatience() };
    case 'reset before':
      return { stored: false, then: 'reset' };
    case 'reset after':
      return { stored: true, then: 'reset' };
    case 'error after':
      return { stored: true, then: native.server_error };
    case 'slow':
      return { stored: true, then: 'late' };
    case '429':
      return { stored: false, then: native.rate_limited };
    case 'expired':
      return { stored: false, then: native.token_expired };
    case 'revoked': {
      const { lab, platform, account } = person;
      const first = () => lab.store.revokeGrants(platform, account.nativeId);
      return { stored: false, then: native.token_revoked, first };
    }
    case 'kill before':
      return { stored: false, then: 'silence', first: () => engine.memory.die() };
    case 'kill after':
      return { stored: true, then: 'silence', first: () => engine.memory.die() };
  }
};
