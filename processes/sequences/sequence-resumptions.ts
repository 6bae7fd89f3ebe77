import { forEachConcurrently } from '../../commands/kernel/for-each-concurrently.ts';
import { enrollment } from '../../domain/sequences/enrollment.ts';
import { hoursAfter } from '../../domain/sequences/run-times.ts';
import { sequence } from '../../domain/sequences/sequence.ts';
import { processOf } from '../kernel/process.ts';

/** A sequence that was activated, with contacts who may wait for it. */
type Resuming = Readonly<{ sequenceId: string; at: string }>;

export type ResumptionPorts = Readonly<{
  /** Enrollments that wait for their sequence, once the read model has caught up, from behind one of them on. */
  waitingIn(sequenceId: string, after: string, limit: number): Promise<readonly string[]>;
}>;

const perPage = 500;
const atOnce = 8;

/** Lets the contacts who wait for a sequence go on, page by page. */
export const sequenceResumptions = processOf<Resuming, Resuming, ResumptionPorts>()({
  name: 'sequence-resumptions',
  description: 'Continues the enrollments of a sequence that is active again.',
  on: {
    SequenceStatusChanged: (_, { data: { sequenceId, status }, meta }) =>
      status === 'ACTIVE' ? { sequenceId, at: meta.occurredAt } : undefined,
  },
  instancesOf: ({ data }) => data.sequenceId,
  next: (resuming) => ({ at: resuming.at, action: resuming }),
  act: async ({ sequenceId, at }, context, { waitingIn }) => {
    const { load, send, signal, now } = context;
    const state = (await load(sequence, sequenceId))?.state;
    if (state === undefined || state === 'absent' || state.status !== 'ACTIVE') return context.endInstance();
    for (let after = ''; ;) {
      const some = await waitingIn(sequenceId, after, perPage);
      await forEachConcurrently(some, atOnce, async (id) => {
        signal.throwIfAborted();
        const of = (await load(enrollment, id))?.state;
        if (of === undefined || of === 'absent' || of.status !== 'ACTIVE' || of.nextRunAt !== null) return;
        // A contact who waited in the middle has waited long enough.
        const delay = of.currentStep === 0 ? (state.steps[0]?.delayHours ?? 0) : 0;
        const nextRunAt = hoursAfter(now().toISOString(), delay);
        await send(enrollment, id, { type: 'resume', nextRunAt }, `resume/${id}/${at}`);
      });
      const last = some.at(-1);
      if (last === undefined || some.length < perPage) return context.endInstance();
      after = last;
    }
  },
});
