import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '../../../domain/kernel/event.ts';
import { wholeLogFrom } from './whole-log-options.ts';

const { ReadReq } = streamsPb;
const { Options } = ReadReq;

/** How many events the store searches before it says how far it is. */
const searchedTogether = 4_000;

const filterOf = (categories: ReadonlySet<string> | undefined): streamsPb.ReadReq.Options.FilterOptions => {
  const expression = new Options.FilterOptions.Expression();
  const filter = new Options.FilterOptions();
  if (categories) {
    // EventStoreDB compares each prefix of a list by the rules of a culture, and an expression by its characters.
    expression.setRegex(`^(?:${[...categories].join('|')})-`);
    filter.setStreamIdentifier(expression);
  } else {
    expression.setRegex('^[^$].*');
    filter.setEventType(expression);
  }
  filter.setMax(searchedTogether);
  filter.setCheckpointintervalmultiplier(1);
  return filter;
};

/**
 * A request for all events after a position, present and future, without the store's own; with
 * categories, only those of their streams.
 */
export const requestFrom = (
  from: Position | 'start',
  categories: ReadonlySet<string> | undefined,
): streamsPb.ReadReq => {
  const options = wholeLogFrom(from);
  options.setSubscription(new Options.SubscriptionOptions());
  options.setFilter(filterOf(categories));
  return new ReadReq().setOptions(options);
};
