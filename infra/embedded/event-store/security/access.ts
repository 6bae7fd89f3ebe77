import type { Metadata } from '@grpc/grpc-js';

export type StreamOperation = 'read' | 'write' | 'delete' | 'metaRead' | 'metaWrite';

/** Who is calling: a login name and the groups it belongs to. */
export type Principal = Readonly<{ name: string; roles: readonly string[] }>;

export const anonymous: Principal = Object.freeze({ name: '', roles: [] });

/** Decides who may do what. Each check throws the refusal the real server sends. */
export interface Access {
  /** The caller of a request. Throws `UNAUTHENTICATED` for wrong credentials; none at all is the anonymous caller. */
  authenticate(metadata: Metadata): Promise<Principal>;
  /** Throws `PERMISSION_DENIED`. */
  checkStream(principal: Principal, operation: StreamOperation, stream: string): Promise<void>;
  /** For calls open to these groups only; none given means any authenticated caller. Throws `PERMISSION_DENIED`. */
  checkRole(principal: Principal, ...roles: string[]): void;
}

/** The server run with `--insecure`: nobody is asked for credentials. */
export const openAccess: Access = {
  authenticate: () => Promise.resolve({ name: 'admin', roles: ['$admins'] }),
  checkStream: () => Promise.resolve(),
  checkRole: () => undefined,
};
