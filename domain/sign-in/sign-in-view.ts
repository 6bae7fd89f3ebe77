import { unreachable, type ViewFold } from '../kernel/decider.ts';
import { recoveryCodeCount } from './second-factor.ts';
import type { signInMethods, SignInEvent } from './sign-in-events.ts';

export type ShownSession = Readonly<{
  id: string;
  startedAt: string;
  method: (typeof signInMethods)[number];
  address: string;
  device: string;
}>;

export type ShownPasskey = Readonly<{
  id: string;
  name: string;
  addedAt: string;
  /** Null until it was used. */
  lastUsedAt: string | null;
}>;

/** An application that may act for the person in one workspace. */
export type ShownApplication = Readonly<{
  id: string;
  clientId: string;
  name: string;
  redirectHost: string;
  workspaceId: string;
  scopes: readonly string[];
  connectedAt: string;
}>;

/** How a person signs in, without any secret, and where they are signed in; the oldest session first. */
export type SignInView = Readonly<{
  hasPassword: boolean;
  /** Absent where no second factor is asked for. */
  secondFactor?: Readonly<{ enabledAt: string; recoveryCodesLeft: number }>;
  /** The oldest first. */
  passkeys: readonly ShownPasskey[];
  disabled: boolean;
  operator: boolean;
  sessions: readonly ShownSession[];
  /** Absent where no application was ever connected. */
  applications?: readonly ShownApplication[];
}>;

const first: SignInView = { hasPassword: false, passkeys: [], disabled: false, operator: false, sessions: [] };

const withFactor = (view: SignInView, change: Partial<NonNullable<SignInView['secondFactor']>>): SignInView =>
  view.secondFactor ? { ...view, secondFactor: { ...view.secondFactor, ...change } } : view;

const withPasskey = (view: SignInView, passkeyId: string, change: Partial<ShownPasskey>): SignInView => ({
  ...view,
  passkeys: view.passkeys.map((each) => (each.id === passkeyId ? { ...each, ...change } : each)),
});

export const signInView: ViewFold<SignInView, SignInEvent> = {
  evolve: (view = first, event) => {
    switch (event.type) {
      case 'PasswordSet':
        return { ...view, hasPassword: true };
      case 'SessionStarted': {
        const { sessionId: id, startedAt, method, address, device } = event.data;
        return { ...view, sessions: [...view.sessions, { id, startedAt, method, address, device }] };
      }
      case 'SessionEnded':
        return { ...view, sessions: view.sessions.filter(({ id }) => id !== event.data.sessionId) };
      case 'PersonDisabled':
      case 'PersonEnabled':
        return { ...view, disabled: event.type === 'PersonDisabled' };
      case 'OperatorGranted':
      case 'OperatorWithdrawn':
        return { ...view, operator: event.type === 'OperatorGranted' };
      case 'SecondFactorEnabled':
        return {
          ...view,
          secondFactor: { enabledAt: event.meta.occurredAt, recoveryCodesLeft: recoveryCodeCount },
        };
      case 'RecoveryCodeUsed':
        return withFactor(view, { recoveryCodesLeft: (view.secondFactor?.recoveryCodesLeft ?? 1) - 1 });
      case 'RecoveryCodesReplaced':
        return withFactor(view, { recoveryCodesLeft: recoveryCodeCount });
      case 'SecondFactorDisabled': {
        const { secondFactor: _disabled, ...rest } = view;
        return rest;
      }
      case 'PasskeyAdded': {
        const { passkeyId: id, name, addedAt, linkId } = event.data;
        return {
          ...view,
          hasPassword: view.hasPassword && linkId === null,
          passkeys: [...view.passkeys, { id, name, addedAt, lastUsedAt: null }],
        };
      }
      case 'PasskeyUsed':
        return withPasskey(view, event.data.passkeyId, { lastUsedAt: event.data.usedAt });
      case 'PasskeyRenamed':
        return withPasskey(view, event.data.passkeyId, { name: event.data.name });
      case 'PasskeyRemoved':
        return { ...view, passkeys: view.passkeys.filter(({ id }) => id !== event.data.passkeyId) };
      case 'ApplicationConnected': {
        const { connectionId: id, clientId, name, redirectHost, workspaceId, scopes } = event.data;
        const connectedAt = event.meta.occurredAt;
        const shown = { id, clientId, name, redirectHost, workspaceId, scopes, connectedAt };
        return { ...view, applications: [...(view.applications ?? []), shown] };
      }
      case 'ApplicationDisconnected': {
        const { connectionId } = event.data;
        return { ...view, applications: (view.applications ?? []).filter(({ id }) => id !== connectionId) };
      }
      case 'SignInLinkIssued':
      case 'SignInLinkUsed':
      case 'SecondFactorOffered':
      case 'SecondFactorCodeUsed':
      case 'PasswordLinkIssued':
      case 'GuessingNoticed':
        return view;
      default:
        return unreachable(event);
    }
  },
};
