import { underFaults } from '../faults.ts';
import { bearerOf, holder } from '../grants.ts';
import type { SandboxCall } from '../platform.ts';
import type { FaultOperation, SandboxAccount } from '../store.ts';
import { badToken, denied, nativeFaults } from './answers.ts';

/** Checks the token and the profile in the path, and runs the call under its faults. */
export const asProfile = async (
  call: SandboxCall,
  operation: FaultOperation,
  act: (account: SandboxAccount) => Promise<Response>,
  /** Answers in place of `act` and of its faults. */
  tooEarly: () => Promise<Response | undefined> = async () => undefined,
): Promise<Response> => {
  const held = await holder(call.world, 'SNAPCHAT', 'access', bearerOf(call.request));
  if (typeof held === 'string') return badToken();
  const { account } = held;
  const profile = call.params['profile'];
  if (profile !== undefined && profile !== account.nativeId) return denied();
  return (
    (await tooEarly()) ?? underFaults(call.world, { operation, account, native: nativeFaults() }, () => act(account))
  );
};
