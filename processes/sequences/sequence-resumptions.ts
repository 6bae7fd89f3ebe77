import { forEachConcurrently } from '../../commands/kernel/for-each-concurrently.ts';
import { allows } from '../../domain/plans/plan.ts';
import { enrollment } from '../../domain/sequences/enrollment.ts';
import { nextStepOf } from '../../domain/sequences/next-step.ts';
import { hoursAfter } from '../../domain/sequences/run-times.ts';
import { sequence } from '../../domain/sequences/sequence.ts';
import { planHas } from '../billing/plan-has.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { processOf } from '../kernel/process.ts';

/** A sequence that was activated, or a workspace whose plan has sequences, with contacts who may wait for that. */
type Resuming = Readonly<{ sequenceId: string | undefined; at: string }>;

export type ResumptionPorts = Readonly<{
  /** Enrollments that wait in a sequence, once the read model has caught up, from behind one of them on. */
  waitingIn(sequenceId: string, after: string, limit: number): Promise<readonly string[]>;
  /** The sequences of a workspace that are ACTIVE, once the read model has caught up, from behind one of them on. */
  activeSequences(workspaceId: string, after: string, limit: number): Promise<readonly string[]>;
}>;

const perPage = 500;
const atOnce = 8;

type Page = (after: string, limit: number) => Promise<readonly string[]>;

const forEachOf = async (page: Page, many: number, work: (id: string) => Promise<void>): Promise<void> => {
  for (let after = ''; ;) {
    const some = await page(after, perPage);
    await forEachConcurrently(some, many, work);
    const last = some.at(-1);
    if (last === undefined || some.length < perPage) return;
    after = last;
  }
};

const resume = async (sequenceId: string, at: string, context: ActContext, { waitingIn }: ResumptionPorts) => {
  const { load, send, signal, now } = context;
  const state = (await load(sequence, sequenceId))?.state;
  if (state === undefined || state === 'absent' || state.status !== 'ACTIVE') return;
  await forEachOf(
    (after, limit) => waitingIn(sequenceId, after, limit),
    atOnce,
    async (id) => {
      signal.throwIfAborted();
      const of = (await load(enrollment, id))?.state;
      if (of === undefined || of === 'absent' || of.status !== 'ACTIVE' || of.nextRunAt !== null) return;
      // A contact whose step was due, and one who waited in the middle, has waited long enough.
      const delay = of.got.length === 0 && !of.wasDue ? (nextStepOf(state.steps, of.got)?.delayHours ?? 0) : 0;
      const nextRunAt = hoursAfter(now().toISOString(), delay);
      await send(enrollment, id, { type: 'resume', nextRunAt }, { step: `resume/${id}/${at}` });
    },
  );
};

/** Lets the contacts who wait for a sequence, or for the plan, go on, page by page. */
export const sequenceResumptions = processOf<Resuming, Resuming, ResumptionPorts>()({
  name: 'sequence-resumptions',
  description: 'Continues the enrollments of a sequence that is active again, or of a plan that has sequences again.',
  on: {
    SequenceStatusChanged: (_, { data: { sequenceId, status }, meta }) =>
      status === 'ACTIVE' ? { sequenceId, at: meta.occurredAt } : undefined,
    WorkspacePlanChanged: (_, { data: { plan }, meta }) =>
      allows(plan, 'sequences') ? { sequenceId: undefined, at: meta.occurredAt } : undefined,
  },
  instancesOf: ({ stream, data }) => ('sequenceId' in data ? data.sequenceId : stream),
  next: (resuming) => ({ at: resuming.at, action: resuming }),
  act: async ({ sequenceId, at }, context, ports) => {
    if (await planHas('sequences', context)) {
      const { workspaceId } = context;
      const ofWorkspace: Page = (after, limit) => ports.activeSequences(workspaceId, after, limit);
      if (sequenceId !== undefined) await resume(sequenceId, at, context, ports);
      else await forEachOf(ofWorkspace, 1, (id) => resume(id, at, context, ports));
    }
    context.endInstance();
  },
});
