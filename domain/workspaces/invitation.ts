import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import { requireRoom, type Plan } from '../plans/plan.ts';
import { MemberJoined } from './member.ts';
import { GivenRole, mayManage, roleOf, type Role } from './role.ts';

export const invitationDays = 7;

/** The mails of invitations that a workspace sends in 24 hours: strangers cannot refuse them. */
export const invitationsPerDay = 100;

const dayMs = 86_400_000;
/**
 * How long an expired invitation can be sent again; then it ends for good, and the address is
 * forgotten.
 */
const lapseDays = 30;

/** When an unanswered invitation expires, ISO 8601. */
export const lapseOf = (expiresAt: string): string => new Date(Date.parse(expiresAt) + lapseDays * dayMs).toISOString();

export const InvitationSent = defineEvent(
  'InvitationSent',
  z.object({
    invitationId: z.string(),
    email: z.string(),
    /** Identifies invitations to the same address after the address itself was erased. */
    emailHash: z.string(),
    role: GivenRole,
    invitedBy: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  {
    description: 'A person was invited into the workspace.',
    personal: { subject: 'invitationId', fields: ['email'] },
  },
);
export const InvitationResent = defineEvent(
  'InvitationResent',
  z.object({ invitationId: z.string(), sending: z.int(), expiresAt: z.iso.datetime() }),
  { description: 'An invitation was sent again, with a new link.' },
);
export const InvitationAccepted = defineEvent(
  'InvitationAccepted',
  z.object({ invitationId: z.string(), userId: z.string() }),
  { description: 'An invited person joined.' },
);
export const InvitationDeleted = defineEvent('InvitationDeleted', z.object({ invitationId: z.string() }), {
  description: 'An invitation was withdrawn.',
});
export const InvitationLapsed = defineEvent('InvitationLapsed', z.object({ invitationId: z.string() }), {
  description: 'An unanswered invitation ended for good, and its address was forgotten.',
});
export const InvitationMailed = defineEvent(
  'InvitationMailed',
  z.object({
    invitationId: z.string(),
    sending: z.int(),
    /** `not_needed`: the invitation had ended, or was sent again, before its mail was sent. */
    outcome: z.enum(['handed_over', 'no_mail_server', 'not_needed']),
  }),
  { description: 'The mail of an invitation was handed over, or will not be.' },
);
export const invitationEvents = [
  InvitationSent,
  InvitationResent,
  InvitationMailed,
  InvitationAccepted,
  InvitationDeleted,
  InvitationLapsed,
] as const;
export type InvitationEvent = EventOf<(typeof invitationEvents)[number]>;

export type PendingInvitation = Readonly<{
  emailHash: string;
  role: GivenRole;
  expiresAt: string;
  /** Counts the mails sent: only the link of the last one opens. */
  sending: number;
  /** The last sending whose mail has an outcome; 0 before. */
  mailed: number;
}>;

/** The facts of a workspace for these rules. */
export type Invitations = Readonly<{
  plan: Plan;
  members: Readonly<Record<string, Role>>;
  invitations: Readonly<Record<string, PendingInvitation>>;
  /** The ends (ISO 8601) of what was sent last, `invitationsPerDay` at most, the latest last. */
  sentInvitations: readonly string[];
}>;

/** The outcome of the mail of one sending. */
export type NoteInvitationMailed = Readonly<
  { type: 'note-invitation-mailed' } & EventOf<typeof InvitationMailed>['data']
>;

/** After the address of a long expired invitation was forgotten. */
export type NoteInvitationLapsed = Readonly<{ type: 'note-invitation-lapsed'; invitationId: string; now: string }>;

export type InvitationCommand =
  | Readonly<{
      type: 'invite';
      invitationId: string;
      by: string;
      email: string;
      emailHash: string;
      role: GivenRole;
      now: string;
      expiresAt: string;
    }>
  | Readonly<{
      type: 'resend-invitation';
      invitationId: string;
      by: string;
      /**
       * The sending that the caller saw: a repeat of the same request finds a later one and does
       * nothing.
       */
      after: number;
      now: string;
      expiresAt: string;
    }>
  | Readonly<{ type: 'delete-invitation'; invitationId: string; by: string }>
  | Readonly<{ type: 'accept-invitation'; invitationId: string; sending: number; userId: string; now: string }>;

const hasLapsed = ({ expiresAt }: PendingInvitation, now: string): boolean =>
  Date.parse(lapseOf(expiresAt)) <= Date.parse(now);

export const notedLapse = (
  { invitationId, now }: NoteInvitationLapsed,
  invitations: Invitations['invitations'],
): readonly InvitationEvent[] => {
  const pending = invitations[invitationId];
  return pending && hasLapsed(pending, now) ? [InvitationLapsed({ invitationId })] : [];
};

/** Each sending ends the same time after it was sent, so the ends tell how long ago that was. */
const requireMailRoom = (sent: readonly string[], expiresAt: string): void => {
  const [oldest] = sent;
  if (oldest === undefined || sent.length < invitationsPerDay) return;
  const waitMs = Date.parse(oldest) + dayMs - Date.parse(expiresAt);
  if (waitMs > 0)
    throw new Refused('RATE_LIMITED', `A workspace sends ${invitationsPerDay} invitations a day at most`, {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    });
};

/** What was sent last, after one more event. */
export const evolveSentInvitations = (
  sent: Invitations['sentInvitations'],
  { type, data }: InvitationEvent,
): Invitations['sentInvitations'] =>
  type === 'InvitationSent' || type === 'InvitationResent' ? [...sent, data.expiresAt].slice(-invitationsPerDay) : sent;

export const decideInvitation = (
  command: InvitationCommand,
  { plan, members, invitations, sentInvitations }: Invitations,
): readonly (InvitationEvent | EventOf<typeof MemberJoined>)[] => {
  const { invitationId } = command;
  const pending = invitations[invitationId];
  if (command.type === 'accept-invitation') {
    const { userId, sending, now } = command;
    const open = pending && pending.sending === sending && Date.parse(pending.expiresAt) > Date.parse(now);
    if (!open) throw notFound('invitation');
    const accepted = InvitationAccepted({ invitationId, userId });
    // A person who is a member already keeps their role.
    if (members[userId] !== undefined) return [accepted];
    requireRoom(plan, 'members', Object.keys(members).length);
    return [accepted, MemberJoined({ userId, role: pending.role })];
  }
  if (!mayManage(roleOf(members, command.by)))
    throw new Refused('FORBIDDEN', 'Only the owner and administrators manage invitations');
  switch (command.type) {
    case 'invite': {
      if (pending) return [];
      const { email, emailHash, role, by, now, expiresAt } = command;
      const same = Object.values(invitations).some(
        (each) => each.emailHash === emailHash && Date.parse(each.expiresAt) > Date.parse(now),
      );
      if (same) throw new Refused('CONFLICT', 'This address is invited already; resend that invitation');
      requireRoom(plan, 'members', Object.keys(members).length);
      requireMailRoom(sentInvitations, expiresAt);
      return [InvitationSent({ invitationId, email, emailHash, role, invitedBy: by, expiresAt })];
    }
    case 'resend-invitation':
      if (!pending || hasLapsed(pending, command.now)) throw notFound('invitation');
      if (pending.sending !== command.after) return [];
      requireMailRoom(sentInvitations, command.expiresAt);
      return [InvitationResent({ invitationId, sending: pending.sending + 1, expiresAt: command.expiresAt })];
    case 'delete-invitation':
      if (!pending) throw notFound('invitation');
      return [InvitationDeleted({ invitationId })];
  }
};

/** Recorded once, and for the last sending only: the mails of earlier sendings no longer matter. */
export const notedMail = (
  { invitationId, sending, outcome }: NoteInvitationMailed,
  invitations: Invitations['invitations'],
): readonly InvitationEvent[] => {
  const pending = invitations[invitationId];
  return pending?.sending === sending && pending.mailed !== sending
    ? [InvitationMailed({ invitationId, sending, outcome })]
    : [];
};

export const evolveInvitations = (
  invitations: Invitations['invitations'],
  { type, data }: InvitationEvent,
): Invitations['invitations'] => {
  const { [data.invitationId]: pending, ...others } = invitations;
  switch (type) {
    case 'InvitationSent': {
      const { emailHash, role, expiresAt } = data;
      return { ...others, [data.invitationId]: { emailHash, role, expiresAt, sending: 1, mailed: 0 } };
    }
    case 'InvitationResent':
      return pending
        ? { ...others, [data.invitationId]: { ...pending, sending: data.sending, expiresAt: data.expiresAt } }
        : others;
    case 'InvitationMailed':
      return pending ? { ...others, [data.invitationId]: { ...pending, mailed: data.sending } } : others;
    default:
      return others;
  }
};
