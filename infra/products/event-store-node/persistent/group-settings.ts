import type { FilterExpression } from '../subscriptions/event-filter.ts';

export const strategies = ['RoundRobin', 'DispatchToSingle', 'Pinned', 'PinnedByCorrelation'] as const;
export type Strategy = (typeof strategies)[number];

/** Where a group begins when it has no checkpoint; a revision or position is included. */
export type StartFrom = number | 'start' | 'end';

export type GroupSettings = Readonly<{
  resolveLinks: boolean;
  startFrom: StartFrom;
  extraStatistics: boolean;
  /** Milliseconds; 0: a consumer may take for ever. */
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

/** What a group is known by. The stream `$all` stands for everything. */
export type GroupName = Readonly<{ stream: string; group: string }>;

/** A group as it is kept in the log. */
export type GroupEntry = GroupName &
  Readonly<{
    settings: GroupSettings;
    filter?: FilterExpression;
    /** The head at the time the group was made, for those that start at the end. */
    createdAt: number;
  }>;

export const keyOf = ({ stream, group }: GroupName): string => `${stream}::${group}`;
export const checkpointStreamOf = (name: GroupName): string => `$persistentsubscription-${keyOf(name)}-checkpoint`;
export const parkedStreamOf = (name: GroupName): string => `$persistentsubscription-${keyOf(name)}-parked`;
