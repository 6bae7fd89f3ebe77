import { QueryClient, useQuery } from '@tanstack/preact-query';
import { onChange, Refusal, staleAnswers } from './api.ts';
import { Unanswered } from './unanswered.ts';

/** The status of an answer that the plan of the workspace does not cover. */
const paymentRequired = 402;

/** The answers of the service, kept while pages change. One cache for each workspace: a change clears it. */
export const answers = new QueryClient({
  defaultOptions: {
    queries: {
      // The next look is the retry.
      retry: false,
      // The browser's own opinion on the network says nothing of a service on this machine.
      networkMode: 'always',
    },
  },
});

export type Asked<Data> = Readonly<{
  /** The last answer. */
  data: Data | undefined;
  problem: string | undefined;
  /** Asks now, without waiting for the interval. */
  again(): Promise<void>;
}>;

export const problemOf = (fault: Error): string => {
  if (fault instanceof Unanswered) return 'The service does not answer; trying again.';
  const isOfPlan = fault instanceof Refusal && fault.status === paymentRequired;
  return isOfPlan ? `${fault.message}. The page Plan changes the plan.` : fault.message;
};

/** How soon it is asked again where no answer came, or none that lasts. */
export const againMs = 2000;

/**
 * How many milliseconds the service asks to wait before a look that may be answered otherwise, although the person changes nothing.
 * Undefined where none will be.
 */
export const passesAfterMs = (fault: Error | null): number | undefined => {
  if (fault instanceof Unanswered) return 0;
  return fault instanceof Refusal && fault.isPassing ? fault.retryAfterMs : undefined;
};

/**
 * For how long each page takes the person, the accounts and other names from the last answer, in milliseconds. Requests count
 * against the plan, and a person goes through pages faster than names change. A change of the person's own is seen at once.
 */
const lateMs = 5000;

onChange(() => void answers.invalidateQueries({ refetchType: 'none' }));

type Look<Data> = Readonly<{ seen: Data; isStale: boolean }>;

/** Stale is also a look beside which another one got a stale answer: it is repeated without need then. */
const looked = async <Data>(ask: () => Promise<Data>): Promise<Look<Data>> => {
  const before = staleAnswers();
  const seen = await ask();
  return { seen, isStale: staleAnswers() > before };
};

/**
 * Asks when `key` changes and then at a fixed interval, but not while the page is hidden. Where no answer comes, or one that passes,
 * or one of a read model that is behind, it asks until there is another.
 */
export const useAsked = <Data>(key: string, ask: () => Promise<Data>, everyMs?: number): Asked<Data> =>
  useKept(key, ask, { everyMs, freshMs: 0 });

/** The same for what every page needs: a page that opens takes the answer of the one before, where it is not older than `lateMs`. */
export const useLately = <Data>(key: string, ask: () => Promise<Data>, everyMs?: number): Asked<Data> =>
  useKept(key, ask, { everyMs, freshMs: lateMs });

/** The same for what no event changes any more, as a post at a position of the log: one answer serves. */
export const usePast = <Data>(key: string, ask: () => Promise<Data>): Asked<Data> =>
  useKept(key, ask, { everyMs: undefined, freshMs: Infinity });

/** The answer that `useLately` gives for this key, outside a component. */
export const lately = async <Data>(key: string, ask: () => Promise<Data>): Promise<Data> =>
  (await answers.fetchQuery({ queryKey: [key], queryFn: () => looked(ask), staleTime: lateMs })).seen;

type Kept = Readonly<{ everyMs: number | undefined; freshMs: number }>;

const useKept = <Data>(key: string, ask: () => Promise<Data>, { everyMs, freshMs }: Kept): Asked<Data> => {
  const { data, error, refetch } = useQuery({
    queryKey: [key],
    queryFn: () => looked(ask),
    staleTime: freshMs,
    refetchInterval: ({ state: { error: fault, data: last } }) => {
      const afterMs = passesAfterMs(fault) ?? (last?.isStale ? 0 : undefined);
      if (afterMs === undefined) return everyMs ?? false;
      return Math.max(afterMs, Math.min(againMs, everyMs ?? againMs));
    },
  });
  return {
    data: data?.seen,
    problem: error === null ? undefined : problemOf(error),
    again: async () => {
      await refetch();
    },
  };
};
