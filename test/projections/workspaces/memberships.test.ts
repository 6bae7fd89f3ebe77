import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { memberships } from '../../../projections/workspaces/memberships.ts';

const given = specFor(memberships);

const stream = 'workspace-w1';
const joined = (userId: string, role: 'OWNER' | 'MEMBER') =>
  event('MemberJoined', { userId, role }, { stream, at: '2026-03-01T00:00:00.000Z' });

describe('the read model memberships', () => {
  it('has a row for each member of a workspace', () =>
    given(joined('u1', 'OWNER'))
      .when(joined('u2', 'MEMBER'))
      .then(
        { id: 'w1/u1', workspace_id: 'w1', user_id: 'u1', role: 'OWNER' },
        { id: 'w1/u2', role: 'MEMBER', joined_at: '2026-03-01T00:00:00.000Z' },
      ));

  it('changes two roles when the ownership is transferred', () =>
    given(joined('u1', 'OWNER'), joined('u2', 'MEMBER'))
      .when(event('OwnershipTransferred', { requestId: 'r1', fromUserId: 'u1', toUserId: 'u2' }, { stream }))
      .then({ user_id: 'u1', role: 'ADMIN' }, { user_id: 'u2', role: 'OWNER' }));

  it('drops a member who left', () =>
    given(joined('u2', 'MEMBER'))
      .when(event('MemberLeft', { userId: 'u2' }, { stream }))
      .thenNoRows());
});
