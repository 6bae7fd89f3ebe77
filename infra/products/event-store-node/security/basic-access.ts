import { timingSafeEqual } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';
import type { EventLog } from '../log/event-log.ts';
import { accessDenied, unauthenticated } from '../protocol/rpc-error.ts';
import type { UserDirectory } from '../users/user-directory.ts';
import { type Access, anonymous, type Principal, type StreamOperation } from './access.ts';
import { fingerprint, verifyPassword } from './password.ts';
import { checkStream } from './stream-permissions.ts';

type Verified = Readonly<{ fingerprint: Buffer; principal: Principal }>;

const parseBasic = (header: string): { name: string; password: string } | undefined => {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header) ?? [];
  const text = encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString();
  const colon = text?.indexOf(':') ?? -1;
  return text && colon >= 0 ? { name: text.slice(0, colon), password: text.slice(colon + 1) } : undefined;
};

const verifiedUsers = 1_000;

/** HTTP basic authentication against the users in the log: the rule with TLS. */
export class BasicAccess implements Access {
  private readonly log: EventLog;
  private readonly users: UserDirectory;
  private readonly verified = new Map<string, Verified>();

  constructor(log: EventLog, users: UserDirectory) {
    this.log = log;
    this.users = users;
    users.onChange((loginName) => this.verified.delete(loginName));
  }

  async authenticate(metadata: Metadata): Promise<Principal> {
    const [header] = metadata.get('authorization');
    if (header === undefined) return anonymous;
    const credentials = parseBasic(header.toString());
    if (credentials === undefined) throw unauthenticated();
    const { name, password } = credentials;
    const print = fingerprint(password);
    const known = this.verified.get(name);
    if (known !== undefined && timingSafeEqual(known.fingerprint, print)) return known.principal;
    const user = (await this.users.find(name))?.user;
    if (user === undefined || user.disabled || !(await verifyPassword(password, user))) throw unauthenticated();
    const principal = { name, roles: user.groups };
    if (this.verified.size >= verifiedUsers) this.verified.clear();
    this.verified.set(name, { fingerprint: print, principal });
    return principal;
  }

  async checkStream(principal: Principal, operation: StreamOperation, stream: string): Promise<void> {
    this.checkRole(principal);
    await checkStream(this.log, principal, operation, stream);
  }

  checkRole(principal: Principal, ...roles: string[]): void {
    if (principal === anonymous) throw accessDenied();
    if (roles.length > 0 && !roles.some((role) => principal.roles.includes(role))) throw accessDenied();
  }
}
