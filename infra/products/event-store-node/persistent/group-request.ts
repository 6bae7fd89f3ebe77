import persistentPb from '@eventstore/db-client/generated/persistent_pb.js';
import { handlerFault, invalidArgument } from '../protocol/rpc-error.ts';
import type { FilterExpression } from '../subscriptions/event-filter.ts';
import { groupFailed } from './group-refusals.ts';
import { type GroupName, type GroupSettings, type StartFrom, strategies, type Strategy } from './group-settings.ts';

type CreateRequest = InstanceType<typeof persistentPb.CreateReq>;
type UpdateRequest = InstanceType<typeof persistentPb.UpdateReq>;
type CreateSettings = InstanceType<typeof persistentPb.CreateReq.Settings>;
type UpdateSettings = InstanceType<typeof persistentPb.UpdateReq.Settings>;
type CreateOptions = InstanceType<typeof persistentPb.CreateReq.Options>;
type UpdateOptions = InstanceType<typeof persistentPb.UpdateReq.Options>;

const ticksPerMillisecond = 10_000;
const end = 2n ** 64n - 1n;

const placeOf = (text: string): StartFrom => {
  const value = BigInt.asUintN(64, BigInt(text));
  return value === end ? 'end' : Number(value);
};

/** The name of a stream as the protocol sends it. */
export const streamNameOf = (identifier: { getStreamName_asU8(): Uint8Array } | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();

const nameAndStart = (options: CreateOptions | UpdateOptions): { name: GroupName; startFrom: StartFrom } => {
  const group = options.getGroupName();
  const all = options.getAll();
  if (all !== undefined) {
    const name = { stream: '$all', group };
    if (all.hasStart()) return { name, startFrom: 'start' };
    if (all.hasEnd()) return { name, startFrom: 'end' };
    const position = all.getPosition();
    if (position === undefined) throw invalidArgument("'None' is not a valid position");
    return { name, startFrom: placeOf(position.getCommitPosition()) };
  }
  const source = options.getStream();
  const name = { stream: streamNameOf(source?.getStreamIdentifier() ?? options.getStreamIdentifier()), group };
  if (name.stream === '') throw groupFailed(name, 'Bad stream name.');
  if (name.stream === '$all') {
    throw groupFailed(name, 'Persistent subscriptions to $all are only supported over gRPC through gRPC clients');
  }
  if (source === undefined) return { name, startFrom: placeOf(options.getSettings()?.getRevision() ?? '0') };
  if (source.hasStart()) return { name, startFrom: 'start' };
  if (source.hasEnd()) return { name, startFrom: 'end' };
  if (source.hasRevision()) return { name, startFrom: placeOf(source.getRevision()) };
  throw invalidArgument("'None' is not a valid revision");
};

const strategyOf = (name: GroupName, settings: CreateSettings | UpdateSettings): Strategy => {
  const named = 'getConsumerStrategy' in settings ? settings.getConsumerStrategy() : '';
  // Values of the protocol's older field.
  const wanted = named || (['DispatchToSingle', 'RoundRobin', 'Pinned'][settings.getNamedConsumerStrategy()] ?? '');
  const strategy = strategies.find((known) => known === wanted);
  if (strategy === undefined) throw groupFailed(name, `Consumer strategy ${wanted} does not exist.`);
  return strategy;
};

const settingsOf = (
  name: GroupName,
  startFrom: StartFrom,
  settings: CreateSettings | UpdateSettings,
): GroupSettings => {
  const checked = (value: number, what: string): number => {
    if (value < 0) throw groupFailed(name, `${what} must not be negative.`);
    return value;
  };
  if (settings.getReadBatchSize() >= settings.getHistoryBufferSize())
    throw groupFailed(name, 'ReadBatchSize may not be greater than or equal to BufferSize');
  const timeout = settings.hasMessageTimeoutTicks()
    ? Number(settings.getMessageTimeoutTicks()) / ticksPerMillisecond
    : settings.getMessageTimeoutMs();
  const checkpointAfter = settings.hasCheckpointAfterTicks()
    ? Number(settings.getCheckpointAfterTicks()) / ticksPerMillisecond
    : settings.getCheckpointAfterMs();
  return {
    resolveLinks: settings.getResolveLinks(),
    startFrom,
    extraStatistics: settings.getExtraStatistics(),
    messageTimeout: Math.max(0, timeout),
    maxRetryCount: settings.getMaxRetryCount(),
    checkpointAfter: Math.max(0, checkpointAfter),
    minCheckpointCount: checked(settings.getMinCheckpointCount(), 'Minimum checkpoint count'),
    maxCheckpointCount: checked(settings.getMaxCheckpointCount(), 'Maximum checkpoint count'),
    maxSubscriberCount: checked(settings.getMaxSubscriberCount(), 'Maximum subscriber count'),
    liveBufferSize: checked(settings.getLiveBufferSize(), 'Live buffer size'),
    historyBufferSize: checked(settings.getHistoryBufferSize(), 'Buffer size'),
    readBatchSize: checked(settings.getReadBatchSize(), 'Read batch size'),
    strategy: strategyOf(name, settings),
  };
};

const filterOf = (options: CreateOptions): FilterExpression | undefined => {
  const filter = options.getAll()?.getFilter();
  if (filter === undefined) return undefined;
  const onStream = filter.getStreamIdentifier();
  const expression = onStream ?? filter.getEventType();
  if (expression === undefined) throw invalidArgument('The filter names neither streams nor event types.');
  return {
    on: onStream === undefined ? 'type' : 'stream',
    regex: expression.getRegex(),
    prefixes: expression.getPrefixList(),
  };
};

export const createRequest = (request: CreateRequest) => {
  const options = request.getOptions();
  const settings = options?.getSettings();
  if (options === undefined || settings === undefined) throw handlerFault();
  const { name, startFrom } = nameAndStart(options);
  const filter = filterOf(options);
  return { ...name, settings: settingsOf(name, startFrom, settings), ...(filter && { filter }) };
};

export const updateRequest = (request: UpdateRequest): { name: GroupName; settings: GroupSettings } => {
  const options = request.getOptions();
  const settings = options?.getSettings();
  if (options === undefined || settings === undefined) throw handlerFault();
  const { name, startFrom } = nameAndStart(options);
  return { name, settings: settingsOf(name, startFrom, settings) };
};
