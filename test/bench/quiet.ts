import { availableParallelism, loadavg } from 'node:os';

/** Beyond this share of the cores other programs take so much that figures cannot be compared. */
const busyShare = 0.5;

/** Whether the machine is too busy to compare, and the sentence that says so. */
export const judgedLoad = (load: number, cores: number): Readonly<{ isBusy: boolean; sentence: string }> => {
  const isBusy = load > cores * busyShare;
  const sentence = `load average ${load.toFixed(2)} on ${cores} cores`;
  return {
    isBusy,
    sentence: isBusy ? `${sentence}: the machine is busy, and its figures cannot be compared` : sentence,
  };
};

/** The load of the last minute. */
export const loadNow = () => judgedLoad(loadavg()[0] ?? 0, availableParallelism());
