import type { EventOf } from '../../domain/kernel/event.ts';
import { ApplicationConnected } from '../../domain/sign-in/application-events.ts';
import { PasskeyAdded, PasskeyRemoved } from '../../domain/sign-in/passkey-events.ts';
import {
  RecoveryCodesReplaced,
  SecondFactorDisabled,
  SecondFactorEnabled,
} from '../../domain/sign-in/second-factor-events.ts';
import { PasswordSet } from '../../domain/sign-in/sign-in-events.ts';

/** The changes of a sign-in that its person must hear of: a thief makes them to stay in. */
export const securityEvents = [
  PasswordSet,
  PasskeyAdded,
  PasskeyRemoved,
  SecondFactorEnabled,
  SecondFactorDisabled,
  RecoveryCodesReplaced,
  ApplicationConnected,
] as const;
export type SecurityEvent = EventOf<(typeof securityEvents)[number]>;

export const isSecurityEvent = (event: Readonly<{ type: string }>): event is SecurityEvent =>
  securityEvents.some(({ type }) => type === event.type);

export type SecurityText = Readonly<{ subject: string; lines: readonly string[] }>;

/** What the text has beyond the event. */
export type SecurityFacts = Readonly<{
  email: string;
  /** When it happened, as people read it. */
  moment: string;
  /** The name that a removed passkey had. */
  passkeyName: (passkeyId: string) => string;
  /** The name of the workspace that an application acts in. */
  workspaceName: string;
}>;

const byWhom = (by: 'person' | 'administrator'): string =>
  by === 'administrator' ? ' An administrator of the installation did it.' : '';

const notYours =
  'If it was not you, open the page Security: remove what you do not know, end the other sessions and choose a new ' +
  'password. If you cannot sign in any more, ask on the sign-in page for a new password.';

const happened = (event: SecurityEvent, { email, moment, passkeyName, workspaceName }: SecurityFacts) => {
  const at = `for the sign-in with ${email}, at ${moment}.`;
  switch (event.type) {
    case 'PasswordSet':
      return {
        subject: 'Your password was changed',
        text: `A new password was chosen${event.data.linkId === null ? '' : ' with the link of a mail'}, ${at} The other sessions have ended.`,
      };
    case 'PasskeyAdded':
      return {
        subject: 'A passkey was added to your sign-in',
        text:
          `The passkey “${event.data.name}” was added, ${at} It signs in without the password and without a code.` +
          (event.data.linkId === null ? '' : ' It takes the place of the password, and the other sessions have ended.'),
      };
    case 'PasskeyRemoved':
      return {
        subject: 'A passkey was removed from your sign-in',
        text: `The passkey “${passkeyName(event.data.passkeyId)}” was removed, ${at} It opens nothing any more.${byWhom(event.data.by)}`,
      };
    case 'SecondFactorEnabled':
      return {
        subject: 'Your second factor is on',
        text: `A second factor was switched on, ${at} After the password the sign-in asks for a code. The other sessions have ended.`,
      };
    case 'SecondFactorDisabled':
      return {
        subject: 'Your second factor is off',
        text: `The second factor was switched off, ${at} The sign-in asks for no code any more.${byWhom(event.data.by)}`,
      };
    case 'RecoveryCodesReplaced':
      return {
        subject: 'You have new recovery codes',
        text: `New recovery codes were made, ${at} The earlier ones open nothing any more.`,
      };
    case 'ApplicationConnected':
      return {
        subject: `A program may act for you in ${workspaceName}`,
        text:
          `A program that calls itself “${event.data.name}” was connected to the workspace ${workspaceName}, ${at} ` +
          `Its answers go to ${event.data.redirectHost}. It acts for you there until you disconnect it on the page Security.`,
      };
  }
};

/** What a person reads of a change of their sign-in. */
export const securityTextOf = (event: SecurityEvent, facts: SecurityFacts): SecurityText => {
  const { subject, text } = happened(event, facts);
  return { subject, lines: [text, notYours] };
};
