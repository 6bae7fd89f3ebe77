import { z } from 'zod';
import { contact } from '../../domain/contacts/contact.ts';
import { hasMessages } from '../../domain/contacts/decide-messages.ts';
import { foldView, requireView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { platformFrom } from '../../domain/platforms/platform.ts';
import { enrollment } from '../../domain/sequences/enrollment.ts';
import { RequestedEnrollmentRules } from '../../domain/sequences/enrollment-rules.ts';
import { enrollmentView } from '../../domain/sequences/enrollment-view.ts';
import { firstRunAt } from '../../domain/sequences/run-times.ts';
import { sequence, type Sequence } from '../../domain/sequences/sequence.ts';
import { SequenceStatus, type SequenceEvent } from '../../domain/sequences/sequence-events.ts';
import { sequenceView } from '../../domain/sequences/sequence-view.ts';
import { Id, NameOf } from '../../read-api/contract/fields.ts';
import { aboutPlaceholders, MessageTemplate } from '../../read-api/contract/message-template.ts';
import {
  EnrollmentReply,
  presentSequence,
  presentSteps,
  requireSequences,
  SequenceReply,
  StepReply,
} from '../../read-api/contract/sequence.ts';
import { Success, success } from '../../read-api/contract/success.ts';
import { enrollmentIdOf } from './enrollment-id.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';

const params = z.object({ id: Id });
const Name = NameOf(255);
const Template = MessageTemplate(2_000);
const DelayHours = z.int().min(0).max(8_760);
const StepOrder = z.int().min(1).max(100_000);
const shape = { gate: requireSequences, params } as const;
const errors = ['VALIDATION_ERROR', 'PLAN_UPGRADE_REQUIRED', 'NOT_FOUND'] as const;

const Sequenced = SequenceReply.extend({ sequence: SequenceReply.meta({ description: 'The same fields' }) }).meta({
  id: 'ChangedSequence',
});
const Stepped = StepReply.extend({ step: StepReply.meta({ description: 'The same fields' }) }).meta({
  id: 'ChangedSequenceStep',
});
const Enrolled = EnrollmentReply.extend({ enrollment: EnrollmentReply.meta({ description: 'The same fields' }) }).meta({
  id: 'ChangedSequenceEnrollment',
});

const answered = (events: readonly Recorded<SequenceEvent>[]) => {
  const view = presentSequence(requireView(sequenceView, events));
  return { ...view, sequence: view };
};

const stepIn = (events: readonly Recorded<SequenceEvent>[], stepId: string) => {
  const { id, steps } = requireView(sequenceView, events);
  const view = presentSteps(id, steps).find((step) => step.id === stepId);
  if (!view) throw notFound('step');
  return { ...view, step: view };
};

const loadSequence = async (id: string, context: WriteContext): Promise<Sequence> => {
  const state = (await context.load(sequence, id))?.state;
  if (state === undefined || state === 'absent') throw notFound('sequence');
  return state;
};

const createSequence = writeEndpoint({
  gate: requireSequences,
  method: 'POST',
  path: '/v1/sequences',
  id: 'createSequence',
  summary: 'Create a sequence of messages, as a draft',
  description:
    '`enrollmentRules` enroll contacts by themselves: one who is created or whose tags change while the sequence is ' +
    'ACTIVE, and who has all `tags` on one of `platforms`, is enrolled, once and unless suppressed. Contacts who ' +
    'matched before, and those who left the sequence, are enrolled by request. Below the plan of sequences, also after a ' +
    'transfer to an owner with a lower one, the rules enroll no contact; a contact whose tags change once the plan has sequences again is enrolled. Other rules are 400 ' +
    'VALIDATION_ERROR. The answer holds the fields both at its top and under `sequence`.',
  body: z.object({
    name: Name,
    enrollmentRules: RequestedEnrollmentRules.default({}),
    exitOnReply: z.boolean().default(true),
  }),
  reply: Sequenced,
  status: 201,
  errors: ['VALIDATION_ERROR', 'PLAN_UPGRADE_REQUIRED'],
  async run({ body }, context) {
    const sequenceId = context.newId('sequence');
    const command = { type: 'create-sequence', sequenceId, ...body } as const;
    const { events } = await context.handle(sequence, sequenceId, command, { fresh: true });
    return { status: 201, body: answered(events) };
  },
});

const changeSequence = writeEndpoint({
  ...shape,
  method: 'PATCH',
  path: '/v1/sequences/:id',
  id: 'changeSequence',
  summary: 'Change the name, the status or exitOnReply of a sequence',
  description:
    'Any status can follow any other. Messages are sent while it is ACTIVE. Contacts whose step is due otherwise ' +
    'wait, and get it when the sequence is ACTIVE again. Below the plan of sequences they wait as well, and go on ' +
    'when the plan has them again; `waitingFor` of an enrollment says which.',
  body: z.object({ name: Name, status: SequenceStatus, exitOnReply: z.boolean() }).partial(),
  reply: Sequenced,
  errors,
  async run({ params: { id }, body }, context) {
    const command = { type: 'change-sequence', sequenceId: id, ...body } as const;
    const { events } = await context.handle(sequence, id, command);
    return { body: answered(events) };
  },
});

const archiveSequence = writeEndpoint({
  ...shape,
  method: 'DELETE',
  path: '/v1/sequences/:id',
  id: 'archiveSequence',
  summary: 'Archive a sequence',
  description: 'It is no longer listed, sends nothing and takes no enrollments, until PATCH gives it another status.',
  reply: Success,
  errors: ['PLAN_UPGRADE_REQUIRED', 'NOT_FOUND'],
  async run({ params: { id } }, context) {
    await context.handle(sequence, id, { type: 'change-sequence', sequenceId: id, status: 'ARCHIVED' });
    return { body: success };
  },
});

const addStep = writeEndpoint({
  ...shape,
  method: 'POST',
  path: '/v1/sequences/:id/steps',
  id: 'addSequenceStep',
  summary: 'Add a step to a sequence',
  description:
    aboutPlaceholders +
    'The step comes at the end, or at `stepOrder`, where the steps behind it move back. A contact goes on behind the step that it ' +
    'got last, wherever that one is now: a step that is added before it is not sent to them, and none is sent twice. ' +
    'At most 100 steps.',
  body: z.object({ messageTemplate: Template, delayHours: DelayHours, stepOrder: StepOrder.optional() }),
  reply: Stepped,
  status: 201,
  errors,
  async run({ params: { id }, body }, context) {
    const stepId = context.newId('step');
    const { events } = await context.handle(sequence, id, { type: 'add-step', stepId, ...body });
    return { status: 201, body: stepIn(events, stepId) };
  },
});

const stepParams = z.object({ id: Id, stepId: Id });

const changeStep = writeEndpoint({
  gate: requireSequences,
  method: 'PATCH',
  path: '/v1/sequences/:id/steps/:stepId',
  id: 'changeSequenceStep',
  summary: 'Change the message, the delay or the place of a step',
  description:
    'A changed message goes to all who have not got the step. A changed delay counts for contacts whose wait for ' +
    'the step begins afterwards.',
  params: stepParams,
  body: z.object({ messageTemplate: Template, delayHours: DelayHours, stepOrder: StepOrder }).partial(),
  reply: Stepped,
  errors,
  async run({ params: { id, stepId }, body }, context) {
    const { events } = await context.handle(sequence, id, { type: 'change-step', stepId, ...body });
    return { body: stepIn(events, stepId) };
  },
});

const removeStep = writeEndpoint({
  gate: requireSequences,
  method: 'DELETE',
  path: '/v1/sequences/:id/steps/:stepId',
  id: 'removeSequenceStep',
  summary: 'Remove a step from a sequence',
  description:
    'The steps behind it move up. A contact who got it goes on behind the last of its other steps that is left; one ' +
    'who waited for it gets the next step at the same time.',
  params: stepParams,
  reply: Success,
  errors: ['PLAN_UPGRADE_REQUIRED', 'NOT_FOUND'],
  async run({ params: { id, stepId } }, context) {
    await context.handle(sequence, id, { type: 'remove-step', stepId });
    return { body: success };
  },
});

const enroll = writeEndpoint({
  ...shape,
  method: 'POST',
  path: '/v1/sequences/:id/enrollments',
  id: 'enrollContact',
  summary: 'Enroll a contact in a sequence',
  description:
    'In a sequence that is not ACTIVE the contact waits for it. A contact who is in the sequence already is 409 ' +
    'CONFLICT; after the end it can be enrolled again, under the same id. An archived sequence, a suppressed ' +
    'contact, another `platform` than that of the contact and a platform without messages are 400 VALIDATION_ERROR.',
  body: z.object({
    contactId: Id,
    platform: z
      .string()
      .refine((text) => platformFrom(text) !== undefined, 'not a platform of this service')
      .meta({ description: 'That of the contact, in any casing' }),
  }),
  reply: Enrolled,
  status: 201,
  errors: [...errors, 'CONFLICT'],
  async run({ params: { id: sequenceId }, body }, context) {
    const state = await loadSequence(sequenceId, context);
    if (state.status === 'ARCHIVED') throw new Refused('VALIDATION_ERROR', 'An archived sequence takes no enrollments');
    const { contactId } = body;
    const person = (await context.load(contact, contactId))?.state;
    if (person?.kind !== 'existing') throw notFound('contact');
    const { platform, displayName, username } = person;
    if (platformFrom(body.platform) !== platform)
      throw new Refused('VALIDATION_ERROR', `platform: the contact is on ${platform}`, { field: 'platform' });
    if (!hasMessages(platform))
      throw new Refused('VALIDATION_ERROR', 'Messages can be sent on FACEBOOK and INSTAGRAM only', {
        field: 'contactId',
        reason: 'platform_not_supported',
      });
    if (person.suppression !== null)
      throw new Refused('VALIDATION_ERROR', 'The contact is suppressed', { reason: 'suppressed' });
    const enrollmentId = enrollmentIdOf(sequenceId, contactId);
    const nextRunAt = firstRunAt(state, context.now);
    let { events } = await context.handle(
      enrollment,
      enrollmentId,
      { type: 'enroll', enrollmentId, sequenceId, contactId, platform, nextRunAt },
      { step: 'enroll' },
    );
    if (nextRunAt === null) {
      // The sequence may have been activated meanwhile, and its waiting contacts continued before.
      const resumesAt = firstRunAt(await loadSequence(sequenceId, context), context.now);
      if (resumesAt !== null)
        ({ events } = await context.handle(
          enrollment,
          enrollmentId,
          { type: 'resume', nextRunAt: resumesAt },
          { step: 'resume' },
        ));
    }
    const view = {
      ...requireView(enrollmentView, events),
      contact: { id: contactId, displayName, username, platform },
    };
    return { status: 201, body: { ...view, enrollment: view } };
  },
});

const exitEnrollment = writeEndpoint({
  gate: requireSequences,
  method: 'DELETE',
  path: '/v1/sequences/:id/enrollments/:enrollId',
  id: 'exitEnrollment',
  summary: 'Take a contact out of a sequence',
  description: 'An enrollment that has ended stays as it ended.',
  params: z.object({ id: Id, enrollId: Id }),
  reply: Success,
  errors: ['PLAN_UPGRADE_REQUIRED', 'NOT_FOUND'],
  async run({ params: { id, enrollId } }, context) {
    const loaded = await context.load(enrollment, enrollId);
    if (!loaded || foldView(enrollmentView, loaded.events)?.sequenceId !== id) throw notFound('enrollment');
    await context.handle(enrollment, enrollId, { type: 'exit', reason: 'MANUAL' });
    return { body: success };
  },
});

/** The write endpoints of sequences. */
export const sequenceEndpoints: readonly WriteEndpoint[] = [
  createSequence,
  changeSequence,
  archiveSequence,
  addStep,
  changeStep,
  removeStep,
  enroll,
  exitEnrollment,
];
