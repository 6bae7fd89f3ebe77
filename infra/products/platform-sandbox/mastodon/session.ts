import { underFaults } from '../faults.ts';
import { bearerOf, holder } from '../grants.ts';
import type { SandboxCall } from '../platform.ts';
import type { FaultOperation, SandboxAccount } from '../store.ts';
import { badToken, nativeFaults, outsideScopes } from './answers.ts';

/** `write` covers `write:statuses`. */
const covers = (granted: readonly string[], wanted: string): boolean =>
  granted.includes(wanted) || granted.includes(wanted.split(':')[0] ?? '');

/** Checks the token, the instance it belongs to and its scope, and runs the call under its faults. */
export const asUser = async (
  call: SandboxCall,
  operation: FaultOperation | ((account: SandboxAccount) => Promise<FaultOperation>),
  scope: string,
  act: (account: SandboxAccount) => Promise<Response>,
): Promise<Response> => {
  const held = await holder(call.world, 'MASTODON', 'access', bearerOf(call.request));
  if (typeof held === 'string') return badToken(held);
  const { account, secret } = held;
  if (account.data['instance'] !== call.url.origin) return badToken('unknown');
  if (!covers(String(secret.data['scope'] ?? '').split(' '), scope)) return outsideScopes();
  const named = typeof operation === 'string' ? operation : await operation(account);
  return underFaults(call.world, { operation: named, account, native: nativeFaults(call.world, named) }, () =>
    act(account),
  );
};
