import type { NativeFaults } from '../faults.ts';
import type { SandboxWorld } from '../platform.ts';
import {
  graphError,
  permissionMissing,
  somethingWrong,
  tokenExpired,
  tokenRevoked,
  usageHeader,
  type GraphFailure,
} from './graph-errors.ts';

/** Instagram and Threads detect no duplicates; they block what they take for spam. */
const blocked: GraphFailure = {
  code: 4,
  subcode: 2207051,
  message: 'Application request limit reached',
  title: 'Action is blocked',
  words: 'We restrict certain activity to protect our community. Tell us if you think we made a mistake.',
};

/** The answers that Instagram and Threads share. They differ in the usage they report and in how they refuse media. */
export const mediaAppFaults = (
  world: SandboxWorld,
  usage: Readonly<{ id: string; product: 'instagram' | 'threads' }>,
  rejectedMedia: GraphFailure,
): NativeFaults => ({
  server_error: () => graphError(somethingWrong),
  rate_limited: () =>
    graphError({ code: 4, message: '(#4) Application request limit reached' }, usageHeader(usage.id, usage.product)),
  token_expired: () => graphError(tokenExpired(world)),
  token_revoked: () => graphError(tokenRevoked),
  forbidden: () =>
    graphError({
      ...permissionMissing,
      code: 10,
      message: '(#10) Application does not have permission for this action',
    }),
  duplicate: () => graphError(blocked),
  media_rejected: () => graphError(rejectedMedia),
});
