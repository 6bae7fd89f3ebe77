import type { Actor } from '../../domain/kernel/event.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import { defined } from '../../domain/kernel/defined.ts';

/** The caller of a request with workspace and rights; the HTTP edge establishes it once per request. */
export type Caller = Readonly<{
  kind: 'api_key' | 'session';
  workspaceId: string;
  mode: Mode;
  plan: string;
  /** The highest plan that the workspace has had; absent where it is the present one. */
  topPlan?: string;
  /** The person of a session; the creator of an API key, where known. */
  userId: string | undefined;
  keyId: string | undefined;
  /** Scopes of the key; a session has every right of its role. */
  scopes: readonly string[];
  /** The person's role in the workspace; an API key has the workspace's rights and no role. */
  role: string | undefined;
  address: string | undefined;
  /** Whether an API key was given the right to approve in the name of its maker. */
  canApprove?: boolean;
  /** Whether the person is an operator of the service. */
  operator?: boolean;
  /** The application that acts for the person, within its scopes; absent where the person acts. */
  application?: Readonly<{ connectionId: string; scopes: readonly string[] }>;
  /** The session of a sign-in by password, which its person can end. */
  sessionId?: string;
}>;

/** The caller of a public endpoint, and the workspace fields of a person without a workspace. */
export const anonymousCaller: Caller = {
  kind: 'session',
  workspaceId: '',
  mode: 'live',
  plan: 'free',
  userId: undefined,
  keyId: undefined,
  scopes: [],
  role: undefined,
  address: undefined,
};

export const actorOf = (caller: Caller): Actor => ({
  kind: caller.kind === 'api_key' ? 'api_key' : 'user',
  id: (caller.kind === 'api_key' ? caller.keyId : caller.userId) ?? 'unknown',
  ...defined({ keyId: caller.keyId, address: caller.address }),
});

/** What takes the place of the workspace for a person who is in none. */
export const personScope = (userId: string): string => `person ${userId}`;

/**
 * Where a caller's requests belong together: the workspace, or the person who is in none.
 * `undefined` for a caller who is neither.
 */
export const scopeOf = ({ workspaceId, userId }: Pick<Caller, 'workspaceId' | 'userId'>): string | undefined => {
  if (workspaceId !== '') return workspaceId;
  return userId === undefined ? undefined : personScope(userId);
};
