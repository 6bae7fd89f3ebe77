import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import { OwnershipTransferCancelled, type Ownership } from './ownership-transfer.ts';
import { GivenRole, mayManage, roleOf, Role } from './role.ts';

export const MemberJoined = defineEvent('MemberJoined', z.object({ userId: z.string(), role: Role }), {
  description: 'A person became a member of the workspace.',
});
export const MemberRoleChanged = defineEvent('MemberRoleChanged', z.object({ userId: z.string(), role: GivenRole }), {
  description: 'The role of a member changed.',
});
export const MemberLeft = defineEvent('MemberLeft', z.object({ userId: z.string() }), {
  description: 'A member left or was removed.',
});

export const memberEvents = [MemberJoined, MemberRoleChanged, MemberLeft] as const;
export type MemberEvent = EventOf<(typeof memberEvents)[number]>;

export type MemberCommand =
  /** From the service itself: an accepted invitation adds its member in another way. */
  | Readonly<{ type: 'add-member'; userId: string; role: GivenRole }>
  | Readonly<{ type: 'change-member-role'; by: string; userId: string; role: GivenRole }>
  | Readonly<{ type: 'remove-member'; by: string; userId: string }>;

export const decideMember = (
  command: MemberCommand,
  { members, ownerId, transfer }: Ownership,
): readonly (MemberEvent | EventOf<typeof OwnershipTransferCancelled>)[] => {
  const { userId } = command;
  const role = roleOf(members, userId);
  if (command.type === 'add-member') return role === undefined ? [MemberJoined({ userId, role: command.role })] : [];
  const leavesAlone = command.type === 'remove-member' && command.by === userId;
  if (!leavesAlone && !mayManage(roleOf(members, command.by)))
    throw new Refused('FORBIDDEN', 'Only the owner and administrators manage members');
  if (role === undefined) throw notFound('member');
  if (userId === ownerId) throw new Refused('FORBIDDEN', 'The owner stays owner until the workspace is handed over');
  if (command.type === 'change-member-role')
    return role === command.role ? [] : [MemberRoleChanged({ userId, role: command.role })];
  const offered = transfer?.targetUserId === userId ? transfer : undefined;
  return [MemberLeft({ userId }), ...(offered ? [OwnershipTransferCancelled({ requestId: offered.requestId })] : [])];
};

export const evolveMembers = (members: Ownership['members'], { type, data }: MemberEvent): Ownership['members'] => {
  const { [data.userId]: _before, ...others } = members;
  return type === 'MemberLeft' ? others : { ...others, [data.userId]: data.role };
};
