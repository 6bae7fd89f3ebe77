import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '../../../domain/kernel/event.ts';
import { wholeLogFrom } from './whole-log-options.ts';

const { ReadReq } = streamsPb;
const { Options } = ReadReq;

/** How many events the store searches before it says how far it is. */
const searchedTogether = 4_000;

/** Which events of a backlog the store sends: those whose stream or type an expression matches. */
export type BacklogFilter = Readonly<{ on: 'stream' | 'type'; regex: string }>;

// EventStoreDB compares each prefix of a list by the rules of a culture, and an expression by its characters.
const anyOf = (names: ReadonlySet<string>): string =>
  `(?:${[...names].map((name) => name.replace(/[^\w]/g, '\\$&')).join('|')})`;

export const ofCategories = (categories: ReadonlySet<string>): BacklogFilter => ({
  on: 'stream',
  regex: `^${anyOf(categories)}-`,
});

export const ofTypes = (types: ReadonlySet<string>): BacklogFilter => ({ on: 'type', regex: `^${anyOf(types)}$` });

const noSystemEvents: BacklogFilter = { on: 'type', regex: '^[^$].*' };

const filterOf = ({ on, regex }: BacklogFilter): streamsPb.ReadReq.Options.FilterOptions => {
  const expression = new Options.FilterOptions.Expression();
  const filter = new Options.FilterOptions();
  expression.setRegex(regex);
  if (on === 'stream') filter.setStreamIdentifier(expression);
  else filter.setEventType(expression);
  filter.setMax(searchedTogether);
  filter.setCheckpointintervalmultiplier(1);
  return filter;
};

/** A request for all events after a position, present and future, without the store's own, or for those of a filter. */
export const requestFrom = (from: Position | 'start', filter = noSystemEvents): streamsPb.ReadReq => {
  const options = wholeLogFrom(from);
  options.setSubscription(new Options.SubscriptionOptions());
  options.setFilter(filterOf(filter));
  return new ReadReq().setOptions(options);
};
