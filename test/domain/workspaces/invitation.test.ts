import { expect } from 'chai';
import {
  InvitationAccepted,
  InvitationDeleted,
  InvitationLapsed,
  InvitationMailed,
  InvitationResent,
  InvitationSent,
  lapseOf,
  type InvitationCommand,
} from '../../../domain/workspaces/invitation.ts';
import { MemberJoined } from '../../../domain/workspaces/member.ts';
import { WorkspacePlanChanged } from '../../../domain/workspaces/plan-events.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import { WorkspaceCreated, WorkspaceDeleted } from '../../../domain/workspaces/workspace-events.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(workspace);
const people = [
  WorkspaceCreated({
    workspaceId: 'w1',
    name: 'Acme',
    slug: 'acme',
    logo: null,
    plan: 'pro',
    mode: 'live',
    ownerId: 'olivia',
    settings: {},
  }),
  MemberJoined({ userId: 'olivia', role: 'OWNER' }),
  MemberJoined({ userId: 'adam', role: 'ADMIN' }),
  MemberJoined({ userId: 'mia', role: 'MEMBER' }),
];
const [day1, day5, day8, day12] = ['01', '05', '08', '12'].map((day) => `2026-01-${day}T00:00:00.000Z`) as [
  ...[string, string, string, string],
];
const letter = {
  invitationId: 'i1',
  email: 'ivy@example.com',
  emailHash: 'h1',
  role: 'EDITOR',
  expiresAt: day8,
} as const;
const invite = (over: Partial<Extract<InvitationCommand, { type: 'invite' }>> = {}): InvitationCommand => ({
  type: 'invite',
  by: 'adam',
  now: day1,
  ...letter,
  ...over,
});
const sent = InvitationSent({ ...letter, invitedBy: 'adam' });
const accept = (over: Partial<Extract<InvitationCommand, { type: 'accept-invitation' }>> = {}): InvitationCommand => ({
  type: 'accept-invitation',
  invitationId: 'i1',
  sending: 1,
  userId: 'ivy',
  now: day5,
  ...over,
});

