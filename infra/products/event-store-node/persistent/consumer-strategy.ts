import { createHash } from 'node:crypto';
import { metadataOf, streamOf } from '../log/record.ts';
import { objectIn } from '../log/stored-json.ts';
import type { Consumer } from './consumer.ts';
import type { Strategy } from './group-settings.ts';
import type { Message } from './message.ts';

/**
 * Chooses who gets a message: a consumer; none for now (`skip`); or none at all until there is room
 * (`stop`).
 */
export interface ConsumerStrategy {
  add(consumer: Consumer): void;
  remove(consumer: Consumer): void;
  choose(message: Message): Consumer | 'skip' | 'stop';
  /** A message has ended, in whatever way. */
  release(message: Message): void;
}

/** In turn, full consumers skipped. */
class RoundRobin implements ConsumerStrategy {
  protected consumers: Consumer[] = [];
  private turn = 0;

  add(consumer: Consumer): void {
    this.consumers.push(consumer);
  }

  remove(consumer: Consumer): void {
    this.consumers = this.consumers.filter((other) => other !== consumer);
  }

  choose(_message: Message): Consumer | 'stop' {
    for (let tried = 0; tried < this.consumers.length; tried += 1) {
      const consumer = this.consumers[this.turn++ % this.consumers.length];
      if (consumer?.hasRoom) return consumer;
    }
    return 'stop';
  }

  release(): void {
    // No message is remembered.
  }
}

/** All to one consumer until it is full. The others get what it cannot take. */
class DispatchToSingle extends RoundRobin {
  override choose(_message: Message): Consumer | 'stop' {
    return this.consumers.find((consumer) => consumer.hasRoom) ?? 'stop';
  }
}

const buckets = 1024;

type Bucket = { owner: Consumer | undefined; inFlight: number };

const weigh = (bucket: number, consumer: Consumer): number =>
  createHash('md5').update(`${bucket}:${consumer.id}`).digest().readUInt32LE(0);

const bucketOf = (text: string): number => createHash('md5').update(text).digest().readUInt32LE(0) % buckets;

/**
 * Messages of the same source go to the same consumer. When consumers come and go, only the sources
 * that must move do so, and no source moves while one of its messages is in flight.
 */
class Pinned implements ConsumerStrategy {
  private consumers: Consumer[] = [];
  private readonly buckets: Bucket[] = Array.from({ length: buckets }, () => ({ owner: undefined, inFlight: 0 }));
  private readonly assigned = new Map<string, Bucket>();
  private readonly sourceOf: (message: Message) => string;

  constructor(sourceOf: (message: Message) => string) {
    this.sourceOf = sourceOf;
  }

  add(consumer: Consumer): void {
    this.consumers.push(consumer);
    this.assign();
  }

  remove(consumer: Consumer): void {
    this.consumers = this.consumers.filter((other) => other !== consumer);
    for (const bucket of this.buckets) if (bucket.owner === consumer) bucket.owner = undefined;
    this.assign();
  }

  choose(message: Message): Consumer | 'skip' | 'stop' {
    if (!this.consumers.some((consumer) => consumer.hasRoom)) return 'stop';
    const index = bucketOf(this.sourceOf(message));
    const bucket = this.buckets[index] as Bucket;
    if (bucket.inFlight === 0) bucket.owner = this.preferred(index);
    if (bucket.owner === undefined || !bucket.owner.hasRoom) return 'skip';
    bucket.inFlight += 1;
    this.assigned.set(message.id, bucket);
    return bucket.owner;
  }

  release(message: Message): void {
    const bucket = this.assigned.get(message.id);
    if (bucket === undefined) return;
    this.assigned.delete(message.id);
    bucket.inFlight -= 1;
  }

  private assign(): void {
    for (const [index, bucket] of this.buckets.entries()) {
      if (bucket.owner === undefined || bucket.inFlight === 0) bucket.owner = this.preferred(index);
    }
  }

  private preferred(bucket: number): Consumer | undefined {
    let best: Consumer | undefined;
    let weight = -1;
    for (const consumer of this.consumers) {
      const own = weigh(bucket, consumer);
      if (own > weight) [best, weight] = [consumer, own];
    }
    return best;
  }
}

const eventOf = (message: Message): Buffer =>
  message.link.kind === 'link' && message.link.event !== undefined ? message.link.event : message.record;

const streamSource = (message: Message): string => streamOf(eventOf(message));

const correlationSource = (message: Message): string => {
  try {
    const id = objectIn(metadataOf(eventOf(message)))?.['$correlationId'];
    return typeof id === 'string' ? id : streamSource(message);
  } catch {
    return streamSource(message);
  }
};

export const consumerStrategy = (name: Strategy): ConsumerStrategy => {
  switch (name) {
    case 'RoundRobin':
      return new RoundRobin();
    case 'DispatchToSingle':
      return new DispatchToSingle();
    case 'Pinned':
      return new Pinned(streamSource);
    case 'PinnedByCorrelation':
      return new Pinned(correlationSource);
  }
};
