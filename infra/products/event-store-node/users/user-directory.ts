import type { EventLog } from '../log/event-log.ts';
import { anyRevision, noStream } from '../log/expected-revision.ts';
import { jsonEvent } from '../log/proposed-event.ts';
import { createdOf, dataOf } from '../log/record.ts';
import { RpcError } from '../protocol/rpc-error.ts';
import { status as Status } from '@grpc/grpc-js';
import { admins, operators } from '../security/access.ts';
import { hashPassword, type PasswordHash, verifyPassword } from '../security/password.ts';

/** A user as stored in the last event of `$user-<login name>`. */
export type User = PasswordHash &
  Readonly<{ loginName: string; fullName: string; groups: readonly string[]; disabled: boolean }>;

export type KnownUser = Readonly<{ user: User; revision: number; updated: number }>;

const streamOf = (loginName: string): string => `$user-${loginName}`;
const allUsers = '$users';
const defaultPassword = 'changeit';

export const userNotFound = (loginName: string): RpcError =>
  new RpcError(Status.NOT_FOUND, `User '${loginName}' is not found.`, {
    exception: 'user-not-found',
    'login-name': loginName,
  });

const conflict = (loginName: string): RpcError =>
  new RpcError(Status.FAILED_PRECONDITION, 'Conflict.', { exception: 'user-conflict', 'login-name': loginName });

/** The users, stored in the log as the real server stores them. */
export class UserDirectory {
  private readonly log: EventLog;
  private readonly listeners: ((loginName: string) => void)[] = [];

  constructor(log: EventLog) {
    this.log = log;
  }

  /** Calls back when a user has changed. */
  onChange(listener: (loginName: string) => void): void {
    this.listeners.push(listener);
  }

  async find(loginName: string): Promise<KnownUser | undefined> {
    const page = await this.log.readStream(streamOf(loginName), Infinity, 1, { backwards: true });
    const event = page.kind === 'events' ? page.events[0] : undefined;
    if (event === undefined) return undefined;
    const user = JSON.parse(dataOf(event.record).toString()) as User;
    return { user, revision: event.revision, updated: createdOf(event.record) };
  }

  /** All users by login name. */
  async all(): Promise<KnownUser[]> {
    const names = new Set<string>();
    let next = 0;
    for (;;) {
      const page = await this.log.readStream(allUsers, next, 500);
      if (page.kind !== 'events') break;
      for (const { record } of page.events) names.add(dataOf(record).toString());
      if (page.isEnd) break;
      next = page.next;
    }
    const users = await Promise.all([...names].sort().map((name) => this.find(name)));
    return users.filter((user) => user !== undefined);
  }

  /**
   * Creates a user. Creating the same user with the same password again succeeds; otherwise a
   * conflict is thrown.
   */
  async create(loginName: string, fullName: string, groups: readonly string[], password: string): Promise<void> {
    const known = await this.find(loginName);
    if (known !== undefined) {
      if (await verifyPassword(password, known.user)) return;
      throw conflict(loginName);
    }
    const user: User = { loginName, fullName, groups, disabled: false, ...(await hashPassword(password)) };
    await this.write(user, '$UserCreated', noStream);
    const entry = { ...jsonEvent('$User', ''), isJson: false, data: Buffer.from(loginName) };
    await this.log.writer.append(allUsers, anyRevision, [entry]);
  }

  /** Replaces what `change` returns. Throws when the user is unknown. */
  async change(loginName: string, change: (user: User) => Promise<Partial<User>> | Partial<User>): Promise<void> {
    const known = await this.find(loginName);
    if (known === undefined) throw userNotFound(loginName);
    await this.write({ ...known.user, ...(await change(known.user)) }, '$UserUpdated', known.revision);
  }

  async delete(loginName: string): Promise<void> {
    const known = await this.find(loginName);
    if (known === undefined) throw userNotFound(loginName);
    await this.log.writer.delete(streamOf(loginName), known.revision);
    this.changed(loginName);
  }

  /** Creates the two users of every installation unless they exist. */
  async createDefaults(passwords: Readonly<Record<string, string>>): Promise<void> {
    const standard = [
      { name: 'admin', fullName: 'Event Store Administrator', groups: [admins] },
      { name: 'ops', fullName: 'Event Store Operations', groups: [operators] },
    ];
    for (const { name, fullName, groups } of standard) {
      if ((await this.find(name)) !== undefined) continue;
      await this.create(name, fullName, groups, passwords[name] ?? defaultPassword);
    }
    for (const [name, password] of Object.entries(passwords)) {
      if (standard.some((user) => user.name === name) || (await this.find(name)) !== undefined) continue;
      await this.create(name, name, [], password);
    }
  }

  /** The users of every installation whose password was never changed. */
  async withDefaultPassword(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const name of ['admin', 'ops']) {
      const user = (await this.find(name))?.user;
      if (user && !user.disabled && (await verifyPassword(defaultPassword, user))) found.push(name);
    }
    return found;
  }

  private async write(user: User, type: string, expected: number): Promise<void> {
    const result = await this.log.writer.append(streamOf(user.loginName), expected, [jsonEvent(type, user)]);
    if (result.kind !== 'written') throw conflict(user.loginName);
    this.changed(user.loginName);
  }

  private changed(loginName: string): void {
    for (const listener of this.listeners) listener(loginName);
  }
}
