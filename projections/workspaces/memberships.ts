import { idOfStream } from '../../domain/kernel/stream-names.ts';
import type { Role } from '../../domain/workspaces/role.ts';
import { projectionOf, type EventOfType } from '../authoring/projection-of.ts';

/** A person in a workspace. The rows of a deleted workspace stay: join `workspaces`. */
export type MembershipRow = {
  /** `<workspace id>/<user id>`. */
  id: string;
  workspace_id: string;
  user_id: string;
  role: Role;
  joined_at: string;
};

const keyOf = (stream: string, userId: string): string => `${idOfStream(stream)}/${userId}`;
const keyOfMember = ({ stream, data }: EventOfType<'MemberJoined' | 'MemberRoleChanged' | 'MemberLeft'>): string =>
  keyOf(stream, data.userId);

export const memberships = projectionOf<MembershipRow>({
  name: 'memberships',
  version: 1,
  description: 'Who belongs to which workspace, since when and in which role?',
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
  on: {
    MemberJoined: {
      keys: keyOfMember,
      fold: (_row, { data, meta }, id) => {
        const [workspaceId = '', userId = ''] = id.split('/');
        return { id, workspace_id: workspaceId, user_id: userId, role: data.role, joined_at: meta.occurredAt };
      },
    },
    MemberRoleChanged: { keys: keyOfMember, fold: (row, { data }) => row && { ...row, role: data.role } },
    MemberLeft: { keys: keyOfMember, fold: () => undefined },
    OwnershipTransferred: {
      keys: ({ stream, data }) => [keyOf(stream, data.fromUserId), keyOf(stream, data.toUserId)],
      fold: (row, { data }) => row && { ...row, role: row.user_id === data.toUserId ? 'OWNER' : 'ADMIN' },
    },
  },
});
