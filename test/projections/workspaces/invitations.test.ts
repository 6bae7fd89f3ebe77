import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { invitations } from '../../../projections/workspaces/invitations.ts';

const given = specFor(invitations);

const stream = 'workspace-w1';
const sent = event(
  'InvitationSent',
  {
    invitationId: 'i1',
    email: 'ada@example.com',
    emailHash: 'digest',
    role: 'ADMIN',
    invitedBy: 'u1',
    expiresAt: '2026-03-09T10:00:00.000Z',
  },
  { stream },
);

describe('the read model invitations', () => {
  it('has a row for an open invitation', () =>
    given().when(sent).then({ id: 'i1', workspace_id: 'w1', email_hash: 'digest', role: 'ADMIN', sending: 1 }));

  it('counts how often it was sent', () =>
    given(sent)
      .when(
        event(
          'InvitationResent',
          { invitationId: 'i1', sending: 2, expiresAt: '2026-03-16T10:00:00.000Z' },
          { stream },
        ),
      )
      .then({ sending: 2, expires_at: '2026-03-16T10:00:00.000Z' }));

  it('drops an invitation that was accepted, deleted or has lapsed', () => {
    given(sent)
      .when(event('InvitationAccepted', { invitationId: 'i1', userId: 'u2' }, { stream }))
      .thenNoRows();
    given(sent)
      .when(event('InvitationDeleted', { invitationId: 'i1' }, { stream }))
      .thenNoRows();
    given(sent)
      .when(event('InvitationLapsed', { invitationId: 'i1' }, { stream }))
      .thenNoRows();
  });
});
