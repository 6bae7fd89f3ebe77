import type { SandboxWorld } from './platform.ts';
import type { FaultKind, FaultOperation, SandboxAccount } from './store.ts';

/** A fault of the connection in place of an answer. The transport carries it out. */
export class Cut extends Error {
  override readonly name = 'Cut';
  readonly way: 'silence' | 'reset';
  constructor(way: 'silence' | 'reset') {
    super(`the connection ends in ${way}`);
    this.way = way;
  }
}

/** Marks an answer that the transport must delay. */
export const heldHeader = 'x-sandbox-hold';

type Refusals = Exclude<
  FaultKind,
  'timeout' | 'reset_before' | 'reset_after' | 'error_after' | 'slow' | 'container_failed'
>;

/**
 * The platform's own answers to the faults that are refusals. A platform without one for a fault
 * answers with `server_error`.
 */
export type NativeFaults = Readonly<
  { server_error: () => Response } & { [Fault in Refusals]?: () => Response | Promise<Response> }
>;

/** The fault that the operation itself carries out: a container that will fail. */
export type ActFaults = Readonly<{ containerFails: boolean }>;

/** Where bytes follow the start of a post or an upload, refusals answer the start … */
export const faultsOfTheStart: readonly FaultKind[] = [
  'rate_limited',
  'token_expired',
  'token_revoked',
  'forbidden',
  'duplicate',
  'media_rejected',
];

/** … and faults of the connection apply to the last bytes. */
export const faultsOfTheLastBytes: readonly FaultKind[] = [
  'server_error',
  'timeout',
  'reset_before',
  'reset_after',
  'error_after',
  'slow',
];

/**
 * Runs one operation of a simulated platform with the faults set for it. Call it after the account
 * is known and before anything is stored.
 */
export const underFaults = async (
  world: SandboxWorld,
  {
    operation,
    account,
    native,
    kinds,
  }: Readonly<{
    operation: FaultOperation;
    account: SandboxAccount;
    native: NativeFaults;
    /** Only these faults apply here. A container call leaves the others to the visible call. */
    kinds?: readonly FaultKind[] | undefined;
  }>,
  act: (actFaults: ActFaults) => Promise<Response>,
): Promise<Response> => {
  const { platform, nativeId, workspaceId } = account;
  const fault = await world.store.takeFault({
    platform,
    operation,
    workspaceId,
    accountNativeId: nativeId,
    ...(kinds && { kinds }),
  });
  const run = (containerFails = false) => act({ containerFails });
  switch (fault) {
    case undefined:
      return run();
    case 'timeout':
      throw new Cut('silence');
    case 'reset_before':
      throw new Cut('reset');
    case 'reset_after':
      await run();
      throw new Cut('reset');
    case 'error_after':
      await run();
      return native.server_error();
    case 'slow': {
      const late = await run();
      late.headers.set(heldHeader, 'slow');
      return late;
    }
    case 'container_failed':
      return run(true);
    case 'token_expired':
    case 'token_revoked':
      if (fault === 'token_revoked') await world.store.revokeGrants(platform, nativeId);
      // The next consent of the person reconnects this account.
      await world.store.putAccount({ ...account, data: { ...account.data, consentAgain: true } });
      return (native[fault] ?? native.server_error)();
    case 'rate_limited':
    case 'server_error':
    case 'forbidden':
    case 'duplicate':
    case 'media_rejected':
      return (native[fault] ?? native.server_error)();
  }
};
