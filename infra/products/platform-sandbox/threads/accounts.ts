import type { SandboxWorld } from '../platform.ts';
import type { SandboxAccount } from '../store.ts';
import { type GraphFailure } from '../meta/graph-errors.ts';
import { mediaAppFaults } from '../meta/media-app-faults.ts';
import { metaId } from '../meta/ids.ts';
import type { Dialect } from '../meta/session.ts';

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

export const threads: Dialect = {
  platform: 'THREADS',
  faults: ({ world }) => mediaAppFaults(world, { id: '2588', product: 'threads' }, unreachableMedia),
};
export const graphHost = 'graph.threads.net';
