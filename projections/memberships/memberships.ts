import type { Recorded } from '../../domain/kernel/event.ts';
import { memberEvents, type MemberEvent } from '../../domain/workspaces/member.ts';
import { OwnershipTransferred } from '../../domain/workspaces/ownership-transfer.ts';
import type { Role } from '../../domain/workspaces/role.ts';
import type { EventOf } from '../../domain/kernel/event.ts';
import { defineProjection } from '../kernel/projection.ts';

/** A person in a workspace. The rows of a deleted workspace stay: join `workspaces`. */
export type MembershipRow = {
  /** `<workspace id>/<user id>`. */
  id: string;
  workspace_id: string;
  user_id: string;
  role: Role;
  joined_at: string;
};

type Handled = MemberEvent | EventOf<typeof OwnershipTransferred>;

const keyOf = (stream: string, userId: string): string => `${stream.slice(stream.indexOf('-') + 1)}/${userId}`;

export const membershipsProjection = defineProjection<MembershipRow>({
  name: 'memberships',
  version: 1,
  description: 'Who belongs to which workspace, since when and in which role?',
  handles: [...memberEvents, OwnershipTransferred].map(({ type }) => type),
  table: {
    key: 'id',
    columns: { id: 'text', workspace_id: 'text', user_id: 'text', role: 'text', joined_at: 'instant' },
    indexes: ['user_id, joined_at, workspace_id', 'workspace_id, joined_at, user_id'],
  },
  published: {
    id: 'The membership',
    workspace_id: 'The workspace',
    user_id: 'The member, without a name',
    role: 'The role in the workspace',
    joined_at: 'Since when',
  },
  keys: (recorded) => {
    const { stream, type, data } = recorded as Recorded<Handled>;
    return type === 'OwnershipTransferred'
      ? [keyOf(stream, data.fromUserId), keyOf(stream, data.toUserId)]
      : [keyOf(stream, data.userId)];
  },
  fold: (row, recorded, id) => {
    const { type, data, meta } = recorded as Recorded<Handled>;
    const [workspaceId = '', userId = ''] = id.split('/');
    switch (type) {
      case 'MemberJoined':
        return { id, workspace_id: workspaceId, user_id: userId, role: data.role, joined_at: meta.occurredAt };
      case 'MemberRoleChanged':
        return row && { ...row, role: data.role };
      case 'OwnershipTransferred':
        return row && { ...row, role: userId === data.toUserId ? 'OWNER' : 'ADMIN' };
      case 'MemberLeft':
        return undefined;
    }
  },
});
