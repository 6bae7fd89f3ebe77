import { expect } from 'chai';
import fc from 'fast-check';
import { enrollment } from '../../../domain/sequences/enrollment.ts';
import { sequence } from '../../../domain/sequences/sequence.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import { sequenceResumptions } from '../../../processes/sequences/sequence-resumptions.ts';
import { sequenceRuns } from '../../../processes/sequences/sequence-runs.ts';
import { fates, messagingWorld, person, type Fate } from '../contacts/messaging-world.ts';

/** A contact in a sequence of one message, and what happens at its calls. */
const worldOf = async (...of: readonly Fate[]) => {
  const queue = [...of];
  const world = await messagingWorld(() => queue.shift() ?? 'taken');
  const { handle, context, messaging } = world;
  await handle(sequence, 's1', {
    type: 'create-sequence',
    sequenceId: 's1',
    name: 'Welcome',
    enrollmentRules: {},
    exitOnReply: true,
  });
  await handle(sequence, 's1', { type: 'add-step', stepId: 't1', messageTemplate: 'One', delayHours: 0 });
  await handle(sequence, 's1', { type: 'change-sequence', sequenceId: 's1', status: 'ACTIVE' });
  const nextRunAt = world.now().toISOString();
  await handle(enrollment, 'e1', {
    type: 'enroll',
    enrollmentId: 'e1',
    sequenceId: 's1',
    contactId: person,
    platform: 'FACEBOOK',
    nextRunAt,
  });
  const run = () =>
    sequenceRuns.act({ do: 'step', enrollmentId: 'e1', at: nextRunAt }, context(person, sequenceRuns.name), {
      messaging,
    });
  const state = async () => {
    const now = (await context().load(enrollment, 'e1'))?.state;
    if (now === undefined || now === 'absent') throw new Error('no enrollment');
    return now;
  };
  return { ...world, run, state };
};

describe('a step of a sequence', () => {
  for (const fate of ['reset_after', 'error_after'] as const)
    it(`is found on the platform after ${fate}, and not sent again`, async () => {
      const { run, state, delivered } = await worldOf(fate);
      await run();
      expect([(await state()).status, delivered.length]).to.deep.equal(['COMPLETED', 1]);
    });

  for (const fate of ['rate_limited', 'token_expired'] as const)
    it(`waits after ${fate}, and is sent then`, async () => {
      const { run, state, delivered } = await worldOf(fate);
      await run();
      expect([(await state()).attempts, delivered.length]).to.deep.equal([1, 0]);
      await run();
      expect([(await state()).status, delivered.length]).to.deep.equal(['COMPLETED', 1]);
    });

  it('is sent once by two nodes that begin it at the same moment', async () => {
    const { run, delivered } = await worldOf();
    await Promise.all([run(), run()]);
    expect(delivered).to.have.length(1);
  });

  it('is not sent to a contact who opted out or was deleted since', async () => {
    const { run, state, heard, delivered } = await worldOf();
    await heard('STOP');
    await run();
    expect([(await state()).status, delivered.length]).to.deep.equal(['EXITED', 0]);
    const gone = await worldOf();
    await gone.onContact({ type: 'delete-contact', everywhere: false });
    await gone.run();
    expect([(await gone.state()).status, gone.delivered.length]).to.deep.equal(['EXITED', 0]);
  });

  it('goes on behind the step that the contact got, whatever was added or removed meanwhile', async () => {
    for (const [edit, expected] of [
      [{ type: 'add-step', stepId: 'x', messageTemplate: 'X', delayHours: 0, stepOrder: 1 }, ['One', 'Two']],
      [{ type: 'remove-step', stepId: 't1' }, ['One', 'Two']],
      [{ type: 'change-step', stepId: 't2', stepOrder: 1 }, ['One']],
    ] as const) {
      const { run, state, delivered, handle } = await worldOf();
      await handle(sequence, 's1', { type: 'add-step', stepId: 't2', messageTemplate: 'Two', delayHours: 0 });
      await run();
      await handle(sequence, 's1', edit);
      await run();
      expect(delivered.map(({ text }) => text)).to.deep.equal(expected);
      expect((await state()).status).to.equal('COMPLETED');
    }
  });

  it('waits below the plan of sequences, and is sent when the plan has them again', async () => {
    const { run, state, delivered, handle, context } = await worldOf();
    await handle(workspace, 'w', {
      type: 'create-workspace',
      workspaceId: 'w',
      ownerId: 'u',
      name: 'W',
      slug: 'w',
      logo: null,
      plan: 'free',
      mode: 'test',
      settings: {},
    });
    await run();
    expect([(await state()).nextRunAt, delivered.length]).to.deep.equal([null, 0]);
    expect((await context().load(enrollment, 'e1'))?.events.at(-1)?.data).to.include({ waitingFor: 'PLAN' });
    const ports = {
      waitingIn: async (_: string, after: string) => (after === '' ? ['e1'] : []),
      activeSequences: async (_: string, after: string) => (after === '' ? ['s1'] : []),
    };
    const resumed = { sequenceId: undefined, at: new Date(0).toISOString() };
    await sequenceResumptions.act(resumed, context('workspace-w', sequenceResumptions.name), ports);
    expect((await state()).nextRunAt, 'the plan is still below').to.equal(null);
    await handle(workspace, 'w', { type: 'change-plan', plan: 'agency' });
    await sequenceResumptions.act(resumed, context('workspace-w', sequenceResumptions.name), ports);
    await run();
    expect([(await state()).status, delivered.length]).to.deep.equal(['COMPLETED', 1]);
  });

  for (const [text, reason] of [
    ['Hello', 'REPLY'],
    ['STOP', 'SUPPRESSED'],
  ] as const)
    it(`does not follow a reply: after ${text} the enrollment ends by ${reason}`, async () => {
      const { heard, context, messaging, now } = await worldOf();
      await heard(text);
      const reply = { do: 'reply', enrollmentId: 'e1', at: now().toISOString() } as const;
      await sequenceRuns.act(reply, context(person, sequenceRuns.name), { messaging });
      const ended = (await context().load(enrollment, 'e1'))?.events.at(-1);
      expect(ended).to.deep.include({ type: 'EnrollmentExited' });
      expect(ended?.data).to.include({ reason });
    });

  it('is never sent twice, and is sent or failed in the end, whatever happens at its calls', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...fates), { maxLength: 12 }), async (of) => {
        const { run, state, delivered, advance } = await worldOf(...of);
        for (let turn = 0; turn < 60 && (await state()).status === 'ACTIVE'; turn++) {
          await Promise.allSettled([run(), run()]);
          advance(31);
        }
        const { status } = await state();
        expect(delivered).to.have.length(status === 'COMPLETED' ? 1 : 0);
        expect(status).to.be.oneOf(['COMPLETED', 'FAILED']);
      }),
      { numRuns: 60 },
    ));
});
