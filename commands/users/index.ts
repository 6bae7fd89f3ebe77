import type { WriteEndpoint } from '../kernel/endpoint.ts';
import type { SignInPorts } from '../sign-in/ports.ts';
import type { UserPorts } from './ports.ts';
import { passkeyEndpoints } from './passkey-endpoints.ts';
import { applicationEndpoints } from './application-endpoints.ts';
import { secondFactorEndpoints } from './second-factor-endpoints.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { userEndpoints } from './user-endpoints.ts';

/** `signIn` is absent where people do not sign in with a password. */
export const userWrites = (ports: UserPorts, signIn: SignInPorts | undefined): readonly WriteEndpoint[] => [
  ...sessionEndpoints(signIn),
  ...secondFactorEndpoints(signIn),
  ...passkeyEndpoints(signIn),
  ...applicationEndpoints,
  ...userEndpoints(ports),
];
