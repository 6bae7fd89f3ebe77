import type { FilterExpression } from '../subscriptions/event-filter.ts';

export const strategies = ['RoundRobin', 'DispatchToSingle', 'Pinned', 'PinnedByCorrelation'] as const;
export type Strategy = (typeof strategies)[number];

/** Where a group without a checkpoint begins. A revision or position is inclusive. */
export type StartFrom = number | 'start' | 'end';

export type GroupSettings = Readonly<{
  resolveLinks: boolean;
  startFrom: StartFrom;
  extraStatistics: boolean;
  /** Milliseconds; 0: no timeout. */
  messageTimeout: number;
  /** After so many retries a message is parked. */
  maxRetryCount: number;
  /** Milliseconds. */
  checkpointAfter: number;
  minCheckpointCount: number;
  maxCheckpointCount: number;
  /** 0: any number. */
  maxSubscriberCount: number;
  liveBufferSize: number;
  historyBufferSize: number;
  readBatchSize: number;
  strategy: Strategy;
}>;

/** The name of a group. The stream `$all` means all events. */
export type GroupName = Readonly<{ stream: string; group: string }>;

/** A group as the log stores it. */
export type GroupEntry = GroupName &
  Readonly<{
    settings: GroupSettings;
    filter?: FilterExpression;
    /** The head when the group was created, for groups that start at the end. */
    createdAt: number;
  }>;

export const keyOf = ({ stream, group }: GroupName): string => `${stream}::${group}`;
export const checkpointStreamOf = (name: GroupName): string => `$persistentsubscription-${keyOf(name)}-checkpoint`;
export const parkedStreamOf = (name: GroupName): string => `$persistentsubscription-${keyOf(name)}-parked`;
