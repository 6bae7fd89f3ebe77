import { expect } from 'chai';
import { enrollmentIdOf } from '../../../commands/sequences/enrollment-id.ts';
import type { Recorded } from '../../../domain/kernel/event.ts';
import type { Plan } from '../../../domain/plans/plan.ts';
import { sequenceEnrollments } from '../../../processes/sequences/sequence-enrollments.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const at = '2026-01-01T00:00:00.000Z';
const of = (stream: string) => ({ stream, workspaceId: 'w1', at });
const onPlan = (plan: Plan) =>
  event(
    'WorkspaceCreated',
    {
      workspaceId: 'w1',
      ownerId: 'u1',
      name: 'W',
      slug: 'w',
      logo: null,
      plan,
      mode: 'live',
      settings: {},
    },
    of('workspace-w1'),
  );
const rules = { tags: ['lead'] };
const active = [
  event(
    'SequenceCreated',
    { sequenceId: 's1', name: 'Welcome', enrollmentRules: rules, exitOnReply: true },
    of('sequence-s1'),
  ),
  event('SequenceStatusChanged', { sequenceId: 's1', status: 'ACTIVE' }, of('sequence-s1')),
];
const created = (tags: string[], platform: 'INSTAGRAM' | 'TWITTER' = 'INSTAGRAM') =>
  event(
    'ContactCreated',
    {
      contactId: 'c1',
      personId: 'p1',
      platform,
      platformId: '7',
      accountId: 'a1',
      displayName: null,
      username: 'zoe',
      avatarUrl: null,
      tags,
      customFields: '{}',
      lastSeenAt: at,
      lastInboundAt: at,
    },
    of('contact-c1'),
  );
const tagged = event('ContactTagsChanged', { tags: ['lead', 'new'] }, of('contact-c1'));
const enrollmentId = enrollmentIdOf('s1', 'c1');
const ports = { sequencesWithRules: async () => [{ id: 's1', enrollmentRules: rules }] };

describe('the enrollments of a sequence with rules', () => {
  const given = processSpec(sequenceEnrollments, 'contact-c1');
  const before = [onPlan('agency'), ...active];

  it('begin with the tag that a contact gets, and with a contact who has it from the start', async () => {
    for (const came of [[created([]), tagged], [created(['lead'])]]) {
      const recorded = await given(...before, ...came).carriedOut(ports);
      expect(recorded?.map(({ type, data }) => [type, data])).to.deep.equal([
        [
          'EnrollmentStarted',
          { enrollmentId, sequenceId: 's1', contactId: 'c1', platform: 'INSTAGRAM', nextRunAt: at, round: 1 },
        ],
      ]);
    }
  });
  it('do not begin without the tag, without messages, below the plan and for a suppressed contact', async () => {
    const suppressed = event('ContactSuppressed', { reason: 'STOP_KEYWORD' }, of('contact-c1'));
    given(...before, created([])).owesNothing();
    for (const came of [
      [...before, created(['other'])],
      [...before, created(['lead'], 'TWITTER')],
      [...before, created(['lead']), suppressed],
      [onPlan('pro'), ...active, created(['lead'])],
    ])
      await given(...came)
        .acting(ports)
        .endsInstance();
  });
  it('begin once: a contact who left the sequence does not come back by a tag', async () => {
    const started = event(
      'EnrollmentStarted',
      { enrollmentId, sequenceId: 's1', contactId: 'c1', platform: 'INSTAGRAM', nextRunAt: at, round: 1 },
      of(`enrollment-${enrollmentId}`),
    );
    const left = event(
      'EnrollmentExited',
      { enrollmentId, contactId: 'c1', reason: 'MANUAL' },
      of(`enrollment-${enrollmentId}`),
    );
    await given(...before, created(['lead']), started, left, tagged)
      .acting(ports)
      .endsInstance();
  });

  describe('through plans and owners', () => {
    const inWorkspace = of('workspace-w1');
    const graceUntil = '2026-01-06T00:00:00.000Z';
    const plan = (name: Plan, until: string | null = null) =>
      event('WorkspacePlanChanged', { plan: name, graceUntil: until }, inWorkspace);
    const handedOver = [
      event('MemberJoined', { userId: 'u2', role: 'ADMIN' }, inWorkspace),
      event(
        'OwnershipTransferRequested',
        { requestId: 'r1', fromUserId: 'u1', targetUserId: 'u2', expiresAt: graceUntil },
        inWorkspace,
      ),
      event('OwnershipTransferred', { requestId: 'r1', fromUserId: 'u1', toUserId: 'u2' }, inWorkspace),
    ];
    const begun = async (...came: readonly Recorded[]) =>
      (await given(...came).carriedOut(ports))?.map(({ type }) => type);

    it('do not begin below the plan, also while the accounts beyond it have their grace', async () => {
      const lowered = [...before, plan('pro', graceUntil)];
      await given(...lowered, created(['lead']))
        .acting(ports)
        .endsInstance();
      const ended = event('WorkspaceGraceEnded', { plan: 'pro', graceUntil, pausedAccounts: [] }, inWorkspace);
      await given(...lowered, ended, created(['lead']))
        .acting(ports)
        .endsInstance();
    });

    it('begin again with the next tag when the plan has sequences again', async () => {
      expect(await begun(...before, plan('pro', graceUntil), created(['lead']), plan('agency'), tagged)).to.deep.equal([
        'EnrollmentStarted',
      ]);
    });

    it('go on for another owner with the plan, and not with the lower plan of another owner', async () => {
      expect(await begun(...before, ...handedOver, created(['lead']))).to.deep.equal(['EnrollmentStarted']);
      await given(...before, ...handedOver, plan('free', graceUntil), created(['lead']))
        .acting(ports)
        .endsInstance();
    });
  });
});
