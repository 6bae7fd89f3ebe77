import { useCallback, useEffect, useState } from 'preact/hooks';

export type Asked<Data> = Readonly<{
  /** The last answer. */
  data: Data | undefined;
  problem: string | undefined;
  /** Asks now, without waiting for the interval. */
  again(): Promise<void>;
}>;

const problemOf = (fault: unknown): string =>
  fault instanceof TypeError ? 'The service does not answer; trying again.' : (fault as Error).message;

/** Asks when `key` changes and then at a fixed interval, but not while the page is hidden. */
export const useAsked = <Data>(key: string, ask: () => Promise<Data>, everyMs?: number): Asked<Data> => {
  const [answer, setAnswer] = useState<{ key: string; data: Data }>();
  const [problem, setProblem] = useState<string>();
  const again = useCallback(async (): Promise<void> => {
    try {
      const data = await ask();
      setAnswer({ key, data });
      setProblem(undefined);
    } catch (fault) {
      setProblem(problemOf(fault));
    }
    // The question is the key's: another function for the same key asks the same.
  }, [key]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const round = async (): Promise<void> => {
      if (!document.hidden) await again();
      if (!left && everyMs !== undefined) timer = setTimeout(() => void round(), everyMs);
    };
    void round();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [again, everyMs]);
  return { data: answer?.key === key ? answer.data : undefined, problem, again };
};
