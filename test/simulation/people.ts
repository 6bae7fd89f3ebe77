import type { CommandContext } from '../../commands/kernel/command.ts';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import { contact, type ContactCommand } from '../../domain/contacts/contact.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { RevisionConflict, StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { MemoryEventStore } from '../support/memory-event-store.ts';
import type { Coverage } from './coverage.ts';
import type { Dice } from './dice.ts';
import type { Fleet } from './fleet.ts';
import type { MessagePlatform } from './message-platform.ts';
import { remembering } from './remembering.ts';
import type { Scheduler } from './scheduler.ts';
import type { Service } from './service.ts';
import { workspaceId } from './simulated-platforms.ts';

const second = 1_000;
const meta = { workspaceId, mode: 'live', actor: { kind: 'user', id: 'person' } } as const;

/** How long the log was when a request was first sent, by its id. */
export type Asked = Map<string, number>;

export type PeopleWorld = Readonly<{
  scheduler: Scheduler;
  dice: Dice;
  coverage: Coverage;
  log: MemoryEventStore;
  workspace: Readonly<{ deletedAt?: number }>;
  asked: Asked;
  note: (line: string) => void;
}>;

export type Answer = 'done' | 'refused' | 'unanswered';

/** The contacts of a run, and the requests about them, which are repeated until there is an answer. */
export class People {
  readonly ids: readonly string[];
  readonly #world: PeopleWorld;
  readonly #name: string;
  #requests = 0;

  constructor(name: string, count: number, world: PeopleWorld) {
    this.#name = name;
    this.#world = world;
    this.ids = Array.from({ length: count }, (_, index) => `${name}-contact-${index}`);
  }

  now(): string {
    return new Date(this.#world.scheduler.now).toISOString();
  }

  get isDeleted(): boolean {
    return this.#world.workspace.deletedAt !== undefined;
  }

  /** A command of before the run, or of a request. */
  contextOf(commandId: string, occurredAt = this.now()): CommandContext {
    return { commandId, meta: { ...meta, $correlationId: commandId, occurredAt } };
  }

  /** All of them have just written. */
  async begin(): Promise<void> {
    const commands = new CommandHandler(this.#world.log);
    for (const contactId of this.ids) {
      const platform = this.#world.dice.oneOf(['FACEBOOK', 'INSTAGRAM'] as const);
      const seen = { accountId: 'page', at: this.now(), asInbound: true };
      const command = { type: 'upsert-contact', contactId, platform, platformId: contactId, seen } as const;
      await commands.handle(contact, contactId, command, this.contextOf(contactId));
    }
  }

  /** One of them writes. */
  write(fleet: Fleet, contactId: string, text: string): Promise<Answer> {
    return this.#tell(fleet, contactId, {
      type: 'receive-message',
      contactId,
      platform: 'FACEBOOK',
      platformId: contactId,
      accountId: 'page',
      messageId: `in-${this.#requests}`,
      platformMessageId: 'm',
      text,
      receivedAt: this.now(),
    });
  }

  /** One of them is deleted. */
  delete(fleet: Fleet, contactId: string): Promise<Answer> {
    return this.#tell(fleet, contactId, { type: 'delete-contact', everywhere: false });
  }

  #tell(fleet: Fleet, contactId: string, command: ContactCommand): Promise<Answer> {
    return this.ask(fleet, command.type, ({ commands }, requestId, now) =>
      commands.handle(remembering(contact), contactId, command, this.contextOf(requestId, now)),
    );
  }

  /** Asks again under the same id until there is an answer. */
  async ask(
    fleet: Fleet,
    what: string,
    run: (service: Service, requestId: string, now: string) => Promise<unknown>,
  ): Promise<Answer> {
    const { dice, scheduler, coverage, note, asked, log } = this.#world;
    const requestId = `${this.#name}-request-${(this.#requests += 1)}`;
    const now = this.now();
    asked.set(requestId, log.log.length);
    for (;;) {
      if (this.isDeleted) return 'unanswered';
      const service = fleet.anyForRequests();
      const answer: Answer = service
        ? await Promise.race([
            run(service, requestId, now).then(
              () => 'done' as const,
              (error: unknown) => {
                if (error instanceof Refused) return 'refused' as const;
                if (error instanceof StoreUnavailable || error instanceof RevisionConflict)
                  return 'unanswered' as const;
                throw error;
              },
            ),
            scheduler.sleep(30 * second).then(() => 'unanswered' as const),
          ])
        : 'unanswered';
      coverage.count(`asked: ${what}, ${answer}`);
      note(`${requestId} ${what}: ${answer}`);
      if (answer !== 'unanswered') return answer;
      await scheduler.sleep(dice.between(100, 5 * second));
    }
  }
}

/** Whether the contact of these events may not be messaged any more. */
const isBarred = (events: readonly Recorded[]): boolean => {
  const last = events.findLast(({ type }) => type === 'ContactCreated' || type === 'ContactDeleted');
  return last?.type === 'ContactDeleted' || events.some(({ type }) => type === 'ContactSuppressed');
};

/** Whether the contact of these events could not be messaged at some time. */
export const wasBarred = (events: readonly Recorded[]): boolean =>
  events.some(({ type }) => type === 'ContactDeleted' || type === 'ContactSuppressed');

/**
 * No text reaches a person twice, without an intent, or by an intent after an opt-out or a deletion.
 * It holds for a deleted workspace as well.
 */
export const messageViolations = (log: MemoryEventStore, { ids }: People, platform: MessagePlatform): string[] =>
  ids.flatMap((contactId) => {
    const found: string[] = [];
    const events = log.of(`contact-${contactId}`);
    const messages = platform.delivered.filter(({ to }) => to === contactId);
    if (new Set(messages.map(({ text }) => text)).size < messages.length)
      found.push(`${contactId} got a message twice: ${messages.map(({ key }) => key).join(', ')}`);
    const intents = events.filter(({ type }) => type === 'MessageSendStarted');
    const meant = new Set(intents.map(({ data }) => (data as { messageId: string }).messageId));
    for (const { key } of messages) if (!meant.has(key)) found.push(`${contactId} got ${key}, which no intent names`);
    for (const { revision } of intents)
      if (isBarred(events.slice(0, revision)))
        found.push(`a message to ${contactId} began after it opted out or was deleted`);
    return found;
  });
