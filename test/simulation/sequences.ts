import { CommandHandler } from '../../commands/kernel/handle.ts';
import { enrollment } from '../../domain/sequences/enrollment.ts';
import { sequence } from '../../domain/sequences/sequence.ts';
import { withPorts, type RunnableProcess } from '../../processes/kernel/process.ts';
import { sequenceResumptions } from '../../processes/sequences/sequence-resumptions.ts';
import { sequenceRuns } from '../../processes/sequences/sequence-runs.ts';
import type { MemoryEventStore } from '../support/memory-event-store.ts';
import type { Fleet } from './fleet.ts';
import { MessagePlatform } from './message-platform.ts';
import type { Mutation } from './mutation.ts';
import { messageViolations, People, type Answer, type PeopleWorld } from './people.ts';
import { remembering, stateOf } from './remembering.ts';
import type { Service } from './service.ts';

const second = 1_000;
const minute = 60_000;

const sequenceId = 'sequence';
const enrollmentOf = (contactId: string): string => `in-${contactId}`;

type SequencesWorld = PeopleWorld & Readonly<{ mutation: Mutation | undefined }>;

/**
 * One sequence of a run with a few contacts in it. It is paused and activated. Meanwhile contacts
 * reply, opt out, are deleted and leave.
 */
export class Sequences {
  finished = false;
  readonly platform: MessagePlatform;
  readonly people: People;
  readonly #world: SequencesWorld;

  constructor(world: SequencesWorld) {
    this.#world = world;
    this.platform = new MessagePlatform(world);
    this.people = new People('sequence', world.dice.between(1, 6), world);
  }

  /** The contacts, the sequence with its steps, and the enrollments. */
  async begin(): Promise<void> {
    const { dice, log } = this.#world;
    const commands = new CommandHandler(log);
    await this.people.begin();
    const create = { type: 'create-sequence', sequenceId, name: 'Welcome', enrollmentRules: {} } as const;
    const steps = Array.from({ length: dice.between(1, 3) }, (_, index) => ({
      type: 'add-step' as const,
      stepId: `step-${index}`,
      messageTemplate: `Step ${index}`,
      delayHours: index === 0 ? 0 : dice.between(0, 1),
    }));
    for (const [index, command] of [
      { ...create, exitOnReply: dice.chance(0.5) },
      ...steps,
      { type: 'change-sequence', sequenceId, status: 'ACTIVE' } as const,
    ].entries())
      await commands.handle(sequence, sequenceId, command, this.people.contextOf(`sequence-${index}`));
    for (const contactId of this.people.ids) {
      const enrollmentId = enrollmentOf(contactId);
      const of = { enrollmentId, sequenceId, contactId, platform: 'FACEBOOK', nextRunAt: this.people.now() } as const;
      await commands.handle(enrollment, enrollmentId, { type: 'enroll', ...of }, this.people.contextOf(enrollmentId));
    }
  }

  processesFor(service: Service): readonly RunnableProcess[] {
    const messaging = this.platform.over(service);
    return withPorts([sequenceRuns, sequenceResumptions], {
      messaging: this.#world.mutation?.messaging?.(messaging) ?? messaging,
      waitingIn: (_, after) => service.io('a query of waiting enrollments', () => this.#waiting(after)),
      activeSequences: (_, after) => service.io('a query of sequences', () => (after < sequenceId ? [sequenceId] : [])),
    });
  }

  /** Meddles until `ends`, and leaves the sequence active. */
  async live(fleet: Fleet, ends: number): Promise<void> {
    const { dice, scheduler } = this.#world;
    for (let deeds = dice.between(1, 6); deeds > 0 && scheduler.now < ends && !this.people.isDeleted; deeds--) {
      await scheduler.sleep(dice.oneOf([dice.between(10, 2 * second), dice.between(second, 6 * minute)]));
      await this.#meddle(fleet, dice.oneOf(['reply', 'stop', 'delete', 'leave', 'pause', 'pause'] as const));
    }
    while (this.#status !== 'ACTIVE' && !this.people.isDeleted) await this.#change(fleet, 'ACTIVE');
    this.finished = true;
  }

  /** The enrollments as the log has them. */
  enrollments() {
    const { log } = this.#world;
    return this.people.ids.flatMap((contactId) => {
      const state = stateOf(enrollment, log.of(`enrollment-${enrollmentOf(contactId)}`));
      return state === 'absent' ? [] : [state];
    });
  }

  get steps(): number {
    const state = stateOf(sequence, this.#world.log.of(`sequence-${sequenceId}`));
    return state === 'absent' ? 0 : state.steps.length;
  }

  get #status(): string {
    const state = stateOf(sequence, this.#world.log.of(`sequence-${sequenceId}`));
    return state === 'absent' ? state : state.status;
  }

  #waiting(after: string): readonly string[] {
    const waiting = this.enrollments().filter(({ status, nextRunAt }) => status === 'ACTIVE' && nextRunAt === null);
    return waiting
      .map(({ enrollmentId }) => enrollmentId)
      .filter((id) => id > after)
      .toSorted();
  }

  #meddle(fleet: Fleet, deed: 'reply' | 'stop' | 'delete' | 'leave' | 'pause'): Promise<Answer> {
    const contactId = this.#world.dice.oneOf(this.people.ids);
    switch (deed) {
      case 'reply':
        return this.people.write(fleet, contactId, 'Thank you');
      case 'stop':
        return this.people.write(fleet, contactId, 'STOP');
      case 'delete':
        return this.people.delete(fleet, contactId);
      case 'leave':
        return this.people.ask(fleet, 'leave a sequence', ({ commands }, requestId, now) => {
          const exit = { type: 'exit', reason: 'MANUAL' } as const;
          const context = this.people.contextOf(requestId, now);
          return commands.handle(remembering(enrollment), enrollmentOf(contactId), exit, context);
        });
      case 'pause':
        return this.#change(fleet, this.#status === 'ACTIVE' ? 'PAUSED' : 'ACTIVE');
    }
  }

  #change(fleet: Fleet, status: 'ACTIVE' | 'PAUSED'): Promise<Answer> {
    return this.people.ask(fleet, `sequence ${status}`, ({ commands }, requestId, now) => {
      const change = { type: 'change-sequence', sequenceId, status } as const;
      return commands.handle(remembering(sequence), sequenceId, change, this.people.contextOf(requestId, now));
    });
  }
}

/** Every enrollment has ended, as the platform knows it. */
const enrollmentViolations = (sequences: Sequences): string[] =>
  sequences.enrollments().flatMap(({ contactId, status, currentStep }) => {
    const found: string[] = [];
    const texts = sequences.platform.delivered.flatMap(({ to, text }) => (to === contactId ? [text] : []));
    if (status === 'ACTIVE') found.push(`${contactId} is left in the sequence`);
    if (status === 'COMPLETED' && texts.length !== sequences.steps)
      found.push(`${contactId} got ${texts.length} of ${sequences.steps} steps`);
    if (texts.length < currentStep) found.push(`${contactId} counts as past step ${currentStep} and got fewer`);
    return found;
  });

/** What must hold of a sequence; of a deleted workspace only that no message went out wrongly. */
export const sequenceViolations = (
  log: MemoryEventStore,
  sequences: Sequences,
  isDeleted: boolean,
): readonly string[] => [
  ...messageViolations(log, sequences.people, sequences.platform),
  ...(isDeleted ? [] : enrollmentViolations(sequences)),
];
