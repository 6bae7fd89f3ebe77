import persistentPb from '@eventstore/db-client/generated/persistent_pb.js';
import type { Consumer } from './consumer.ts';
import type { Group } from './group.ts';

const { SubscriptionInfo } = persistentPb;
const { ConnectionInfo, Measurement } = SubscriptionInfo;

/** Rates are counted from one request for statistics to the next. */
const measured = new WeakMap<Group | Consumer, { time: number; items: number }>();

const rateOf = (subject: Group | Consumer): { since: number; perSecond: number } => {
  const now = Date.now();
  const last = measured.get(subject) ?? { time: now, items: 0 };
  measured.set(subject, { time: now, items: subject.totalItems });
  const since = subject.totalItems - last.items;
  const seconds = (now - last.time) / 1000;
  return { since, perSecond: seconds > 0 ? Math.floor(since / seconds) : 0 };
};

const statusOf = (group: Group): string =>
  [group.isLive ? 'Live' : 'Behind', ...(group.isReplaying ? ['ReplayingParkedMessages'] : [])].join(', ');

const startFromOf = ({ entry, source }: Group): string => {
  const { startFrom } = entry.settings;
  if (startFrom === 'start') return source.format(0);
  return startFrom === 'end' ? source.format(-1) : source.format(startFrom);
};

const measurementsOf = ({ answerTimes }: Consumer): InstanceType<typeof Measurement>[] =>
  answerTimes.measurements().map(([name, milliseconds]) => {
    const measurement = new Measurement();
    measurement.setKey(name);
    measurement.setValue(String(milliseconds));
    return measurement;
  });

const connectionOf = (consumer: Consumer): InstanceType<typeof ConnectionInfo> => {
  const { since, perSecond } = rateOf(consumer);
  const info = new ConnectionInfo();
  info.setFrom(consumer.from);
  info.setUsername(consumer.user);
  info.setConnectionName(consumer.connectionName);
  info.setAverageItemsPerSecond(perSecond);
  info.setTotalItems(String(consumer.totalItems));
  info.setCountSinceLastMeasurement(String(since));
  info.setAvailableSlots(consumer.slots - consumer.inFlight);
  info.setInFlightMessages(consumer.inFlight);
  info.setObservedMeasurementsList(measurementsOf(consumer));
  return info;
};

/** A group's statistics: its settings, its consumers and its progress. */
export const groupInfo = async (group: Group): Promise<InstanceType<typeof SubscriptionInfo>> => {
  const { entry, source, buffer } = group;
  const { settings } = entry;
  const { since, perSecond } = rateOf(group);
  const info = new SubscriptionInfo();
  info.setEventSource(entry.stream);
  info.setGroupName(entry.group);
  info.setStatus(statusOf(group));
  info.setConnectionsList([...group.consumers].map(connectionOf));
  info.setAveragePerSecond(perSecond);
  info.setTotalItems(String(group.totalItems));
  info.setCountSinceLastMeasurement(String(since));
  info.setLastCheckpointedEventPosition(group.lastCheckpoint === undefined ? '' : source.format(group.lastCheckpoint));
  info.setLastKnownEventPosition(group.lastKnown === undefined ? '' : source.format(group.lastKnown));
  info.setResolveLinkTos(settings.resolveLinks);
  info.setStartFrom(startFromOf(group));
  info.setMessageTimeoutMilliseconds(settings.messageTimeout);
  info.setExtraStatistics(settings.extraStatistics);
  info.setMaxRetryCount(settings.maxRetryCount);
  info.setLiveBufferSize(settings.liveBufferSize);
  info.setBufferSize(settings.historyBufferSize);
  info.setReadBatchSize(settings.readBatchSize);
  info.setCheckPointAfterMilliseconds(settings.checkpointAfter);
  info.setMinCheckPointCount(settings.minCheckpointCount);
  info.setMaxCheckPointCount(settings.maxCheckpointCount);
  info.setReadBufferCount(group.isLive ? 0 : buffer.freshCount);
  info.setLiveBufferCount(String(group.isLive ? buffer.freshCount : 0));
  info.setRetryBufferCount(buffer.retryCount);
  info.setTotalInFlightMessages(group.outstanding.size);
  info.setOutstandingMessagesCount(group.outstanding.size);
  info.setNamedConsumerStrategy(settings.strategy);
  info.setMaxSubscriberCount(settings.maxSubscriberCount);
  info.setParkedMessageCount(String(await group.parked.count()));
  return info;
};
