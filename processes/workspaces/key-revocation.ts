import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { apiKey } from '../../domain/workspaces/api-key.ts';
import type { RevocationReason } from '../../domain/workspaces/revocation-reason.ts';
import { mayManage, roleOf, type Role } from '../../domain/workspaces/role.ts';
import { apiKeySlots } from '../../domain/workspaces/slots.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { processOf } from '../kernel/process.ts';

/**
 * Keys that may have outlived the rights of their maker. `at`: ISO 8601, when a key was made, or when its maker lost the
 * right to make keys.
 */
export type Outlived =
  | Readonly<{ what: 'key'; keyId: string; at: string }>
  | Readonly<{ what: 'maker'; userId: string; at: string; reason: RevocationReason }>;

const reasonFor = (role: Role | undefined): RevocationReason => (role === undefined ? 'maker_left' : 'maker_lost_role');

const revoke = async (
  keyId: string,
  reason: RevocationReason,
  { workspaceId, send }: Pick<ActContext, 'workspaceId' | 'send'>,
): Promise<void> => {
  await send(apiKey, keyId, { type: 'revoke-api-key', reason }, { step: `revoke/${keyId}` });
  await send(apiKeySlots, workspaceId, { type: 'release', holder: keyId }, { step: `free-place/${keyId}` });
};

/** Covers a key whose creation and its maker's leaving were under way at the same time. */
const revokeOne = async (keyId: string, context: ActContext): Promise<void> => {
  const state = (await context.load(apiKey, keyId))?.state;
  const members = (await context.load(workspace, context.workspaceId))?.state?.members;
  if (!state || !members) return;
  const role = roleOf(members, state.createdBy);
  if (!mayManage(role)) await revoke(keyId, reasonFor(role), context);
};

/**
 * Revokes what a person made in a workspace before they lost the right, and later keys too unless they have it again. The
 * places of the workspace are its active keys, so there are few to look at.
 */
const revokeAllOf = async (
  { userId, at, reason }: Extract<Outlived, { what: 'maker' }>,
  context: ActContext,
): Promise<void> => {
  const members = (await context.load(workspace, context.workspaceId))?.state?.members ?? {};
  const role = roleOf(members, userId);
  const holders = (await context.load(apiKeySlots, context.workspaceId))?.state ?? {};
  for (const keyId of Object.keys(holders)) {
    context.signal.throwIfAborted();
    const key = await context.load(apiKey, keyId);
    if (key?.state?.createdBy !== userId) continue;
    const isOlder = (key.events[0]?.meta.occurredAt ?? '') <= at;
    if (isOlder || !mayManage(role)) await revoke(keyId, reason, context);
  }
};

/** Revokes the API keys of people who may no longer make keys: they left, were removed or erased, or got a lesser role. */
export const keyRevocation = processOf<Outlived, Outlived>()({
  name: 'key-revocation',
  description: 'Revokes the API keys of people who left the workspace or may no longer make keys.',
  beginsByItself: true,
  on: {
    ApiKeyCreated: (_, { stream, meta }) => ({ what: 'key', keyId: idOfStream(stream), at: meta.occurredAt }),
    ApiKeyRevoked: () => undefined,
    MemberLeft: (_, { data, meta }) => ({
      what: 'maker',
      userId: data.userId,
      at: meta.occurredAt,
      reason: 'maker_left',
    }),
    MemberRoleChanged: (before, { data, meta }) =>
      mayManage(data.role)
        ? before
        : { what: 'maker', userId: data.userId, at: meta.occurredAt, reason: 'maker_lost_role' },
  },
  instancesOf: ({ stream, data }) => ('userId' in data ? `${idOfStream(stream)}/${data.userId}` : idOfStream(stream)),
  next: (outlived) => ({ at: outlived.at, action: outlived }),
  act: async (outlived, context) => {
    if (outlived.what === 'key') await revokeOne(outlived.keyId, context);
    else await revokeAllOf(outlived, context);
    context.endInstance();
  },
});
