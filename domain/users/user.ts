import { z } from 'zod';
import { unreachable, type Decider, type ViewFold } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { notFound, Refused } from '../kernel/refused.ts';

export const UserRegistered = defineEvent(
  'UserRegistered',
  z.object({
    userId: z.string(),
    /** The subject at the identity provider. */
    externalId: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    avatarUrl: z.string().nullable(),
  }),
  {
    description: 'A person signed in for the first time.',
    personal: { subject: 'userId', fields: ['externalId', 'email', 'name', 'avatarUrl'] },
  },
);
export const UserEmailChanged = defineEvent('UserEmailChanged', z.object({ userId: z.string(), email: z.string() }), {
  description: 'The identity provider reported a new address of a person.',
  personal: { subject: 'userId', fields: ['email'] },
});
export const UserRenamed = defineEvent('UserRenamed', z.object({ userId: z.string(), name: z.string() }), {
  description: 'A person changed their name.',
  personal: { subject: 'userId', fields: ['name'] },
});
/** Version 1 of these events did not name the person, so its data are stored unsealed. */
const ofNobodyNamed = <Data extends object>(data: Data) => ({ userId: '', ...data });

export const UserAvatarChanged = defineEvent(
  'UserAvatarChanged',
  z.object({ userId: z.string(), avatarUrl: z.string().nullable() }),
  {
    description: 'A person changed or removed their picture.',
    personal: { subject: 'userId', fields: ['avatarUrl'] },
    upcasts: [ofNobodyNamed],
  },
);
export const UserAnalyticsClientSet = defineEvent(
  'UserAnalyticsClientSet',
  z.object({ userId: z.string(), clientId: z.string() }),
  {
    description: 'A person was linked to a web analytics client id.',
    personal: { subject: 'userId', fields: ['clientId'] },
    upcasts: [ofNobodyNamed],
  },
);
export const SystemAdminGranted = defineEvent('SystemAdminGranted', z.object({}), {
  description: 'A person became a system administrator.',
});
export const SystemAdminWithdrawn = defineEvent('SystemAdminWithdrawn', z.object({}), {
  description: 'A person is no longer a system administrator.',
});
export const UserDeleted = defineEvent('UserDeleted', z.object({ userId: z.string() }), {
  description: 'A person deleted their account; their personal data is forgotten.',
});
export const UserForgotten = defineEvent('UserForgotten', z.object({ userId: z.string() }), {
  description: 'The key of a deleted person was destroyed: their data in the log can no longer be read.',
});

export const userEvents = [
  UserRegistered,
  UserEmailChanged,
  UserRenamed,
  UserAvatarChanged,
  UserAnalyticsClientSet,
  SystemAdminGranted,
  SystemAdminWithdrawn,
  UserDeleted,
  UserForgotten,
] as const;
export type UserEvent = EventOf<(typeof userEvents)[number]>;

export type UserState =
  | Readonly<{
      deleted: boolean;
      forgotten: boolean;
      id: string;
      email: string;
      name: string | null;
      avatarUrl: string | null;
      isSystemAdmin: boolean;
      analyticsClientId: string | undefined;
    }>
  | undefined;

export type UserCommand =
  /**
   * At every first use of a session: registers the person, or records an address that changed at
   * the provider.
   */
  | Readonly<{ type: 'sign-in' } & z.input<typeof UserRegistered.schema>>
  | Readonly<{ type: 'change-profile'; name?: string | undefined; avatarUrl?: string | null | undefined }>
  | Readonly<{ type: 'set-analytics-client'; clientId: string }>
  | Readonly<{ type: 'set-system-admin'; isSystemAdmin: boolean }>
  /** After the key of a deleted person was destroyed. */
  | Readonly<{ type: 'note-forgotten' }>
  | Readonly<{
      type: 'delete-user';
      /** Workspaces the person still owns. */
      owned: readonly Readonly<{ id: string; name: string }>[];
    }>;

