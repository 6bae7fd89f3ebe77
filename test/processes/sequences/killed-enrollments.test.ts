import { expect } from 'chai';
import { enrollmentIdOf } from '../../../commands/sequences/enrollment-id.ts';
import { contact } from '../../../domain/contacts/contact.ts';
import { sequence } from '../../../domain/sequences/sequence.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import { sequenceEnrollments } from '../../../processes/sequences/sequence-enrollments.ts';
import { killedProcess } from '../../support/killed-process.ts';

const contactId = 'c1';
const enrollmentRules = { tags: ['lead'] };
const sequences = ['s1', 's2'];

/** A contact who matches the rules of two sequences, while the service is killed at a step, or two nodes work. */
const story = async (of: Readonly<{ killAt: number; nodes?: number }>) => {
  const world = await killedProcess(
    sequenceEnrollments,
    ({ outside }) => ({
      sequencesWithRules: () => outside(() => sequences.map((id) => ({ id, enrollmentRules }))),
    }),
    of,
  );
  const { send, log } = world;
  await send(workspace, 'w1', { type: 'change-plan', plan: 'agency' });
  for (const sequenceId of sequences) {
    const create = {
      type: 'create-sequence',
      sequenceId,
      name: 'Welcome',
      enrollmentRules,
      exitOnReply: true,
    } as const;
    await send(sequence, sequenceId, create);
    const step = { type: 'add-step', stepId: `${sequenceId}-1`, messageTemplate: 'Hi', delayHours: 1 } as const;
    await send(sequence, sequenceId, step);
    await send(sequence, sequenceId, { type: 'change-sequence', sequenceId, status: 'ACTIVE' });
  }
  await send(contact, contactId, {
    type: 'upsert-contact',
    contactId,
    platform: 'INSTAGRAM',
    platformId: '7',
    seen: { accountId: 'a1', at: '2026-01-05T09:00:00.000Z', asInbound: true },
  });
  await send(contact, contactId, { type: 'add-tag', tag: 'lead' });
  await world.untilNothingIsOwed();
  const started = sequences.map(
    (id) =>
      log.of(`enrollment-${enrollmentIdOf(id, contactId)}`).filter(({ type }) => type === 'EnrollmentStarted').length,
  );
  return { world, started };
};

describe('the enrollments of sequences with rules, begun by a process', () => {
  it('begin once each, at whatever step it is killed', async () => {
    for (let killAt = 0; ; killAt += 1) {
      const { world, started } = await story({ killAt });
      expect(started, `killed at step ${killAt}`).to.deep.equal([1, 1]);
      if (!world.wasKilled()) return expect(killAt, 'steps that were killed').to.be.greaterThan(4);
    }
  });

  it('begin once each where two nodes carry it out at the same time', async () => {
    expect((await story({ killAt: Infinity, nodes: 2 })).started).to.deep.equal([1, 1]);
  });
});
