import { underFaults } from '../faults.ts';
import { bearerOf, holder } from '../grants.ts';
import type { SandboxCall } from '../platform.ts';
import type { FaultOperation, SandboxAccount } from '../store.ts';
import { forbidden, nativeFaults, unauthorized } from './answers.ts';

/** Checks the token and its scopes, and runs the call under its faults. */
export const asUser = async (
  call: SandboxCall,
  operation: FaultOperation,
  scopes: readonly string[],
  act: (account: SandboxAccount) => Promise<Response>,
): Promise<Response> => {
  const held = await holder(call.world, 'PINTEREST', 'access', bearerOf(call.request));
  if (typeof held === 'string') return unauthorized();
  const granted = String(held.secret.data['scope']).split(/[ ,]+/);
  if (!scopes.every((scope) => granted.includes(scope))) return forbidden();
  return underFaults(call.world, { operation, account: held.account, native: nativeFaults }, () => act(held.account));
};