const decide = (command: UserCommand, state: UserState): readonly UserEvent[] => {
  if (command.type === 'sign-in') {
    const { type: _type, ...data } = command;
    if (!state) return [UserRegistered(data)];
    if (state.deleted) throw new Refused('AUTHENTICATION_ERROR', 'This account was deleted');
    return data.email === state.email ? [] : [UserEmailChanged({ userId: state.id, email: data.email })];
  }
  if (command.type === 'note-forgotten')
    return state?.deleted && !state.forgotten ? [UserForgotten({ userId: state.id })] : [];
  if (!state || state.deleted) throw notFound('user');
  switch (command.type) {
    case 'change-profile': {
      const { name, avatarUrl } = command;
      return [
        ...(name !== undefined && name !== state.name ? [UserRenamed({ userId: state.id, name })] : []),
        ...(avatarUrl !== undefined && avatarUrl !== state.avatarUrl
          ? [UserAvatarChanged({ userId: state.id, avatarUrl })]
          : []),
      ];
    }
    case 'set-analytics-client':
      return command.clientId === state.analyticsClientId
        ? []
        : [UserAnalyticsClientSet({ userId: state.id, clientId: command.clientId })];
    case 'set-system-admin':
      if (command.isSystemAdmin === state.isSystemAdmin) return [];
      return [command.isSystemAdmin ? SystemAdminGranted({}) : SystemAdminWithdrawn({})];
    case 'delete-user':
      if (state.isSystemAdmin) throw new Refused('BAD_REQUEST', 'A system administrator cannot delete their account');
      if (command.owned.length > 0)
        throw new Refused(
          'SOLE_WORKSPACE_OWNER',
          'You own workspaces. Hand them over first, or repeat the request with ?deleteWorkspaces=true, which deletes ' +
            'those without other members along with the account',
          { workspaces: command.owned, deleteWith: '?deleteWorkspaces=true' },
        );
      return [UserDeleted({ userId: state.id })];
    default:
      return unreachable(command);
  }
};

const evolve = (state: UserState, event: UserEvent): UserState => {
  if (event.type === 'UserRegistered') {
    const { userId: id, email, name, avatarUrl } = event.data;
    const fresh = { deleted: false, forgotten: false, isSystemAdmin: false, analyticsClientId: undefined };
    return { ...fresh, id, email, name, avatarUrl };
  }
  if (!state) return state;
  switch (event.type) {
    case 'UserEmailChanged':
      return { ...state, email: event.data.email };
    case 'UserRenamed':
      return { ...state, name: event.data.name };
    case 'UserAvatarChanged':
      return { ...state, avatarUrl: event.data.avatarUrl };
    case 'UserAnalyticsClientSet':
      return { ...state, analyticsClientId: event.data.clientId };
    case 'SystemAdminGranted':
    case 'SystemAdminWithdrawn':
      return { ...state, isSystemAdmin: event.type === 'SystemAdminGranted' };
    case 'UserDeleted':
      return { ...state, deleted: true };
    case 'UserForgotten':
      return { ...state, forgotten: true };
    default:
      return unreachable(event);
  }
};

/** `user-<id>`: a person who signs in. Belongs to no workspace. */
export const user: Decider<UserState, UserCommand, UserEvent> = {
  category: 'user',
  initial: undefined,
  decide,
  evolve,
};

/** A person in the form of their own answer, without their workspaces. */
export type UserView = Readonly<{
  id: string;
  email: string;
  name: string | null;
  avatarUrl: string | null;
  externalId: string;
  isSystemAdmin: boolean;
  createdAt: string;
  updatedAt: string;
}>;

export const userView: ViewFold<UserView, UserEvent> = {
  evolve: (view, event) => {
    const updatedAt = event.meta.occurredAt;
    if (event.type === 'UserRegistered') {
      const { userId: id, ...data } = event.data;
      return { id, ...data, isSystemAdmin: false, createdAt: updatedAt, updatedAt };
    }
    if (!view) return undefined;
    switch (event.type) {
      case 'UserEmailChanged':
        return { ...view, email: event.data.email, updatedAt };
      case 'UserRenamed':
        return { ...view, name: event.data.name, updatedAt };
      case 'UserAvatarChanged':
        return { ...view, avatarUrl: event.data.avatarUrl, updatedAt };
      case 'SystemAdminGranted':
      case 'SystemAdminWithdrawn':
        return { ...view, isSystemAdmin: event.type === 'SystemAdminGranted', updatedAt };
      case 'UserDeleted':
        return undefined;
      case 'UserAnalyticsClientSet':
      case 'UserForgotten':
        return view;
      default:
        return unreachable(event);
    }
  },
};
