import type { Recorded } from '../../domain/kernel/event.ts';
import type { Subscriber } from './subscriber.ts';

/** What each member is to be given of a stretch of the log; who handles nothing of it is left out. */
export type EventsBySubscriber = ReadonlyMap<Subscriber, readonly Recorded[]>;

export const groupBySubscriber = (members: readonly Subscriber[], events: readonly Recorded[]): EventsBySubscriber => {
  const given = new Map<Subscriber, Recorded[]>();
  const byType = new Map<string, readonly Recorded[][]>();
  const listsFor = (type: string): readonly Recorded[][] =>
    members.flatMap((member) => {
      if (member.handles !== 'everything' && !member.handles.has(type)) return [];
      const list = given.get(member) ?? [];
      given.set(member, list);
      return [list];
    });
  for (const event of events) {
    let lists = byType.get(event.type);
    if (!lists) byType.set(event.type, (lists = listsFor(event.type)));
    for (const list of lists) list.push(event);
  }
  return given;
};

type Part = { members: Subscriber[]; events: number };

/** Members in so many parts at most, each with about as much to do, by what they are given. */
export const partition = (
  members: readonly Subscriber[],
  given: EventsBySubscriber,
  most: number,
): readonly (readonly Subscriber[])[] => {
  const parts = Array.from({ length: most }, (): Part => ({ members: [], events: 0 }));
  const load = (member: Subscriber): number => given.get(member)?.length ?? 0;
  for (const member of [...members].sort((a, b) => load(b) - load(a))) {
    const lightest = parts.reduce((least, part) => (part.events < least.events ? part : least));
    lightest.members.push(member);
    lightest.events += load(member);
  }
  return parts.map((part) => part.members).filter(({ length }) => length > 0);
};
