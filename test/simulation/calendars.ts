import { CommandHandler } from '../../commands/kernel/handle.ts';
import { calendarPost, type CalendarPost } from '../../domain/calendar/calendar-post.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { PostEvent } from '../../domain/posts/post-events.ts';
import { post } from '../../domain/posts/post.ts';
import { calendarResults } from '../../processes/calendar/calendar-results.ts';
import { withPorts, type RunnableProcess } from '../../processes/kernel/process.ts';
import type { Client } from './client.ts';
import type { Fleet } from './fleet.ts';
import type { Pending } from './pending.ts';
import { People, type PeopleWorld } from './people.ts';
import { stateOf } from './remembering.ts';
import { requestContext } from './request-context.ts';

type Status = CalendarPost['status'];

/**
 * The calendar of one run: each post of its clients was planned there. The calendar post follows its post through all
 * that its client does to it.
 */
export class Calendars {
  readonly #world: PeopleWorld;
  readonly #people: People;

  constructor(world: PeopleWorld) {
    this.#world = world;
    this.#people = new People('calendar', 0, world);
  }

  /** The plans for the posts of these clients. */
  async begin(clients: readonly Client[], accountId: string): Promise<void> {
    const commands = new CommandHandler(this.#world.log);
    for (const { postId } of clients) {
      const calendarPostId = idOf(postId);
      const plan = {
        calendarPostId,
        accountId,
        platform: accountId.toUpperCase(),
        content: 'planned',
        scheduledAt: null,
      };
      const rest = { personaId: null, mediaId: null, imageUrl: null, notes: null, arc: null, createdById: null };
      const command = { type: 'create-calendar-post', post: { ...plan, ...rest }, now: this.#people.now() } as const;
      await commands.handle(calendarPost, calendarPostId, command as never, this.#people.contextOf(calendarPostId));
    }
  }

  processes(): readonly RunnableProcess[] {
    return withPorts([calendarResults], {});
  }

  /** As `commands/calendar/hand-over.ts` records it once the post exists. */
  async handOver(fleet: Fleet, postId: string): Promise<void> {
    const calendarPostId = idOf(postId);
    const command = { type: 'hand-over-calendar-post', calendarPostId, postId, needsApproval: false } as const;
    await this.#people.ask(fleet, 'hand a calendar post over', (service, requestId, now) =>
      requestContext(service, { requestId, now, userId: 'person' }).handle(calendarPost, calendarPostId, command),
    );
  }

  /** Where a calendar post is not what its post has become, the timer that it has to have. */
  pending(clients: readonly Client[]): readonly Pending[] {
    return clients.flatMap(({ postId }) => {
      const words = this.#disagreement(postId);
      return words === undefined ? [] : [{ name: words, timers: [`${calendarResults.name}/${postId}`] }];
    });
  }

  violations(clients: readonly Client[]): readonly string[] {
    return clients.flatMap(({ postId }) => this.#disagreement(postId) ?? []);
  }

  #disagreement(postId: string): string | undefined {
    const { log } = this.#world;
    const plan = stateOf(calendarPost, log.of(`calendarPost-${idOf(postId)}`));
    const events = log.of(`post-${postId}`) as unknown as readonly Recorded<PostEvent>[];
    if (!plan || plan === 'deleted' || events.length === 0) return undefined;
    const handedOver = log.of(`calendarPost-${idOf(postId)}`).find(({ type }) => type === 'CalendarPostHandedOver');
    if (!handedOver) return undefined;
    const expected = expectedOf(events, handedOver.position.commit);
    if (expected === undefined) return undefined;
    if (!expected.includes(plan.status))
      return `the calendar post of ${postId} is ${plan.status}, expected ${expected.join(' or ')}`;
    const isThere = plan.status === 'PUBLISHED' && plan.platformPostId === null;
    return isThere ? `the calendar post of ${postId} is PUBLISHED and does not say where` : undefined;
  }
}

const idOf = (postId: string): string => `calendar-${postId}`;

/** What a calendar post has to be by the story of its post since it was handed over. */
const expectedOf = (events: readonly Recorded<PostEvent>[], since: bigint): readonly Status[] | undefined => {
  const later = events.filter(({ position }) => position.commit > since);
  // The post was stopped before it was handed over, or while it was: the request has not ended so.
  if (events.some(({ type, position }) => isStop(type) && position.commit <= since)) return undefined;
  if (later.some(({ type }) => isStop(type))) return ['DRAFT'];
  const state = stateOf(post, events);
  if (state.kind !== 'existing') return undefined;
  switch (state.status) {
    case 'published':
    case 'partial':
      return ['PUBLISHED'];
    case 'failed':
      return ['FAILED'];
    case 'unpublished':
      return ['UNPUBLISHED'];
    // What was archived stays what it was in the calendar.
    case 'archived':
      return undefined;
    default:
      // It has run before where it waits for an approval of its change.
      return ['PUBLISHING', 'FAILED'];
  }
};

const isStop = (type: string): boolean => type === 'PostCancelled' || type === 'PostDeleted';
