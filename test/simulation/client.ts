import { RevisionConflict, StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { PostCommand } from '../../domain/posts/commands.ts';
import type { PostEvent } from '../../domain/posts/post-events.ts';
import { post } from '../../domain/posts/post.ts';
import type { DestinationState } from '../../domain/posts/destination-state.ts';
import type { Post } from '../../domain/posts/state.ts';
import type { Destination } from '../../domain/posts/values.ts';
import { Composition } from './composition.ts';
import type { Fleet } from './fleet.ts';
import { workspaceId } from './simulated-platforms.ts';
import { stateOf } from './remembering.ts';
import { sequenceOf, writtenIn } from './texts.ts';
import type { World } from './world.ts';

const second = 1_000;
const minute = 60_000;

type Answer = 'done' | 'refused';

/** A person with one post, who does one thing after the other and asks again, with the same id, where no answer comes. */
export class Client {
  readonly postId: string;
  readonly number: number;
  /** The last revision whose saving was answered. */
  revision = 0;
  cancelled = false;
  finished = false;
  readonly #world: World;
  readonly #fleet: Fleet;
  readonly #composition: Composition;
  #asked = 0;

  constructor(number: number, world: World, fleet: Fleet) {
    this.number = number;
    this.postId = `p${number}`;
    this.#world = world;
    this.#fleet = fleet;
    const platforms = world.accounts.all.map(({ platform }) => platform);
    this.#composition = new Composition(number, platforms, world.dice);
  }

  /** Does what it has in mind until `ends`; never later. */
  async live(ends: number): Promise<void> {
    const { dice, scheduler, approvals, calendars } = this.#world;
    await scheduler.sleep(dice.between(0, 2 * minute));
    // A post of the calendar may be due while its hand-over is still under way.
    const isSoon = calendars !== undefined && dice.chance(0.3);
    const due = scheduler.now + (isSoon ? dice.between(20, 2 * second) : dice.between(5 * second, 8 * minute));
    await this.#create(due);
    await calendars?.handOver(this.#fleet, this.postId);
    if (approvals) await this.#putUp();
    const moments = [this.#moment(due), this.#moment(due), this.#moment(due)].slice(0, dice.between(0, 3));
    moments.sort((a, b) => a - b);
    for (const moment of moments) {
      await scheduler.sleep(moment - scheduler.now);
      await this.#changeMind(due);
      if (approvals && dice.chance(0.7)) await this.#putUp();
    }
    while (scheduler.now < ends) {
      await scheduler.sleep(dice.between(30 * second, 15 * minute));
      if (scheduler.now < ends) await this.#lookAfter();
    }
    this.finished = true;
  }

  /** Decides what only a person can: reads the account and reports what it shows. */
  async settleUnknown(): Promise<void> {
    const state = this.state();
    const unknown = state?.destinations.find(({ error }) => error?.code === 'OUTCOME_UNKNOWN');
    if (!unknown) return;
    const { postPlatformId } = unknown;
    const root = await this.#rootIfSent(unknown);
    const now = this.#now();
    if (root === undefined) await this.#ask({ type: 'resolve', postPlatformId, outcome: 'not_published', now });
    else await this.#ask({ type: 'resolve', postPlatformId, outcome: 'published', platformPostId: root, now });
  }

  state(): Post | undefined {
    const state = stateOf(post, this.#world.log.of(`post-${this.postId}`));
    return state.kind === 'existing' ? state : undefined;
  }

  /**
   * Takes over the revision that was stored last. A frozen service may carry out an edit that was
   * refused when it was asked again: the post was being approved then, and was a draft later.
   */
  readBack(): void {
    const edited = this.#history().flatMap((event) => {
      const text = event.type === 'PostEdited' ? event.data.changes.content : undefined;
      return text === undefined ? [] : [writtenIn(text)?.revision ?? 0];
    });
    const stored = [1, ...edited];
    if (stored.includes(this.revision)) this.revision = stored.at(-1) ?? 1;
  }

  #history(): readonly PostEvent[] {
    return this.#world.log.of(`post-${this.postId}`) as unknown as readonly PostEvent[];
  }

  /** Puts a draft up for approval. */
  async #putUp(): Promise<void> {
    const { approvals } = this.#world;
    if (approvals?.areRequired && this.state()?.status === 'draft') await this.#ask(approvals.start(this.#now()));
  }

  /** Often at the very moment the post is due. */
  #moment(due: number): number {
    const { dice, scheduler } = this.#world;
    const near = dice.oneOf([30, 100, 2_000, 0]);
    return near === 0 ? dice.between(scheduler.now, due + minute) : due + dice.between(-near, near);
  }

  async #create(due: number): Promise<void> {
    const { dice, approvals } = this.#world;
    // An earlier version accepted posts that go nowhere.
    const destinations = dice.chance(0.03) ? [] : this.#destinations();
    const draft = dice.chance(0.15);
    const command = {
      type: 'create',
      postId: this.postId,
      content: this.#composition.content(1),
      destinations,
      scheduledFor: draft ? null : new Date(due).toISOString(),
      saveAsDraft: draft || approvals?.areRequired === true,
      accounts: new Map(),
      createdById: null,
      ...(this.#world.calendars && { calendarPostId: `calendar-${this.postId}` }),
      now: this.#now(),
    } as const;
    let answer = await this.#ask(command);
    // Posts need an approval since it was asked.
    if (answer === 'refused' && approvals) answer = await this.#ask({ ...command, saveAsDraft: true });
    if (answer === 'refused' && this.#world.workspace.deletedAt === undefined)
      throw new Error(`a ${this.#composition.kind} post was refused`);
    this.revision = 1;
  }

  #destinations(): Destination[] {
    const { dice, accounts } = this.#world;
    const possible = accounts.all.filter(({ platform }) => this.#composition.fits(platform));
    const chosen = possible.filter(() => dice.chance(0.6));
    return (chosen.length > 0 ? chosen : [dice.oneOf(possible)]).map((account) => ({
      postPlatformId: `${this.postId}-${account.id}`,
      platform: account.platform,
      accountId: account.id,
    }));
  }

  async #changeMind(due: number): Promise<void> {
    const { dice, approvals } = this.#world;
    const now = this.#now();
    const what = dice.oneOf([
      'edit',
      'edit',
      'edit',
      'move',
      'cancel',
      'cancel',
      'publish',
      'hold',
      'delete',
      'unschedule',
    ] as const);
    switch (what) {
      case 'edit': {
        const revision = this.revision + 1;
        const { content, threadItems, firstComment, media } = this.#composition.content(revision);
        const changes = { content, threadItems, firstComment, ...(approvals && { media }) };
        const destinations = approvals && dice.chance(0.4) ? this.#destinations() : undefined;
        const answer = await this.#ask({
          type: 'edit',
          changes,
          accounts: new Map(),
          now,
          ...(destinations && { destinations }),
        });
        if (answer === 'done') this.revision = revision;
        return;
      }
      case 'move': {
        const scheduledFor = new Date(due + dice.between(-minute, 5 * minute)).toISOString();
        // The time of a draft is approved with it.
        const saveAsDraft = approvals?.areRequired === true && this.state()?.status === 'draft';
        await this.#ask({ type: 'edit', changes: {}, scheduledFor, saveAsDraft, accounts: new Map(), now });
        return;
      }
      case 'cancel':
        await this.#cancel(now);
        return;
      case 'publish':
        await this.#ask({ type: 'publish', accounts: new Map(), now });
        return;
      case 'hold':
        await this.#ask({ type: 'pause-for-payment', reason: 'the plan allows no more' });
        await this.#world.scheduler.sleep(dice.between(0, 4 * minute));
        await this.#ask({ type: 'resume-after-payment' });
        return;
      case 'delete':
        await this.#ask({ type: 'delete', now });
        return;
      case 'unschedule':
        await this.#ask({ type: 'edit', changes: {}, scheduledFor: null, accounts: new Map(), now });
        return;
    }
  }

  /** A post that was not sent by then is not sent any more. */
  async #cancel(now: string): Promise<void> {
    const answer = await this.#ask({ type: 'cancel', now });
    const hasBegun = this.#history().some(({ type }) => type === 'PostPublishingStarted');
    if (answer === 'done' && !hasBegun) this.cancelled = true;
  }

  async #lookAfter(): Promise<void> {
    const { dice, approvals } = this.#world;
    const state = this.state();
    if (!state) return;
    const now = this.#now();
    const failed = state.destinations.find(({ status }) => status === 'failed');
    if (dice.chance(0.6)) await this.settleUnknown();
    if (state.status === 'draft' || state.status === 'approved' || dice.chance(0.1))
      await this.#ask({ type: 'publish', accounts: new Map(), now });
    else if (state.status === 'failed' || state.status === 'partial') {
      if (failed && dice.chance(0.3))
        await this.#ask({ type: 'fix', postPlatformId: failed.postPlatformId, media: [], now });
      else if (dice.chance(0.7)) await this.#ask({ type: 'retry', now });
    } else if (state.status === 'publishing' && dice.chance(0.15)) {
      if (dice.chance(0.7)) await this.#cancel(now);
      else await this.#ask({ type: 'delete', now });
    }
    if (approvals) await this.#putUp();
    if (dice.chance(0.15)) await this.#ask({ type: 'unpublish' });
    if (dice.chance(0.05)) await this.#ask({ type: 'archive' });
    if (dice.chance(0.04)) await this.#ask({ type: 'delete', now });
  }

  /** The id of the whole post where the send of unknown outcome is visible. */
  async #rootIfSent({ sends, platform, accountId }: DestinationState): Promise<string | undefined> {
    const { platforms, accounts } = this.#world;
    const doubtful = Object.entries(sends).find(([, { status }]) => status === 'unknown' || status === 'open');
    const made = await platforms.made(platform, accounts.by(accountId).provisioned.details.nativeId);
    const mine = made.filter(({ text }) => writtenIn(text)?.post === this.number);
    const there = (sequence: number) => mine.find(({ text }) => writtenIn(text)?.sequence === sequence);
    if (doubtful && !there(sequenceOf(doubtful[0]))) return undefined;
    return there(1)?.nativeId;
  }

  #now(): string {
    return new Date(this.#world.scheduler.now).toISOString();
  }

  /** Asks until there is an answer. */
  async #ask(command: PostCommand): Promise<Answer> {
    const { scheduler, note, dice, coverage, approvals } = this.#world;
    const commandId = `${this.postId}/${(this.#asked += 1)}`;
    const meta = {
      workspaceId,
      mode: 'live',
      actor: { kind: 'user', id: 'person' },
      $correlationId: commandId,
      occurredAt: this.#now(),
    } as const;
    this.#world.asked.set(commandId, this.#world.log.log.length);
    for (;;) {
      if (this.#world.workspace.deletedAt !== undefined) return 'refused';
      const service = this.#fleet.anyForRequests();
      if (!service) {
        await scheduler.sleep(dice.between(100, 3_000));
        continue;
      }
      const context = { commandId, meta };
      const handled: Promise<unknown> = approvals
        ? approvals.handle(service, this.postId, command, context)
        : service.handle(this.postId, command, context);
      const answer = await Promise.race([
        handled.then(
          () => 'done' as const,
          (error: unknown) => {
            if (error instanceof Refused) return 'refused' as const;
            if (error instanceof StoreUnavailable || error instanceof RevisionConflict) return 'unanswered' as const;
            throw error;
          },
        ),
        scheduler.sleep(10 * second).then(() => 'unanswered' as const),
      ]);
      coverage.count(`asked: ${command.type}, ${answer}`);
      note(`client ${commandId} ${command.type}: ${answer} (${service.name})`);
      if (answer !== 'unanswered') return answer;
      await scheduler.sleep(dice.between(100, 3_000));
    }
  }
}
