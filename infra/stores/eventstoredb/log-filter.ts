import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';

const { Empty } = sharedPb;
const { FilterOptions } = streamsPb.ReadReq.Options;

/** Which events of the whole log the store sends: those whose stream or type a regular expression matches. */
export type LogFilter = Readonly<{ on: 'stream' | 'type'; regex: string }>;

export const noSystemEvents: LogFilter = { on: 'type', regex: '^[^$].*' };

// EventStoreDB compares each prefix of a list by the rules of a culture, and an expression by its characters.
const anyOf = (names: ReadonlySet<string>): string =>
  `(?:${[...names].map((name) => name.replace(/[^\w]/g, '\\$&')).join('|')})`;

/** The streams of these categories. */
export const ofCategories = (categories: ReadonlySet<string>): LogFilter => ({
  on: 'stream',
  regex: `^${anyOf(categories)}-`,
});

export const ofTypes = (types: ReadonlySet<string>): LogFilter => ({ on: 'type', regex: `^${anyOf(types)}$` });

/** The filter of a request. `searchedTogether`: after how many events a subscription hears how far the store has searched. */
export const filterOptions = (
  { on, regex }: LogFilter,
  searchedTogether?: number,
): InstanceType<typeof FilterOptions> => {
  const expression = new FilterOptions.Expression();
  expression.setRegex(regex);
  const filter = new FilterOptions();
  if (on === 'stream') filter.setStreamIdentifier(expression);
  else filter.setEventType(expression);
  if (searchedTogether === undefined) filter.setCount(new Empty());
  else filter.setMax(searchedTogether);
  filter.setCheckpointintervalmultiplier(1);
  return filter;
};
