import type { Removal } from '../../../../../domain/platforms/publisher.ts';
import type { Ending } from '../memory-engine.ts';
import type { Scenario } from './scenarios.ts';
import type { Call, Played, RemovedAgain } from './stage.ts';
import { leavesDoubt, type WireFault } from './wire-faults.ts';

/** A scenario as it goes when nothing goes wrong. */
export type Calm = Readonly<{ scenario: Scenario; played: Played; commentable: boolean; renewable: boolean }>;

type Judged = Readonly<{
  played: Played;
  /** The removal asked for a second time, after the fault has passed. */
  again: RemovedAgain | undefined;
  calls: readonly Call[];
  row: Call;
  fault: WireFault;
  calm: Calm;
}>;

/** Whether something appears or disappears by a call. */
export const isVisible = ({ appeared }: Call): boolean => appeared !== 0;

/** What must be true of a publication or a comment in the end, whatever was done to one of its calls. */
const problemsOfEnding = (ending: Ending | undefined, row: Call, fault: WireFault, calm: Calm): readonly string[] => {
  if (!ending) return ['it was never tried'];
  const { scenario, renewable } = calm;
  const passes = fault !== 'revoked' && (fault !== 'expired' || renewable);
  const mayStayUnknown = scenario.blind === true && row.doing.startsWith('send') && leavesDoubt(fault);
  if (ending.is === 'unknown') return mayStayUnknown || fault === 'revoked' ? [] : [`stays unknown: ${ending.message}`];
  if (ending.is === 'failed') {
    const { code, message } = ending.error;
    if (passes) return [`fails after one fault that passes: ${code} ${message}`];
    return code === 'ACCOUNT_DISCONNECTED' ? [] : [`fails without saying that the account is disconnected: ${code}`];
  }
  return !passes && isVisible(row) ? ['publishes with a dead token'] : [];
};

/**
 * The platform must match the service: it has everything that is published, and nothing that failed
 * and is not unknown.
 */
const problemsOfCount = (ending: Ending, shown: number, wanted: number, known: number): readonly string[] => {
  if (shown > wanted) return [`DOUBLE: ${shown} objects in place of ${wanted}`];
  if (ending.is === 'published' && shown !== wanted) return [`says published, but shows ${shown} of ${wanted}`];
  if (ending.is === 'failed' && shown !== known) return [`says failed, but shows ${shown} objects and knows ${known}`];
  return [];
};

/** After a doubtful answer the same visible call may only be made again once the platform has been looked at. */
const blindRepeats = (calls: readonly Call[], row: Call, fault: WireFault): readonly string[] => {
  if (!leavesDoubt(fault) || !isVisible(row) || row.phase === 'delete') return [];
  const again = calls.find(
    ({ index, call, doing, looks }) =>
      index > row.index && call === row.call && doing === row.doing && looks <= (calls[row.index]?.looks ?? 0),
  );
  return again ? ['BLIND: sent again without a look'] : [];
};

const unremoved = (removals: readonly Removal[] = []): readonly string[] =>
  removals.flatMap((each) => (each.removed ? [] : [each.reason]));

/** What is left of a post is said copy by copy, and asking again removes it. */
const problemsOfRemoval = ({ played, again, fault, calm }: Judged): readonly string[] => {
  const wanted = unremoved(calm.played.removals);
  const wantedLeft = calm.played.shown.delete ?? 0;
  const left = unremoved(played.removals);
  const shown = played.shown.delete ?? -1;
  const problems: string[] = [];
  if (left.length === wanted.length && shown !== wantedLeft) problems.push(`says removed, but shows ${shown}`);
  if ((fault === 'slow' || fault === '429' || leavesDoubt(fault)) && left.length > wanted.length)
    problems.push(`not removed, though it could be: ${left.join()}`);
  if (again && unremoved(again.removals).length !== wanted.length)
    problems.push(`asking again leaves ${unremoved(again.removals).join()}`);
  if (again && again.shown !== wantedLeft) problems.push(`asking again leaves ${again.shown} objects`);
  return problems;
};

/** Everything that is wrong with how a scenario went with one fault in it. */
export const judged = (what: Judged): readonly string[] => {
  const { played, calls, row, fault, calm } = what;
  const { shown } = calm.played;
  if (row.phase === 'delete') return problemsOfRemoval(what);
  const ending = row.phase === 'publish' ? played.post : played.comment;
  const phase = row.phase;
  return [
    ...blindRepeats(calls, row, fault),
    ...problemsOfEnding(ending, row, fault, calm),
    ...(ending ? problemsOfCount(ending, played.shown[phase] ?? -1, shown[phase] ?? 0, played.known) : []),
  ];
};

type Tally = Readonly<{ looks: number; retries: number; renewals: number }>;

/** How it ended, and by what: `l` a look, `r` a retry on the ladder, `t` a renewed token. */
export const markOf = (played: Played, row: Call, { looks, retries, renewals }: Tally): string => {
  const ending = row.phase === 'publish' ? played.post : played.comment;
  const removed = unremoved(played.removals)[0]?.replace(/^delete_/, '') ?? 'ok';
  const is = row.phase === 'delete' ? removed : ending?.is === 'published' ? 'ok' : (ending?.is ?? 'none');
  const how = [looks > 0 && 'l', retries > 0 && 'r', renewals > 0 && 't'].filter(Boolean).join('');
  return how === '' ? is : `${is} ${how}`;
};
