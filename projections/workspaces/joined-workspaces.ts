import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { MemberJoined } from '../../domain/workspaces/member.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/**
 * One row a person and workspace. It stays when the person leaves, because their past is looked up
 * through it.
 */
export type JoinedWorkspaceRow = Readonly<{
  /** `<workspace id>/<user id>`. */
  id: string;
  workspace_id: string;
  user_id: string;
}>;

export const joinedWorkspaces = projectionOf<JoinedWorkspaceRow>({
  name: 'joined_workspaces',
  version: 1,
  description: 'Which workspaces was a person ever a member of?',
  table: {
    key: 'id',
    columns: { id: 'text', workspace_id: 'text', user_id: 'text' },
    indexes: ['user_id, workspace_id'],
  },
  on: onEach([MemberJoined], {
    keys: ({ stream, data }) => `${idOfStream(stream)}/${data.userId}`,
    fold: (_row, _event, id) => {
      const [workspaceId = '', userId = ''] = id.split('/');
      return { id, workspace_id: workspaceId, user_id: userId };
    },
  }),
});
