import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { handlerFault, invalidArgument } from '../protocol/rpc-error.ts';
import { type EventFilter, eventFilter } from '../subscriptions/event-filter.ts';
import type { Presentation } from './event-sender.ts';

type Request = InstanceType<typeof streamsPb.ReadReq>;
type Options = NonNullable<ReturnType<Request['getOptions']>>;
type GrpcFilter = NonNullable<ReturnType<Options['getFilter']>>;

const { Options: OptionsType } = streamsPb.ReadReq;
const { StreamOptionCase, CountOptionCase, FilterOptionCase } = OptionsType;

/** A position or revision to begin at. */
export type From = number | 'start' | 'end';

export type Window = Readonly<{
  filter: EventFilter;
  /** How many events are searched before the reader gets a checkpoint. */
  searched: number;
  /** A checkpoint is due after this many windows. */
  checkpointEvery: number;
}>;

export type ReadRequest = Readonly<{
  presentation: Presentation;
  backwards: boolean;
  /** `subscribe` never ends. */
  count: number | 'subscribe';
  source: { kind: 'stream'; stream: string; from: From } | { kind: 'all'; from: From; window: Window | undefined };
  /** 1 and above: the reader also wants the first and last revision of the stream. */
  compatibility: number;
}>;

const defaultWindow = 32;
const largest = 2n ** 64n - 1n;
const maxSignedInt = 2n ** 63n - 1n;

/**
 * The largest unsigned number means the end. Numbers between it and the largest signed one are
 * refused.
 */
const place = (text: string): From => {
  const value = BigInt.asUintN(64, BigInt(text));
  if (value === largest) return 'end';
  if (value > maxSignedInt) throw handlerFault();
  return Number(value);
};

const streamSource = (options: Options): ReadRequest['source'] => {
  const source = options.getStream();
  const stream = Buffer.from(source?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
  if (source === undefined || stream === '') throw handlerFault();
  if (source.hasStart()) return { kind: 'stream', stream, from: 'start' };
  if (source.hasEnd()) return { kind: 'stream', stream, from: 'end' };
  if (source.hasRevision()) return { kind: 'stream', stream, from: place(source.getRevision()) };
  throw handlerFault();
};

const windowOf = (filter: GrpcFilter, { subscribes }: Readonly<{ subscribes: boolean }>): Window => {
  const onStream = filter.getStreamIdentifier();
  const expression = onStream ?? filter.getEventType();
  if (expression === undefined) throw invalidArgument('The filter names neither streams nor event types.');
  if (!filter.hasMax() && !filter.hasCount()) throw invalidArgument("'None' is not a valid filter window");
  const searched = filter.hasMax() ? filter.getMax() : defaultWindow;
  const checkpointEvery = filter.getCheckpointintervalmultiplier();
  if (subscribes && (checkpointEvery === 0 || searched === 0)) throw handlerFault();
  return {
    filter: eventFilter({
      on: onStream === undefined ? 'type' : 'stream',
      regex: expression.getRegex(),
      prefixes: expression.getPrefixList(),
    }),
    searched,
    checkpointEvery,
  };
};

const allSource = (options: Options, { subscribes }: Readonly<{ subscribes: boolean }>): ReadRequest['source'] => {
  const all = options.getAll();
  const filter = options.getFilter();
  const window = filter && windowOf(filter, { subscribes });
  if (all?.hasStart()) return { kind: 'all', from: 'start', window };
  if (all?.hasEnd()) return { kind: 'all', from: 'end', window };
  const position = all?.getPosition();
  if (position === undefined) throw handlerFault();
  const commit = BigInt.asUintN(64, BigInt(position.getCommitPosition()));
  const prepare = BigInt.asUintN(64, BigInt(position.getPreparePosition()));
  if (commit < prepare) throw handlerFault();
  return { kind: 'all', from: place(position.getCommitPosition()), window };
};

/**
 * Reads and checks a read request. It refuses what the real server refuses, with the same status.
 */
export const readRequest = (message: Request): ReadRequest => {
  const options = message.getOptions();
  if (options === undefined) throw handlerFault();
  const uuidOption = options.getUuidOption();
  if (uuidOption === undefined) throw invalidArgument(' `uuidOption` is a required argument');
  const backwards = options.getReadDirection() === OptionsType.ReadDirection.BACKWARDS;
  const subscribes = options.getCountOptionCase() === CountOptionCase.SUBSCRIPTION;
  const reads = options.getCountOptionCase() === CountOptionCase.COUNT;
  const filterCase = options.getFilterOptionCase();
  const isStream = options.getStreamOptionCase() === StreamOptionCase.STREAM;
  const isAll = options.getStreamOptionCase() === StreamOptionCase.ALL;
  if (!isStream && !isAll) throw invalidArgument("'None' is not a valid stream option");
  const combines =
    (reads || (subscribes && !backwards)) &&
    (filterCase === FilterOptionCase.NO_FILTER || (isAll && filterCase === FilterOptionCase.FILTER));
  if (!combines) throw invalidArgument('The combination of stream, count, direction and filter is invalid.');
  return {
    presentation: { resolveLinks: options.getResolveLinks(), structuredIds: !uuidOption.hasString() },
    backwards,
    count: subscribes ? 'subscribe' : Number(BigInt.asUintN(64, BigInt(options.getCount()))),
    source: isStream ? streamSource(options) : allSource(options, { subscribes }),
    compatibility: options.getControlOption()?.getCompatibility() ?? 0,
  };
};
