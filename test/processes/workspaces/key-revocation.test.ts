import { expect } from 'chai';
import type { Recorded } from '../../../domain/kernel/event.ts';
import type { GivenRole } from '../../../domain/workspaces/role.ts';
import { keyRevocation } from '../../../processes/workspaces/key-revocation.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const workspaceId = 'w';
const [early, later, last] = ['2026-03-01T10:00:00.000Z', '2026-03-02T10:00:00.000Z', '2026-03-03T10:00:00.000Z'];
const onWorkspace = (at: string) => ({ workspaceId, stream: 'workspace-w', at });

const created = event(
  'WorkspaceCreated',
  {
    workspaceId,
    name: 'W',
    slug: 'w',
    logo: null,
    plan: 'agency',
    mode: 'live',
    ownerId: 'olivia',
    settings: {},
  },
  onWorkspace(early),
);
const joined = (userId: string, role: GivenRole, at = early): Recorded =>
  event('MemberJoined', { userId, role }, onWorkspace(at));
const left = (userId: string, at = later): Recorded => event('MemberLeft', { userId }, onWorkspace(at));
const became = (userId: string, role: GivenRole): Recorded =>
  event('MemberRoleChanged', { userId, role }, onWorkspace(later));
const key = (apiKeyId: string, createdBy: string, at = early): readonly Recorded[] => [
  event('SlotTaken', { holder: apiKeyId, until: null }, { workspaceId, stream: 'apiKeySlots-w', at }),
  event(
    'ApiKeyCreated',
    { apiKeyId, createdBy, name: 'k', prefix: 'p', hash: 'h', scopes: ['*'], expiresAt: null, allowedIps: [] },
    { workspaceId, stream: `apiKey-${apiKeyId}`, at },
  ),
];

const team = [created, joined('adam', 'ADMIN'), ...key('k1', 'adam'), ...key('k2', 'olivia'), ...key('k3', 'adam')];
const revokedBy = async (instance: string, ...events: readonly Recorded[]): Promise<unknown[]> =>
  ((await processSpec(keyRevocation, instance)(...events).carriedOut(undefined)) ?? []).flatMap(
    ({ type, stream, data }) => (type === 'ApiKeyRevoked' ? [[stream, (data as { reason: string }).reason]] : []),
  );

describe('the revocation of API keys', () => {
  it('revokes the keys of a member who left, and no others', async () => {
    const events = [...team, left('adam')];
    processSpec(
      keyRevocation,
      'w/adam',
    )(...events)
      .owes({ what: 'maker', userId: 'adam', at: later, reason: 'maker_left' })
      .at(later);
    expect(await revokedBy('w/adam', ...events)).to.deep.equal([
      ['apiKey-k1', 'maker_left'],
      ['apiKey-k3', 'maker_left'],
    ]);
  });

  it('frees the places of the keys that it revokes', async () => {
    const recorded = await processSpec(keyRevocation, 'w/adam')(...team, left('adam')).carriedOut(undefined);
    const freed = recorded?.filter(({ type }) => type === 'SlotFreed').map(({ data }) => data);
    expect(freed).to.deep.equal([{ holder: 'k1' }, { holder: 'k3' }]);
  });

  it('revokes the keys of an administrator who gets a lesser role', async () => {
    expect(await revokedBy('w/adam', ...team, became('adam', 'EDITOR'))).to.deep.equal([
      ['apiKey-k1', 'maker_lost_role'],
      ['apiKey-k3', 'maker_lost_role'],
    ]);
    processSpec(keyRevocation, 'w/adam')(...team, became('adam', 'ADMIN')).owesNothing();
  });

  it('revokes the keys from before, and keeps those from after, where the maker is back as administrator', async () => {
    const events = [...team, left('adam'), joined('adam', 'ADMIN', last), ...key('k4', 'adam', last)];
    expect(await revokedBy('w/adam', ...events)).to.deep.equal([
      ['apiKey-k1', 'maker_left'],
      ['apiKey-k3', 'maker_left'],
    ]);
  });

  it('revokes a key that was made while its maker was being removed', async () => {
    const events = [created, joined('adam', 'ADMIN'), left('adam'), ...key('k9', 'adam', later)];
    expect(await revokedBy('k9', ...events)).to.deep.equal([['apiKey-k9', 'maker_left']]);
  });

  it('does not revoke the key of a manager, nor a revoked key again', async () => {
    await processSpec(
      keyRevocation,
      'k1',
    )(...team)
      .acting(undefined)
      .endsInstance();
    const revoked = event('ApiKeyRevoked', { reason: 'requested' }, { workspaceId, stream: 'apiKey-k1' });
    processSpec(keyRevocation, 'k1')(...team, revoked).owesNothing();
  });
});
