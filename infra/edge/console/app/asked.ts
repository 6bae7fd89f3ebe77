import { QueryClient, useQuery } from '@tanstack/preact-query';
import { Refusal } from './api.ts';
import { Unanswered } from './unanswered.ts';

/** The status of an answer that the plan of the workspace does not cover. */
const paymentRequired = 402;

/** The answers of the service, kept while pages change. One cache for each workspace: a change clears it. */
export const answers = new QueryClient({
  defaultOptions: {
    queries: {
      // The next look at the interval is the retry.
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

/** How soon it is asked again where no answer came. */
export const againMs = 2000;

/**
 * Asks when `key` changes and then at a fixed interval, but not while the page is hidden. Where no answer comes it asks
 * until one does.
 */
export const useAsked = <Data>(key: string, ask: () => Promise<Data>, everyMs?: number): Asked<Data> => {
  const { data, error, refetch } = useQuery({
    queryKey: [key],
    queryFn: ask,
    refetchInterval: ({ state }) =>
      state.error instanceof Unanswered ? Math.min(againMs, everyMs ?? againMs) : (everyMs ?? false),
  });
  return {
    data,
    problem: error === null ? undefined : problemOf(error),
    again: async () => {
      await refetch();
    },
  };
};
