import { unreachable } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event.ts';
import { notFound } from '../kernel/refused.ts';
import { ApplicationConnected, ApplicationDisconnected, type applicationEvents } from './application-events.ts';

/** The most applications of a person in one workspace; one more takes the place of the oldest. */
export const maxApplications = 20;
/** The connections that ended are remembered as long as a repeated command may arrive. */
const maxDisconnected = 40;

type ApplicationEvent = EventOf<(typeof applicationEvents)[number]>;

export type ConnectedApplication = Readonly<{ workspaceId: string; clientId: string; scopes: readonly string[] }>;

export type ApplicationsState = Readonly<{
  /** By the id of the connection, the oldest first. */
  applications: Readonly<Record<string, ConnectedApplication>>;
  disconnected: readonly string[];
}>;

export const noApplications: ApplicationsState = { applications: {}, disconnected: [] };

export type ApplicationCommand =
  | Readonly<{
      type: 'connect-application';
      userId: string;
      connectionId: string;
      workspaceId: string;
      clientId: string;
      name: string;
      redirectHost: string;
      scopes: readonly string[];
    }>
  | Readonly<{ type: 'disconnect-application'; userId: string; connectionId: string }>;

/** The connections of the same workspace that a new one ends: an earlier one of the application, and the oldest beyond the bound. */
const replacedBy = (
  { workspaceId, clientId }: ConnectedApplication,
  { applications }: ApplicationsState,
): readonly string[] => {
  const there = Object.entries(applications).filter(([, each]) => each.workspaceId === workspaceId);
  const others = there.filter(([, each]) => each.clientId !== clientId).map(([id]) => id);
  const excess = others.slice(0, Math.max(0, others.length - maxApplications + 1));
  return [...there.filter(([, each]) => each.clientId === clientId).map(([id]) => id), ...excess];
};

export const decideApplications = (
  command: ApplicationCommand,
  state: ApplicationsState,
): readonly ApplicationEvent[] => {
  const { applications, disconnected } = state;
  const { userId, connectionId } = command;
  switch (command.type) {
    case 'connect-application': {
      const { type: _, ...connected } = command;
      if (applications[connectionId] !== undefined || disconnected.includes(connectionId)) return [];
      const { workspaceId } = connected;
      return [
        ...replacedBy(connected, state).map((id) =>
          ApplicationDisconnected({ userId, connectionId: id, workspaceId, reason: 'replaced' }),
        ),
        ApplicationConnected({ ...connected, scopes: [...connected.scopes] }),
      ];
    }
    case 'disconnect-application': {
      if (disconnected.includes(connectionId)) return [];
      const connected = applications[connectionId];
      if (connected === undefined) throw notFound('application');
      const { workspaceId } = connected;
      return [ApplicationDisconnected({ userId, connectionId, workspaceId, reason: 'revoked' })];
    }
    default:
      return unreachable(command);
  }
};

export const evolveApplications = (
  { applications, disconnected }: ApplicationsState,
  event: ApplicationEvent,
): ApplicationsState => {
  const { connectionId } = event.data;
  switch (event.type) {
    case 'ApplicationConnected': {
      const { workspaceId, clientId, scopes } = event.data;
      return { applications: { ...applications, [connectionId]: { workspaceId, clientId, scopes } }, disconnected };
    }
    case 'ApplicationDisconnected': {
      const { [connectionId]: _ended, ...others } = applications;
      return { applications: others, disconnected: [...disconnected, connectionId].slice(-maxDisconnected) };
    }
    default:
      return unreachable(event);
  }
};
