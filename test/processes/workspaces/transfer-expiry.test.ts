import { expect } from 'chai';
import { transferExpiry } from '../../../processes/workspaces/transfer-expiry.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const of = { stream: 'workspace-w1', workspaceId: 'w1', at: '2026-01-01T00:00:00.000Z' };
const expiresAt = '2026-01-08T00:00:00.000Z';
const created = event(
  'WorkspaceCreated',
  {
    workspaceId: 'w1',
    ownerId: 'u1',
    name: 'W',
    slug: 'w',
    logo: null,
    plan: 'pro',
    mode: 'live',
    settings: {},
  },
  of,
);
const joined = event('MemberJoined', { userId: 'u2', role: 'MEMBER' }, of);
const offered = event(
  'OwnershipTransferRequested',
  { requestId: 'r1', fromUserId: 'u1', targetUserId: 'u2', expiresAt },
  of,
);

describe('an offer of ownership', () => {
  const given = processSpec(transferExpiry, 'r1');
  it('expires when its time is up', async () => {
    given(created, joined, offered).owes({ requestId: 'r1', at: expiresAt }).at(expiresAt);
    const recorded = await given(created, joined, offered).carriedOut({});
    expect(recorded?.map(({ type, data }) => [type, data])).to.deep.equal([
      ['OwnershipTransferExpired', { requestId: 'r1' }],
    ]);
  });
  it('is not waited for any more when it was answered or withdrawn', () => {
    for (const end of [
      event('OwnershipTransferCancelled', { requestId: 'r1' }, of),
      event('OwnershipTransferDeclined', { requestId: 'r1' }, of),
      event('OwnershipTransferExpired', { requestId: 'r1' }, of),
      event('OwnershipTransferred', { requestId: 'r1', fromUserId: 'u1', toUserId: 'u2' }, of),
    ])
      given(created, joined, offered, end).owesNothing();
  });
});
