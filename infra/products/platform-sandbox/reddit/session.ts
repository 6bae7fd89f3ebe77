import { underFaults } from '../faults.ts';
import { bearerOf, holder } from '../grants.ts';
import type { SandboxCall } from '../platform.ts';
import type { FaultOperation, SandboxAccount } from '../store.ts';
import { nativeFaults, outsideScope, throttled, unauthorized } from './answers.ts';

/** Reddit's API rules: `<platform>:<app>:<version> (by /u/<name>)`. Names have 3 to 20 characters. */
const wellNamed = /^[^\s:]+:[^\s:]+:\S+ \(by \/?u\/[\w-]{3,20}\)/;

export const isWellNamed = (request: Request): boolean => wellNamed.test(request.headers.get('user-agent') ?? '');

/** Checks the caller, its program and its scope, and runs the call under its faults. */
export const asUser = async (
  call: SandboxCall,
  operation: FaultOperation,
  scope: string,
  act: (account: SandboxAccount) => Promise<Response>,
): Promise<Response> => {
  if (!isWellNamed(call.request)) return throttled();
  const held = await holder(call.world, 'REDDIT', 'access', bearerOf(call.request));
  if (typeof held === 'string') return unauthorized();
  if (!String(held.secret.data['scope']).split(' ').includes(scope)) return outsideScope();
  return underFaults(call.world, { operation, account: held.account, native: nativeFaults(operation) }, () =>
    act(held.account),
  );
};