describe('an invitation', () => {
  it('is sent by the owner and administrators', () => {
    given(...people)
      .when(invite())
      .then(sent);
    for (const by of ['mia', 'stranger'])
      given(...people)
        .when(invite({ by }))
        .thenRefused('FORBIDDEN');
  });

  it('is sent once to an address while it is open', () => {
    given(...people, sent)
      .when(invite({ invitationId: 'i2' }))
      .thenRefused('CONFLICT', /already/);
    given(...people, sent)
      .when(invite({ invitationId: 'i2', now: day8, expiresAt: day12 }))
      .thenTypes('InvitationSent');
    given(...people, sent)
      .when(invite({ invitationId: 'i2', emailHash: 'h2' }))
      .thenTypes('InvitationSent');
  });

  it('is sent again with a new link, once a request', () => {
    const again = {
      type: 'resend-invitation',
      invitationId: 'i1',
      by: 'adam',
      after: 1,
      now: day8,
      expiresAt: day12,
    } as const;
    const resent = InvitationResent({ invitationId: 'i1', sending: 2, expiresAt: day12 });
    given(...people, sent)
      .when(again)
      .then(resent);
    given(...people, sent, resent)
      .when(again)
      .thenNothing();
    given(...people)
      .when(again)
      .thenRefused('NOT_FOUND');
    given(...people, sent, resent)
      .when(accept({ sending: 1 }))
      .thenRefused('NOT_FOUND');
    given(...people, sent, resent)
      .when(accept({ sending: 2, now: day8 }))
      .thenTypes('InvitationAccepted', 'MemberJoined');
  });

  it('needs room under the plan when it is sent and when it is accepted', () => {
    given(...people, WorkspacePlanChanged({ plan: 'starter', graceUntil: null }))
      .when(invite())
      .thenRefused('LIMIT_EXCEEDED');
    given(...people, sent, WorkspacePlanChanged({ plan: 'starter', graceUntil: null }))
      .when(accept())
      .thenRefused('LIMIT_EXCEEDED');
  });

  it('is one of a hundred mails a day of its workspace, resent ones included', () => {
    const flood = Array.from({ length: 99 }, (_none, index) =>
      InvitationResent({ invitationId: 'i1', sending: index + 2, expiresAt: day8 }),
    );
    const withdrawn = InvitationDeleted({ invitationId: 'i1' });
    given(...people, sent, ...flood.slice(1), withdrawn)
      .when(invite({ invitationId: 'i2' }))
      .thenTypes('InvitationSent');
    given(...people, sent, ...flood, withdrawn)
      .when(invite({ invitationId: 'i2' }))
      .thenRefused('RATE_LIMITED');
    given(...people, sent, ...flood)
      .when({
        type: 'resend-invitation',
        invitationId: 'i1',
        by: 'adam',
        after: 100,
        now: day1,
        expiresAt: day8,
      })
      .thenRefused('RATE_LIMITED');
    const nextDay = { now: '2026-01-02T00:00:00.000Z', expiresAt: '2026-01-09T00:00:00.000Z' };
    given(...people, sent, ...flood, withdrawn)
      .when(invite({ invitationId: 'i2', ...nextDay }))
      .thenTypes('InvitationSent');
  });

  it('ends for good when it stays unanswered for thirty days after its expiry', () => {
    const lapse = (now: string) => ({ type: 'note-invitation-lapsed', invitationId: 'i1', now }) as const;
    const [early, due] = ['2026-02-06T23:59:59.999Z', '2026-02-07T00:00:00.000Z'];
    expect(lapseOf(day8)).to.equal(due);
    given(...people, sent)
      .when(lapse(early))
      .thenNothing();
    given(...people, sent)
      .when(lapse(due))
      .then(InvitationLapsed({ invitationId: 'i1' }));
    given(...people, sent, InvitationResent({ invitationId: 'i1', sending: 2, expiresAt: day12 }))
      .when(lapse(due))
      .thenNothing();
    given(...people, sent, InvitationAccepted({ invitationId: 'i1', userId: 'ivy' }))
      .when(lapse(due))
      .thenNothing();
    const again = { type: 'resend-invitation', invitationId: 'i1', by: 'adam', after: 1, expiresAt: due } as const;
    given(...people, sent)
      .when({ ...again, now: early })
      .thenTypes('InvitationResent');
    // Its address may be forgotten already.
    given(...people, sent)
      .when({ ...again, now: due })
      .thenRefused('NOT_FOUND');
    given(...people, sent, InvitationLapsed({ invitationId: 'i1' }))
      .when({ ...again, now: early })
      .thenRefused('NOT_FOUND');
  });

  it('makes the person who accepts it a member with its role', () => {
    given(...people, sent)
      .when(accept())
      .then(InvitationAccepted({ invitationId: 'i1', userId: 'ivy' }), MemberJoined({ userId: 'ivy', role: 'EDITOR' }));
  });

  it('leaves a member the role they have', () => {
    given(...people, sent)
      .when(accept({ userId: 'mia' }))
      .then(InvitationAccepted({ invitationId: 'i1', userId: 'mia' }));
  });

  it('opens once, and not after it has run out or was taken back', () => {
    given(...people, sent, InvitationAccepted({ invitationId: 'i1', userId: 'ivy' }))
      .when(accept({ userId: 'somebody' }))
      .thenRefused('NOT_FOUND');
    given(...people, sent)
      .when(accept({ now: day8 }))
      .thenRefused('NOT_FOUND');
    given(...people, sent)
      .when({ type: 'delete-invitation', invitationId: 'i1', by: 'olivia' })
      .then(InvitationDeleted({ invitationId: 'i1' }));
    given(...people, sent, InvitationDeleted({ invitationId: 'i1' }))
      .when(accept())
      .thenRefused('NOT_FOUND');
    given(...people)
      .when({ type: 'delete-invitation', invitationId: 'i1', by: 'mia' })
      .thenRefused('FORBIDDEN');
  });

  it('notes what came of its mail, also where the workspace is gone, and stays open', () => {
    const note = { type: 'note-invitation-mailed', invitationId: 'i1', sending: 1, outcome: 'handed_over' } as const;
    const mailed = InvitationMailed({ invitationId: 'i1', sending: 1, outcome: 'handed_over' });
    given(...people, sent)
      .when(note)
      .then(mailed);
    given(...people, sent, WorkspaceDeleted({ deletedBy: 'olivia' }))
      .when(note)
      .then(mailed);
    given().when(note).thenNothing();
    given(...people, sent, mailed)
      .when(accept())
      .thenTypes('InvitationAccepted', 'MemberJoined');
  });
});
