import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '../../../domain/kernel/event.ts';
import { filterOptions, type LogFilter, noSystemEvents } from './log-filter.ts';
import { wholeLogFrom } from './whole-log-options.ts';

const { ReadReq } = streamsPb;
const { Options } = ReadReq;

/** How many events the store searches before it says how far it is. */
const searchedTogether = 4_000;

/** A request for all events after a position, present and future, without the store's own, or for those of a filter. */
export const requestFrom = (from: Position | 'start', filter: LogFilter = noSystemEvents): streamsPb.ReadReq => {
  const options = wholeLogFrom(from);
  options.setSubscription(new Options.SubscriptionOptions());
  options.setFilter(filterOptions(filter, searchedTogether));
  return new ReadReq().setOptions(options);
};
