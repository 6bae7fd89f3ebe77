import type { NativeFaults } from '../faults.ts';
import type { SandboxCall, SandboxWorld } from '../platform.ts';
import type { FaultOperation, SandboxAccount } from '../store.ts';
import {
  graphError,
  permissionMissing,
  somethingWrong,
  tokenExpired,
  tokenRevoked,
  usageHeader,
  type GraphFailure,
} from '../meta/graph-errors.ts';
import { metaId } from '../meta/ids.ts';
import type { Dialect } from '../meta/session.ts';
import { blocked } from '../instagram/accounts.ts';

/** Meta docs: permissions of the Threads API. */
export const threadsScopes = [
  'threads_basic',
  'threads_content_publish',
  'threads_read_replies',
  'threads_manage_replies',
  'threads_manage_insights',
  'threads_manage_mentions',
  'threads_delete',
  'threads_keyword_search',
  'threads_location_tagging',
  'threads_profile_discovery',
];

export const createThreads = async (
  world: SandboxWorld,
  wants: Readonly<{ workspaceId: string | null; username?: string; accountType?: string }>,
): Promise<SandboxAccount> => {
  const nativeId = await metaId(world, '2588');
  const username = wants.username ?? `sandbox.${nativeId.slice(-8)}`;
  const account: SandboxAccount = {
    platform: 'THREADS',
    nativeId,
    workspaceId: wants.workspaceId,
    username,
    displayName: `Sandbox ${nativeId.slice(-6)}`,
    ...(wants.accountType !== undefined && { accountType: wants.accountType }),
    data: {},
    createdAt: world.now().toISOString(),
  };
  await world.store.putAccount(account);
  return account;
};

export const unreachableMedia: GraphFailure = {
  code: 100,
  subcode: 2207052,
  message: 'The media could not be fetched from this URI',
  words: 'The media could not be fetched from this URI. Please check that it is public.',
};

const faults = ({ world }: SandboxCall, _operation: FaultOperation): NativeFaults => ({
  server_error: () => graphError(somethingWrong),
  rate_limited: () =>
    graphError({ code: 4, message: '(#4) Application request limit reached' }, usageHeader('2588', 'threads')),
  token_expired: () => graphError(tokenExpired(world)),
  token_revoked: () => graphError(tokenRevoked),
  forbidden: () =>
    graphError({
      ...permissionMissing,
      code: 10,
      message: '(#10) Application does not have permission for this action',
    }),
  duplicate: () => graphError(blocked),
  media_rejected: () => graphError(unreachableMedia),
});

export const threads: Dialect = { platform: 'THREADS', faults };
export const graphHost = 'graph.threads.net';
