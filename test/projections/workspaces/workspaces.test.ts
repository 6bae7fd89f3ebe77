import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { workspaces } from '../../../projections/workspaces/workspaces.ts';

const given = specFor(workspaces);

const stream = 'workspace-w1';
const created = event(
  'WorkspaceCreated',
  {
    workspaceId: 'w1',
    name: 'Acme',
    slug: 'acme',
    logo: null,
    plan: 'free',
    mode: 'live',
    ownerId: 'u1',
    settings: {},
  },
  { stream },
);
const asked = event(
  'OwnershipTransferRequested',
  { requestId: 'r1', fromUserId: 'u1', targetUserId: 'u2', expiresAt: '2026-03-09T00:00:00.000Z' },
  { stream, at: '2026-03-02T00:00:00.000Z' },
);

describe('the read model workspaces', () => {
  it('has a row for a workspace, without a transfer at first', () =>
    given().when(created).then({ id: 'w1', slug: 'acme', mode: 'live', plan: 'free', owner_id: 'u1', transfer: null }));

  it('holds the open offer until it ends', () => {
    given(created)
      .when(asked)
      .then({
        transfer: {
          requestId: 'r1',
          fromUserId: 'u1',
          targetUserId: 'u2',
          expiresAt: '2026-03-09T00:00:00.000Z',
          createdAt: '2026-03-02T00:00:00.000Z',
        },
      });
    given(created, asked)
      .when(event('OwnershipTransferred', { requestId: 'r1', fromUserId: 'u1', toUserId: 'u2' }, { stream }))
      .then({ owner_id: 'u2', transfer: null });
  });
});
