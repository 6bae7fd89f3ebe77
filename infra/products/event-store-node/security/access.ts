import type { Metadata } from '@grpc/grpc-js';

export type StreamOperation = 'read' | 'write' | 'delete';

/** A caller: a login name and the groups it belongs to. */
export type Principal = Readonly<{ name: string; roles: readonly string[] }>;

/** A caller without credentials. */
export const anonymous: Principal = Object.freeze({ name: '', roles: [] });

export const admins = '$admins';
export const operators = '$ops';

/** Decides who may do what. Each check throws the refusal of the real server. */
export interface Access {
  /**
   * The caller of a request. Throws `UNAUTHENTICATED` for wrong credentials; without any it is the
   * anonymous caller.
   */
  authenticate(metadata: Metadata): Promise<Principal>;
  /**
   * Checks the stream's access list; for a stream of metadata, the metadata entries of its stream.
   * Throws `PERMISSION_DENIED`.
   */
  checkStream(principal: Principal, operation: StreamOperation, stream: string): Promise<void>;
  /**
   * For calls open to members of these groups only. Without groups every known caller passes.
   * Throws `PERMISSION_DENIED`.
   */
  checkRole(principal: Principal, ...roles: string[]): void;
}

/** The rule with `--insecure`: callers need no credentials and may do everything. */
export const openAccess: Access = {
  authenticate: () => Promise.resolve({ name: 'admin', roles: [admins] }),
  checkStream: () => Promise.resolve(),
  checkRole: () => undefined,
};
