import type { Recorded } from '../../domain/kernel/event.ts';
import type { Subscriber } from './subscriber.ts';

/**
 * The events of a batch that each subscriber handles; a subscriber that handles none of them is
 * absent.
 */
export type EventsBySubscriber = ReadonlyMap<Subscriber, readonly Recorded[]>;

/**
 * @example
 * declare const audit: Subscriber;
 * declare const batch: EventBatch;
 * const events = groupBySubscriber([audit], batch.events).get(audit) ?? [];
 */
export const groupBySubscriber = (
  subscribers: readonly Subscriber[],
  events: readonly Recorded[],
): EventsBySubscriber => {
  const bySubscriber = new Map<Subscriber, Recorded[]>();
  const byType = new Map<string, readonly Recorded[][]>();
  const listsFor = (type: string): readonly Recorded[][] =>
    subscribers.flatMap((subscriber) => {
      if (subscriber.handles !== 'everything' && !subscriber.handles.has(type)) return [];
      const list = bySubscriber.get(subscriber) ?? [];
      bySubscriber.set(subscriber, list);
      return [list];
    });
  for (const event of events) {
    let lists = byType.get(event.type);
    if (!lists) byType.set(event.type, (lists = listsFor(event.type)));
    for (const list of lists) list.push(event);
  }
  return bySubscriber;
};

type Part = { subscribers: Subscriber[]; events: number };

/**
 * Splits subscribers into at most `maxParts` parts that have about as many events each.
 *
 * @example
 * declare const subscribers: readonly Subscriber[];
 * declare const events: EventsBySubscriber;
 * const parts = partition(subscribers, events, 3);
 */
export const partition = (
  subscribers: readonly Subscriber[],
  bySubscriber: EventsBySubscriber,
  maxParts: number,
): readonly (readonly Subscriber[])[] => {
  const parts = Array.from({ length: maxParts }, (): Part => ({ subscribers: [], events: 0 }));
  const load = (subscriber: Subscriber): number => bySubscriber.get(subscriber)?.length ?? 0;
  for (const subscriber of [...subscribers].sort((a, b) => load(b) - load(a))) {
    const lightest = parts.reduce((least, part) => (part.events < least.events ? part : least));
    lightest.subscribers.push(subscriber);
    lightest.events += load(subscriber);
  }
  return parts.map((part) => part.subscribers).filter(({ length }) => length > 0);
};
