import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { joinedWorkspaces } from '../../../projections/workspaces/joined-workspaces.ts';

const given = specFor(joinedWorkspaces);

const joined = (workspaceId: string) =>
  event('MemberJoined', { userId: 'u1', role: 'ADMIN' }, { stream: `workspace-${workspaceId}` });

describe('the read model joined_workspaces', () => {
  it('has one row for each workspace that a user joined, however often', () =>
    given(joined('w1'), joined('w2'))
      .when(joined('w1'))
      .then({ id: 'w1/u1', workspace_id: 'w1', user_id: 'u1' }, { id: 'w2/u1', workspace_id: 'w2', user_id: 'u1' }));

  it('keeps the row of a member who left', () =>
    given(joined('w1'))
      .when(event('MemberLeft', { userId: 'u1' }, { stream: 'workspace-w1' }))
      .then({ id: 'w1/u1' }));
});
