import { underFaults, type ActFaults } from '../faults.ts';
import { bearerOf, holder } from '../grants.ts';
import type { SandboxCall } from '../platform.ts';
import type { FaultOperation, SandboxAccount } from '../store.ts';
import { forbidden, invalid, nativeFaults, unauthorized } from './problems.ts';

export type TwitterSession = Readonly<{ account: SandboxAccount; call: SandboxCall }>;

/**
 * Checks the user token and its scopes, refuses unknown query parameters, and runs the call under
 * its faults.
 */
export const asUser = async (
  call: SandboxCall,
  wants: Readonly<{
    operation: FaultOperation | ((account: SandboxAccount) => Promise<FaultOperation>);
    scopes: readonly string[];
    query?: readonly string[];
    onMediaRejected?: (session: TwitterSession) => Promise<Response>;
  }>,
  act: (session: TwitterSession, actFaults: ActFaults) => Promise<Response>,
): Promise<Response> => {
  const held = await holder(call.world, 'TWITTER', 'access', bearerOf(call.request));
  if (typeof held === 'string') return unauthorized();
  const granted = String(held.secret.data['scope'] ?? '').split(' ');
  if (!wants.scopes.every((scope) => granted.includes(scope))) return forbidden();
  const allowed = wants.query ?? [];
  const unknown = [...call.url.searchParams.keys()].find((name) => !allowed.includes(name));
  if (unknown !== undefined)
    return invalid(`The query parameter [${unknown}] is not one of [${allowed.join(',')}]`, { [unknown]: [] });
  const session = { account: held.account, call };
  const operation = typeof wants.operation === 'string' ? wants.operation : await wants.operation(held.account);
  const native = nativeFaults(call.world, operation);
  const rejecting = wants.onMediaRejected;
  return underFaults(
    call.world,
    {
      operation,
      account: held.account,
      native: rejecting ? { ...native, media_rejected: () => rejecting(session) } : native,
    },
    (actFaults) => act(session, actFaults),
  );
};
