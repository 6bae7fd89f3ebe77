import { expect } from 'chai';
import type { Recorded } from '../../../domain/kernel/event.ts';
import type { Profile } from '../../../domain/accounts/account-events.ts';
import type { ForgetTokens } from '../../../processes/accounts/give-tokens-back.ts';
import { erasure, type ErasurePorts } from '../../../processes/erasure/erasure.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { connection, profile } from '../../domain/accounts/samples.ts';
import { processSpec } from '../../support/process-spec.ts';

const workspaceId = 'w';
const deletedAt = '2026-03-02T10:00:00.000Z';
const minutesAfter = (minutes: number): string => new Date(Date.parse(deletedAt) + minutes * 60_000).toISOString();
const onWorkspace = { workspaceId, stream: `workspace-${workspaceId}`, at: deletedAt };

const created = event(
  'WorkspaceCreated',
  { workspaceId, name: 'W', slug: 'w', logo: null, plan: 'agency', mode: 'live', ownerId: 'u', settings: {} },
  onWorkspace,
);
const deleted = event('WorkspaceDeleted', { deletedBy: 'u' }, onWorkspace);
const slotTaken = (accountId: string): Recorded =>
  event(
    'AccountSlotTaken',
    { nativeKey: `key of ${accountId}`, accountId, platform: 'TWITTER' },
    { workspaceId, stream: `accountRegistry-${workspaceId}`, at: deletedAt },
  );
const onAccount = (accountId: string) => ({ workspaceId, stream: `account-${accountId}`, at: deletedAt });
const profileOf = (accountId: string): Profile => ({ ...profile, nativeId: accountId });
const connected = (accountId: string): Recorded =>
  event('AccountConnected', { ...connection({ profile: profileOf(accountId) }), accountId }, onAccount(accountId));
const reconnected = (accountId: string): Recorded =>
  event(
    'AccountReconnected',
    { ...connection({ connectionId: 'second', profile: profileOf(accountId) }), accountId },
    onAccount(accountId),
  );
const disconnected = (accountId: string): Recorded =>
  event('AccountDisconnected', { accountId, platform: 'TWITTER', reason: 'user_disconnected' }, onAccount(accountId));

describe('leaving the platforms of a deleted workspace', () => {
  const given = processSpec(erasure, `workspace-${workspaceId}`);

  let left: string[];
  let forgotten: string[];
  beforeEach(() => {
    left = [];
    forgotten = [];
  });

  const revoking: ForgetTokens = async ({ account }, confirm) => {
    if (!(await confirm())) return undefined;
    left.push(account.id);
    return { revoked: true };
  };
  const portsWith = (forgetTokens: ForgetTokens = revoking): ErasurePorts => ({
    forgetTokens,
    forgetPerson: () => Promise.reject(new Error('no person is erased')),
    forgetInvitation: () => Promise.reject(new Error('no invitation is erased')),
    forgetContact: () => Promise.reject(new Error('no contact is erased')),
    keepTombstone: async () => undefined,
    contactsOf: async () => [],
    forgetAnswers: async (id) => void forgotten.push(`answers of ${id}`),
    importsOf: async () => [],
    forgetImport: () => Promise.reject(new Error('nothing was imported')),
    commentsOf: async (_workspaceId, _after, _limit, kind) => {
      forgotten.push(kind);
      return [];
    },
    deleteFiles: async (id) => void forgotten.push(`files of ${id}`),
    forgetWorkspace: async (id) => void forgotten.push(id),
  });

  const disconnect = { type: 'disconnect', reason: 'user_disconnected' };
  const forget = { type: 'forget-tokens', revoked: true, unsubscribed: undefined };
  const release = (accountId: string) => ({ type: 'release-slot', accountId });
  const erased = { type: 'note-erased' };
  const isErased = () =>
    expect(forgotten).to.deep.equal([
      'comments',
      'mentions',
      'reviews',
      `files of ${workspaceId}`,
      `answers of ${workspaceId}`,
      workspaceId,
    ]);
  const isNotErased = () => expect(forgotten, 'what is forgotten').to.deep.equal([]);

  it('disconnects each account, revokes its tokens and frees its place before anything is forgotten', async () => {
    const forgetTokens: ForgetTokens = (...request) => {
      isNotErased();
      return revoking(...request);
    };
    await given(created, slotTaken('a1'), connected('a1'), deleted)
      .acting(portsWith(forgetTokens))
      .sends(disconnect, forget, release('a1'), erased);
    expect(left).to.deep.equal(['a1']);
    isErased();
  });

  it('waits up to 15 minutes for the account of a connection under way, and then frees its place', async () => {
    const log = [created, slotTaken('a1'), deleted];
    for (const minutes of [0, 14.9]) {
      await given(...log)
        .acting(portsWith(), minutesAfter(minutes))
        .throws(/a1 may be about to be connected/);
      isNotErased();
    }
    await given(...log)
      .acting(portsWith(), minutesAfter(15))
      .sends(release('a1'), erased);
    expect(left).to.deep.equal([]);
    isErased();
  });

  it('gives back the tokens of the connection that it waited for', async () => {
    await given(created, slotTaken('a1'), deleted, connected('a1'))
      .acting(portsWith(), minutesAfter(1))
      .sends(disconnect, forget, release('a1'), erased);
    expect(left).to.deep.equal(['a1']);
  });

  it('is tried again where an account is reconnected before its tokens are given back', async () => {
    // The lock of the tokens is free only after another connection was recorded.
    const whileWaiting: ForgetTokens = async () => undefined;
    const log = [created, slotTaken('a1'), connected('a1'), deleted];
    await given(...log)
      .acting(portsWith(whileWaiting))
      .throws(/a1 may be about to be connected/);
    isNotErased();
    await given(...log, disconnected('a1'), reconnected('a1'))
      .acting(portsWith())
      .sends(disconnect, forget, release('a1'), erased);
    expect(left).to.deep.equal(['a1']);
    isErased();
  });

  it('looks for tokens of an unrecorded connection where a disconnected account holds a place', async () => {
    await given(created, slotTaken('a1'), connected('a1'), disconnected('a1'), deleted)
      .acting(portsWith())
      .sends(forget, release('a1'), erased);
    expect(left).to.deep.equal(['a1']);
  });

  it('leaves the other accounts where one fails, and forgets nothing before all are left', async () => {
    // More than are disconnected at the same time.
    const [first = '', ...others] = Array.from({ length: 20 }, (_, index) => `a${index}`);
    const failing: ForgetTokens = (request, confirm) =>
      request.account.id === first ? Promise.reject(new Error('the store is away')) : revoking(request, confirm);
    const log = [created, ...[first, ...others].flatMap((id) => [slotTaken(id), connected(id)]), deleted];
    await given(...log)
      .acting(portsWith(failing))
      .throws(/the store is away/);
    expect(left).to.have.members(others);
    isNotErased();
  });
});
