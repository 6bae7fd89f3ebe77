/** How many of the things of a step are made. */
export type Made = Readonly<{ made: number; of: number }>;

/** How far a rebuild has come. */
export type Progress = Readonly<{
  /** From 0 to 1. */
  done: number;
  /** Events per second since this command began to watch. */
  eventsPerSecond: number;
  /** Undefined before the first change. */
  secondsLeft: number | undefined;
  /** The indexes, which are made when nearly all events are read; undefined while there are none, or all. */
  indexes?: Made | undefined;
}>;

type Sight = Readonly<{ done: number; events: number; seconds: number; indexes?: Made | undefined }>;

/** The progress between the first reading and the latest one. */
export const progressBetween = (first: Sight, now: Sight): Progress => {
  const seconds = now.seconds - first.seconds;
  const gained = now.done - first.done;
  return {
    done: now.done,
    eventsPerSecond: seconds > 0 ? Math.max(0, Math.round((now.events - first.events) / seconds)) : 0,
    secondsLeft: gained > 0 ? Math.ceil(((1 - now.done) / gained) * seconds) : undefined,
    indexes: now.indexes,
  };
};

const timeOf = (seconds: number): string => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
};

const percent = (done: number): number => Math.min(100, Math.floor(done * 100));

const words = ({ done, eventsPerSecond, secondsLeft, indexes }: Progress): string => {
  if (indexes) return `${percent(done)} %, ${indexes.made} of ${indexes.of} indexes`;
  const left = secondsLeft === undefined ? '' : `, ${timeOf(secondsLeft)} left`;
  return `${percent(done)} %, ${eventsPerSecond} events/s${left}`;
};

/** Grows by one with every tenth of the events, and then of the indexes, up to 20 at the end. */
const tensOf = ({ done, indexes }: Progress): number => {
  if (indexes) return 10 + Math.floor((indexes.made * 10) / indexes.of);
  return done >= 1 ? 20 : Math.floor(percent(done) / 10);
};

type Output = Readonly<{ isTTY?: boolean; write(text: string): unknown }>;

/** Shows progress: a bar that moves in a terminal, elsewhere a line for every ten percent of the events and of the indexes. */
export const progressBar = (output: Output) => {
  let said = -1;
  return {
    show: (progress: Progress): void => {
      if (output.isTTY) {
        const filled = Math.min(30, Math.floor(progress.done * 30));
        output.write(`\r\x1b[2K[${'#'.repeat(filled)}${'.'.repeat(30 - filled)}] ${words(progress)}`);
        return;
      }
      const tens = tensOf(progress);
      if (tens > said) output.write(`${words(progress)}\n`);
      said = Math.max(said, tens);
    },
    end: (): void => {
      if (output.isTTY) output.write('\n');
    },
  };
};
