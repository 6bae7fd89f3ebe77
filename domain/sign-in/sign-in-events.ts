import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { passkeyEvents } from './passkey-events.ts';
import { applicationEvents } from './application-events.ts';
import { secondFactorEvents } from './second-factor-events.ts';

const ofPerson = z.object({ userId: z.string() });

export const PasswordSet = defineEvent(
  'PasswordSet',
  ofPerson.extend({
    /** Names the hash in the vault. */
    passwordId: z.string(),
    /** The link that was used for it, which opens nothing from then on. */
    linkId: z.string().nullable(),
  }),
  { description: 'A person chose a password. Its hash is in the vault, not in the event.' },
);
export const PasswordLinkIssued = defineEvent(
  'PasswordLinkIssued',
  ofPerson.extend({ linkId: z.string(), expiresAt: z.iso.datetime() }),
  { description: 'A link was made with which a person chooses a new password, once.' },
);
export const GuessingNoticed = defineEvent(
  'GuessingNoticed',
  ofPerson.extend({ windowEnds: z.iso.datetime(), address: z.string() }),
  {
    description: 'So many wrong passwords were tried for a person that further tries are refused for a while.',
    personal: { subject: 'userId', fields: ['address'] },
  },
);

export const SignInLinkIssued = defineEvent(
  'SignInLinkIssued',
  ofPerson.extend({ linkId: z.string(), expiresAt: z.iso.datetime() }),
  { description: 'A link was made with which a person signs in, once, in the browser that asked for it.' },
);
export const SignInLinkUsed = defineEvent('SignInLinkUsed', ofPerson.extend({ linkId: z.string() }), {
  description: 'A person signed in with a link of a mail, which opens nothing from then on.',
});

export const signInMethods = ['password', 'password_link', 'set_up', 'mail_link', 'passkey'] as const;

export const SessionStarted = defineEvent(
  'SessionStarted',
  ofPerson.extend({
    sessionId: z.string(),
    startedAt: z.iso.datetime(),
    method: z.enum(signInMethods),
    address: z.string(),
    /** What the browser calls itself. */
    device: z.string(),
  }),
  {
    description: 'A person signed in with the own issuer of the service.',
    personal: { subject: 'userId', fields: ['address', 'device'] },
  },
);

export const sessionEnds = [
  'ended',
  'expired',
  'password_changed',
  'replaced',
  'disabled',
  'second_factor',
  'passkey',
] as const;
export type SessionEnd = (typeof sessionEnds)[number];

export const SessionEnded = defineEvent(
  'SessionEnded',
  ofPerson.extend({ sessionId: z.string(), reason: z.enum(sessionEnds) }),
  { description: 'A session of a person ended: its tokens open nothing from then on.' },
);
export const PersonDisabled = defineEvent('PersonDisabled', ofPerson, {
  description: 'An administrator of the installation disabled a person: every sign-in is refused.',
});
export const PersonEnabled = defineEvent('PersonEnabled', ofPerson, {
  description: 'A disabled person may sign in again.',
});
export const OperatorGranted = defineEvent('OperatorGranted', ofPerson, {
  description: 'A person became an operator of the installation.',
});
export const OperatorWithdrawn = defineEvent('OperatorWithdrawn', ofPerson, {
  description: 'A person is no longer an operator of the installation.',
});

export const signInEvents = [
  PasswordSet,
  PasswordLinkIssued,
  SignInLinkIssued,
  SignInLinkUsed,
  GuessingNoticed,
  SessionStarted,
  SessionEnded,
  PersonDisabled,
  PersonEnabled,
  OperatorGranted,
  OperatorWithdrawn,
  ...secondFactorEvents,
  ...passkeyEvents,
  ...applicationEvents,
] as const;
export type SignInEvent = EventOf<(typeof signInEvents)[number]>;
