import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { forgotten } from '../../../domain/kernel/personal.ts';
import { notificationPreferences } from '../../../domain/notifications/notification-preferences.ts';
import {
  defaultPreferences,
  wantsMail,
  type NotificationKind,
  type PreferencesOf,
} from '../../../domain/notifications/preferences.ts';
import type { AddressesOf, Recipient, Recipients } from '../../../domain/notifications/recipients.ts';
import { user } from '../../../domain/users/user.ts';
import type { Role } from '../../../domain/workspaces/role.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';

type Commands = Pick<CommandHandler, 'load'>;

/** Reads preferences from the log, so that a mail that was switched off is not sent afterwards. */
export const preferencesIn =
  (commands: Commands): PreferencesOf =>
  async (userId) =>
    (await commands.load(notificationPreferences, userId, undefined))?.state ?? defaultPreferences;

const ownersIn = (members: Readonly<Record<string, Role>>): readonly string[] =>
  Object.keys(members).filter((userId) => members[userId] === 'OWNER');

const addressIn =
  (commands: Commands) =>
  async (userId: string): Promise<string | undefined> => {
    const person = (await commands.load(user, userId, undefined))?.state;
    return person && !person.deleted && person.email !== forgotten ? person.email : undefined;
  };

/** Addresses from the log, whatever the people prefer. */
export const addressesIn =
  (commands: Commands): AddressesOf =>
  async (userIds) => {
    const addressOf = addressIn(commands);
    const found = [...new Set(userIds)].map(async (userId) => ({ userId, email: await addressOf(userId) }));
    return (await Promise.all(found)).flatMap(({ userId, email }) => (email === undefined ? [] : [{ userId, email }]));
  };

/** Reads members, addresses and preferences from the log: a member who left is not mailed. */
export const recipientsIn = (commands: Commands, preferencesOf = preferencesIn(commands)): Recipients => {
  const membersOf = async (workspaceId: string) => {
    const state = (await commands.load(workspace, workspaceId, workspaceId))?.state;
    return state?.status === 'active' ? state.members : {};
  };
  const addressOf = addressIn(commands);
  const wanting = async (userIds: readonly string[], ...kinds: readonly NotificationKind[]) => {
    const recipients: Recipient[] = [];
    for (const userId of new Set(userIds)) {
      const preferences = await preferencesOf(userId);
      if (!kinds.some((kind) => wantsMail(preferences, kind))) continue;
      const email = await addressOf(userId);
      if (email !== undefined) recipients.push({ userId, email });
    }
    return recipients;
  };
  return {
    among: async (workspaceId, userIds, kind) => {
      const members = await membersOf(workspaceId);
      return wanting(
        userIds.filter((userId) => members[userId] !== undefined),
        kind,
      );
    },
    author: async (workspaceId, userId, kinds) => {
      const members = await membersOf(workspaceId);
      const isMember = userId !== null && members[userId] !== undefined;
      return wanting(isMember ? [userId] : ownersIn(members), ...kinds);
    },
    owner: async (workspaceId, kind) => wanting(ownersIn(await membersOf(workspaceId)), kind),
  };
};
