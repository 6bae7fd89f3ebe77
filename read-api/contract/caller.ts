import type { Actor } from '../../domain/kernel/event.ts';
import type { Mode } from '../../domain/kernel/mode.ts';

/** The caller of a request with workspace and rights; the HTTP edge establishes it once per request. */
export type Caller = Readonly<{
  kind: 'api_key' | 'session';
  workspaceId: string;
  mode: Mode;
  plan: string;
  /** The person behind a session; the key's creator for an API key, where known. */
  userId: string | undefined;
  keyId: string | undefined;
  /** Scopes of the key; a session has every right its role gives. */
  scopes: readonly string[];
  /** The person's role in the workspace; an API key acts with its workspace's rights and has none. */
  role: string | undefined;
  address: string | undefined;
  /** Whether the person operates the service itself. */
  operator?: boolean;
}>;

export const actorOf = (caller: Caller): Actor => ({
  kind: caller.kind === 'api_key' ? 'api_key' : 'user',
  id: (caller.kind === 'api_key' ? caller.keyId : caller.userId) ?? 'unknown',
  ...(caller.keyId === undefined ? {} : { keyId: caller.keyId }),
  ...(caller.address === undefined ? {} : { address: caller.address }),
});
