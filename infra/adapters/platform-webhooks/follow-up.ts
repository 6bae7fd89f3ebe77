import { setTimeout as pause } from 'node:timers/promises';
import { FairShare } from '../../../commands/kernel/fair-share.ts';

/** The work that follows a report once it is kept. It never rejects. */
export type Work = Readonly<{
  workspaceId: string;
  /** About how many bytes it holds in memory. */
  size: number;
  /** Whether the request waits for it in a flood too. */
  isUrgent: boolean;
  run(): Promise<void>;
}>;

type Limits = Readonly<{
  /** Works that run at the same time. */
  places?: number;
  /** Works that wait in memory. */
  waiting?: number;
  /** Steady time in milliseconds. */
  clock?: () => number;
  /** Whether many new reports are being kept at this moment. */
  isBusy?: () => boolean;
}>;

const urgentPlaces = 4;
/** A larger one does not wait in memory. */
const maxWaitingSize = 16_384;
/** The process that carries out what was left takes it a minute after it was kept. */
const maxWaitingMs = 45_000;
/** How long a place stays empty at most while many reports are being kept, and how often it looks. */
const maxPauseMs = 100;
const pauseMs = 5;

/**
 * Runs the work that follows a report, on behalf of its request. While there is room the request waits
 * for it, so its answer comes after the work. In a flood the request is answered first, and the
 * work waits in memory for a place: few places, which pause while many reports are being kept.
 * Workspaces take turns. What finds no room to wait is left to the process.
 */
export const followUps = ({
  places = 8,
  waiting = 2_000,
  clock = () => performance.now(),
  isBusy = () => false,
}: Limits = {}) => {
  const running = new FairShare({ places });
  const urgent = new FairShare({ places: urgentPlaces });
  const queue = new FairShare({ places: waiting });
  const untilQuiet = async (): Promise<void> => {
    const until = clock() + maxPauseMs;
    while (isBusy() && clock() < until) await pause(pauseMs);
  };
  return async ({ workspaceId, size, isUrgent, run }: Work): Promise<void> => {
    if (isUrgent) return urgent.run(workspaceId, run);
    const release = running.take(workspaceId);
    if (release) return run().finally(release);
    const leave = size <= maxWaitingSize ? queue.take(workspaceId) : undefined;
    if (!leave) return;
    const keptAt = clock();
    void running.run(workspaceId, async () => {
      leave();
      await untilQuiet();
      if (clock() - keptAt < maxWaitingMs) await run();
    });
  };
};
