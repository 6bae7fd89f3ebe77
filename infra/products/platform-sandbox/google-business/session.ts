import { underFaults } from '../faults.ts';
import { bearerOf, holder } from '../grants.ts';
import type { SandboxCall } from '../platform.ts';
import type { FaultOperation, SandboxAccount } from '../store.ts';
import { businessScope } from './accounts.ts';
import { nativeFaults, permissionDenied, unauthenticated } from './answers.ts';

/** Checks the token and its scope, and runs the call under its faults. */
export const asUser = async (
  call: SandboxCall,
  operation: FaultOperation,
  act: (account: SandboxAccount) => Promise<Response>,
  scope = businessScope,
): Promise<Response> => {
  const held = await holder(call.world, 'GOOGLE_BUSINESS', 'access', bearerOf(call.request));
  if (typeof held === 'string') return unauthenticated();
  if (!String(held.secret.data['scope']).split(' ').includes(scope)) return permissionDenied();
  return underFaults(call.world, { operation, account: held.account, native: nativeFaults }, () => act(held.account));
};
