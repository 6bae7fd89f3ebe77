import { underFaults, type NativeFaults } from '../faults.ts';
import { bearerOf, holder } from '../grants.ts';
import type { SandboxCall } from '../platform.ts';
import type { FaultKind, FaultOperation, SandboxAccount } from '../store.ts';
import { badToken, nativeFaults, outsideScopes } from './answers.ts';

export type YoutubeSession = Readonly<{ account: SandboxAccount; call: SandboxCall }>;

const prefix = 'https://www.googleapis.com/auth/';

type Wants = Readonly<{
  operation: FaultOperation;
  /** Any one of them, without Google's prefix. */
  scopes: readonly string[];
  kinds?: readonly FaultKind[];
  native?: (session: YoutubeSession) => Partial<NativeFaults>;
}>;

/** Checks the token and its scopes, and runs the call under its faults. */
export const asChannel = async (
  call: SandboxCall,
  { operation, scopes, kinds, native }: Wants,
  act: (session: YoutubeSession) => Promise<Response>,
): Promise<Response> => {
  const held = await holder(call.world, 'YOUTUBE', 'access', bearerOf(call.request));
  if (typeof held === 'string') return badToken();
  const granted = String(held.secret.data['scope'] ?? '').split(' ');
  if (![...scopes, 'youtube'].some((scope) => granted.includes(`${prefix}${scope}`))) return outsideScopes();
  const session = { account: held.account, call };
  const faults = { ...nativeFaults(), ...native?.(session) };
  return underFaults(call.world, { operation, account: held.account, native: faults, kinds }, () => act(session));
};

export const reading = ['youtube.readonly', 'youtube.force-ssl'] as const;
export const writing = ['youtube.force-ssl'] as const;
export const uploading = ['youtube.upload', 'youtube.force-ssl'] as const;
