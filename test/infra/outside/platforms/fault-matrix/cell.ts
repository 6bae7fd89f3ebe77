import type { PlatformAdapter } from '../../../../../infra/outside/platforms/adapter.ts';
import type { Platform } from '../../../../../domain/platforms/platform.ts';
import type { Scenario } from './scenarios.ts';
import { Stage, type Call } from './stage.ts';
import { judged, markOf, type Calm } from './verdict.ts';
import { canHappen, meddlingOf, type NativeAnswers, type WireFault } from './wire-faults.ts';

/** `mark`: how it ended; `problems`: what must not have happened. */
export type Cell = Readonly<{ mark: string; problems: readonly string[] }>;

/** Plays a scenario undisturbed and finds out which calls it makes, and by which of them something appears. */
export const calmly = async (platform: Platform, scenario: Scenario): Promise<Calm> => {
  const stage = new Stage(platform, scenario);
  try {
    const { front, person, engine } = await stage.open();
    front.meddle = (exchange) => void stage.note(exchange);
    let shown = 0;
    front.acted = async ({ index }) => {
      const now = await stage.shown();
      stage.noteAppeared(index, now - shown);
      shown = now;
    };
    const { publisher } = stage.lab.adapter(platform);
    const commentable = scenario.comment !== undefined && publisher.commentSupport(person.account) === 'yes';
    const played = await stage.play('delete', commentable);
    if (played.post.is !== 'published') throw new Error(`${platform} ${scenario.name} does not even work undisturbed`);
    front.meddle = () => undefined;
    return { scenario, played, commentable, renewable: await engine.renewed() };
  } finally {
    await stage.close();
  }
};

/** Plays a scenario with one fault at one of its calls. */
export const cellOf = async (
  platform: Platform,
  calm: Calm,
  row: Call,
  fault: WireFault,
  native: NativeAnswers,
  changed?: (adapter: PlatformAdapter) => PlatformAdapter,
): Promise<Cell> => {
  if (!canHappen(fault, row)) return { mark: 'no token', problems: [] };
  const stage = new Stage(platform, calm.scenario, changed);
  try {
    const { front, person, engine } = await stage.open();
    const drift: string[] = [];
    front.meddle = (exchange) => {
      stage.note(exchange);
      if (exchange.index !== row.index) return undefined;
      if (exchange.call !== row.call) drift.push(`another call than expected: ${exchange.call}`);
      return meddlingOf(fault, native, { stage, person, engine });
    };
    const played = await stage.play(row.phase, calm.commentable);
    if (stage.calls.length <= row.index) drift.push('the call was never made');
    const again = row.phase === 'delete' && fault !== 'revoked' ? await stage.removeAgain() : undefined;
    return {
      mark: markOf(played, row, engine),
      problems: [...drift, ...judged({ played, again, calls: stage.calls, row, fault, calm })],
    };
  } finally {
    await stage.close();
  }
};
