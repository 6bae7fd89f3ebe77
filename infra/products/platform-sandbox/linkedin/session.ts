import { underFaults, type NativeFaults, type ActFaults } from '../faults.ts';
import { bearerOf, holder } from '../grants.ts';
import type { SandboxCall } from '../platform.ts';
import type { FaultOperation, SandboxAccount } from '../store.ts';
import { badToken, denied, error, invalid, nativeFaults } from './answers.ts';

export type LinkedinSession = Readonly<{
  account: SandboxAccount;
  call: SandboxCall;
  may(scope: string): boolean;
}>;

/**
 * The versions that are served: those published within the last year or so (LinkedIn docs:
 * versioning).
 */
const oldest = 202511;
const newest = 202612;

const badVersion = ({ request }: SandboxCall): Response | undefined => {
  const version = request.headers.get('linkedin-version');
  if (version === null) return error(400, 'VERSION_MISSING', 'A version must be present. Please specify a version');
  if (!/^\d{6}$/.test(version) || Number(version) < oldest || Number(version) > newest)
    return error(426, 'NONEXISTENT_VERSION', `Requested version ${version} is not active`);
  return request.headers.get('x-restli-protocol-version') === '2.0.0'
    ? undefined
    : invalid('Rest.li protocol version 2.0.0 is required');
};

/** Checks the headers of versioned calls, the token and its scope, and runs the call under its faults. */
export const asMember = async (
  call: SandboxCall,
  { operation, scope }: Readonly<{ operation: FaultOperation; scope: string | undefined }>,
  act: (session: LinkedinSession, actFaults: ActFaults) => Promise<Response>,
  native: (session: LinkedinSession) => Partial<NativeFaults> = () => ({}),
): Promise<Response> => {
  const wrong = call.url.pathname.startsWith('/rest/') ? badVersion(call) : undefined;
  if (wrong) return wrong;
  const held = await holder(call.world, 'LINKEDIN', 'access', bearerOf(call.request));
  if (typeof held === 'string') return badToken(held);
  const granted = String(held.secret.data['scope'] ?? '').split(' ');
  const may = (wanted: string) => granted.includes(wanted);
  if (scope !== undefined && !may(scope)) return denied(call.url.pathname);
  const session = { account: held.account, call, may };
  const faults = { ...nativeFaults(call.world, operation), ...native(session) };
  return underFaults(call.world, { operation, account: held.account, native: faults }, (actFaults) =>
    act(session, actFaults),
  );
};
