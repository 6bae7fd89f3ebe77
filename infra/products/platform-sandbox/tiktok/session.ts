import { underFaults, type NativeFaults, type ActFaults } from '../faults.ts';
import { bearerOf, holder } from '../grants.ts';
import type { SandboxCall } from '../platform.ts';
import type { FaultKind, FaultOperation, SandboxAccount } from '../store.ts';
import { badToken, invalid, nativeFaults, outsideScopes } from './answers.ts';

export type TiktokSession = Readonly<{ account: SandboxAccount; call: SandboxCall }>;

type Wants = Readonly<{
  operation: FaultOperation;
  scope: string;
  kinds?: readonly FaultKind[];
  native?: (session: TiktokSession) => Partial<NativeFaults>;
}>;

/** Checks the token, its scope and the content type, and runs the call under its faults. */
export const asUser = async (
  call: SandboxCall,
  { operation, scope, kinds, native }: Wants,
  act: (session: TiktokSession, actFaults: ActFaults) => Promise<Response>,
): Promise<Response> => {
  const held = await holder(call.world, 'TIKTOK', 'access', bearerOf(call.request));
  if (typeof held === 'string' || held.secret.data['business'] === true) return badToken();
  if (
    !String(held.secret.data['scope'] ?? '')
      .split(',')
      .includes(scope)
  )
    return outsideScopes(scope);
  const type = call.request.headers.get('content-type') ?? '';
  if (call.request.method === 'POST' && !/^application\/json; *charset=utf-8$/i.test(type))
    return invalid('The content type must be application/json; charset=UTF-8');
  const session = { account: held.account, call };
  const faults = { ...nativeFaults(), ...native?.(session) };
  return underFaults(call.world, { operation, account: held.account, native: faults, kinds }, (actFaults) =>
    act(session, actFaults),
  );
};
