import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '../../../domain/kernel/event.ts';

const { Empty } = sharedPb;
const { ReadReq } = streamsPb;
const { Options } = ReadReq;

/** How many events the store searches before it says how far it is. */
const searchedTogether = 1_000;

const filterOf = (categories: ReadonlySet<string> | undefined): streamsPb.ReadReq.Options.FilterOptions => {
  const expression = new Options.FilterOptions.Expression();
  const filter = new Options.FilterOptions();
  if (categories) {
    expression.setPrefixList([...categories].map((category) => `${category}-`));
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
  const all = new Options.AllOptions();
  if (from === 'start') all.setStart(new Empty());
  else {
    const position = new Options.Position();
    position.setCommitPosition(from.commit.toString());
    position.setPreparePosition(from.prepare.toString());
    all.setPosition(position);
  }
  const ids = new Options.UUIDOption();
  ids.setString(new Empty());
  const options = new Options();
  options.setAll(all);
  options.setSubscription(new Options.SubscriptionOptions());
  options.setFilter(filterOf(categories));
  options.setUuidOption(ids);
  return new ReadReq().setOptions(options);
};
