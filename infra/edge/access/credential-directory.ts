import type { Kysely } from 'kysely';
import { idFrom } from '../../../commands/kernel/deterministic-ids.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { isOpenSession } from '../../../domain/sign-in/session-time.ts';
import type { Role } from '../../../domain/workspaces/role.ts';
import type { ReadModels } from '../../../projections/database.ts';
import { readIfShown } from '../../stores/postgres/read-if-shown.ts';
import type { ReadYourWrites } from '../read-your-writes.ts';
import type { Session, VerifySession } from '../identity/session.ts';
import { hashOfApiKey, isKeyOfHash } from './api-key.ts';
import type { CredentialDirectory, KnownKey, KnownPerson } from './credentials.ts';
import { defined } from '../../../domain/kernel/defined.ts';
import { LRUCache } from 'lru-cache';

/**
 * Caches answers by key. Results that were not found are not cached, nor are lookups that began
 * before a `clear`.
 */
class TtlCache<Answer extends object> {
  readonly #answers: LRUCache<string, Answer>;
  #generation = 0;

  constructor(ttlMs: number, maxEntries = 5000) {
    this.#answers = new LRUCache({ max: maxEntries, ttl: ttlMs });
  }

  async get(key: string, ask: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    const kept = this.#answers.get(key);
    if (kept !== undefined) return kept;
    const generation = this.#generation;
    const answer = await ask();
    // A lookup that began before a `clear` may return outdated data.
    if (answer !== undefined && generation === this.#generation) this.#answers.set(key, answer);
    return answer;
  }

  clear(): void {
    this.#generation += 1;
    this.#answers.clear();
  }
}

/** The read models that credentials are checked against, and the streams they are folded from. */
const models = ['api_keys', 'memberships', 'sign_ins', 'users', 'workspaces'] as const;
const credentialStreams = /^(apiKey|workspace|user|signIn)-/;
/** The longest a request waits for these models to reach what this process wrote. */
const maxWaitMs = 2000;
/** How long another node may still accept a key that was revoked, or a role that was taken away. */
const cacheMs = 1000;

/** What a token of an application says. */
export type ApplicationAccess = Readonly<{ userId: string; connectionId: string; scopes: readonly string[] }>;

type Options = Readonly<{
  db: Kysely<ReadModels>;
  freshness: ReadYourWrites;
  verifySession: VerifySession;
  /** The local issuer, whose subjects are user ids; absent where a foreign provider signs people in. */
  localIssuer: string | undefined;
  /** Whether this person is an operator of the service. */
  isOperator(session: Session): boolean;
  /** Registers a person of the foreign provider at the first sign-in, and takes over a changed address. */
  signIn(person: Readonly<{ userId: string; session: Session }>): Promise<void>;
  /**
   * How sessions of the local issuer are looked up in the log, where people sign in with a password: a session that another
   * node just started is not in the read model yet. Absent in test mode, whose tokens belong to no session.
   */
  sessions?: Readonly<{ isOpen(userId: string, sessionId: string): Promise<boolean>; required: boolean }> | undefined;
  /**
   * A connection of an application as the log has it, for one that is not in the read model yet; undefined for one that
   * was ended.
   */
  connectedApplication?(
    userId: string,
    connectionId: string,
  ): Promise<Readonly<{ workspaceId: string; scopes: readonly string[] }> | undefined>;
}>;

/** The id of a person of a foreign provider: always the same, so the first sign-in needs no look-up. */
export const userIdOf = ({ issuer, subject }: Pick<Session, 'issuer' | 'subject'>): string =>
  idFrom(0, JSON.stringify(['user', issuer, subject]));

/**
 * Finds the holder of a credential in the read models, and keeps the answer for a few seconds. What this process writes
 * about keys, members and workspaces counts at once: the next request refuses a key just revoked and accepts a new one.
 */
export class ReadModelDirectory implements CredentialDirectory {
  readonly #options: Options;
  readonly #keys = new TtlCache<KnownKey>(cacheMs);
  readonly #people = new TtlCache<KnownPerson>(cacheMs);
  /** The commit of the last event appended here that credentials depend on. */
  #written = 0n;
  #reached = 0n;
  /** The earliest time of the next wait, after a wait that timed out. */
  #waitAgainAt = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Records an append of this process. It counts from the next request on. */
  noteAppend(stream: string, { commit }: Position): void {
    if (credentialStreams.test(stream)) this.#note(commit);
  }

  async byApiKey(key: string): Promise<KnownKey | undefined> {
    const isUpToDate = await this.#upToDate();
    const hash = hashOfApiKey(key);
    const known = await this.#keys.get(hash, async () => {
      const row = await this.#options.db
        .selectFrom('api_keys')
        .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
        .select(['api_keys.id', 'api_keys.workspace_id', 'api_keys.hash', 'api_keys.view as key'])
        .select('workspaces.view as workspace')
        .where('api_keys.hash', '=', hash)
        .executeTakeFirst();
      if (!row || !isKeyOfHash(key, row.hash)) return undefined;
      return {
        keyId: row.id,
        workspaceId: row.workspace_id,
        mode: row.workspace.mode,
        plan: row.workspace.plan,
        topPlan: row.workspace.topPlan,
        createdBy: row.key.createdBy,
        isMakerDisabled: (await this.#entryOf(row.key.createdBy))?.disabled ?? false,
        scopes: row.key.scopes,
        canApprove: row.key.canApprove,
        allowedIps: row.key.allowedIps,
        expiresAt: row.key.expiresAt,
        revokedAt: row.key.revokedAt,
      };
    });
    return known ?? unknown(isUpToDate);
  }

  async bySession(token: string, wantedWorkspaceId?: string): Promise<KnownPerson | undefined> {
    const session = await this.#options.verifySession(token);
    if (!session) return undefined;
    this.#requireVerifiedAddress(session);
    const isUpToDate = await this.#upToDate();
    const userId = session.issuer === this.#options.localIssuer ? session.subject : userIdOf(session);
    const { email, sessionId } = session;
    const known = await this.#people.get(JSON.stringify([userId, email, sessionId, wantedWorkspaceId]), async () => {
      if (!(await this.#isKnown(userId, session))) return undefined;
      const rights = await this.#rightsOf(userId, session);
      if (!rights) return undefined;
      return {
        userId,
        operator: rights.operator || this.#options.isOperator(session),
        ...defined({ sessionId }),
        membership: await this.#membership(userId, wantedWorkspaceId),
      };
    });
    return known ?? unknown(isUpToDate);
  }

  /**
   * The person for whom an application acts, in the workspace that the person chose and in no other. A connection that was
   * ended, a person who is disabled and one who left the workspace open nothing.
   */
  async byApplication(
    { userId, connectionId, scopes }: ApplicationAccess,
    wantedWorkspaceId?: string,
  ): Promise<KnownPerson | undefined> {
    const isUpToDate = await this.#upToDate();
    const asked = JSON.stringify(['application', userId, connectionId, scopes, wantedWorkspaceId]);
    const known = await this.#people.get(asked, async () => {
      const entry = await this.#entryOf(userId);
      if (entry?.disabled) return undefined;
      const shown = entry?.applications?.find(({ id }) => id === connectionId);
      const connected = shown ?? (await this.#options.connectedApplication?.(userId, connectionId));
      if (!connected) return undefined;
      const { workspaceId } = connected;
      const isAsked = wantedWorkspaceId === undefined || wantedWorkspaceId === workspaceId;
      const membership = isAsked ? await this.#membership(userId, workspaceId) : undefined;
      if (isAsked && !membership) return undefined;
      const granted = scopes.filter((scope) => connected.scopes.includes(scope));
      return { userId, operator: false, application: { connectionId, scopes: granted }, membership };
    });
    return known ?? unknown(isUpToDate);
  }

  /** Invitations are found by address, so an address that is not the person's own opens another's. */
  #requireVerifiedAddress({ issuer, email, emailVerified }: Session): void {
    if (issuer === this.#options.localIssuer || email === undefined || emailVerified) return;
    throw new Refused('AUTHENTICATION_ERROR', 'The identity provider has not verified the e-mail address');
  }

  async #isKnown(userId: string, session: Session): Promise<boolean> {
    const { db, localIssuer, signIn } = this.#options;
    const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
    if (session.issuer === localIssuer) return row !== undefined;
    if (row && (session.email === undefined || row.email === session.email)) return true;
    if (!row && session.email === undefined) return false;
    await signIn({ userId, session });
    // The request itself may ask for the person.
    await this.#upToDate();
    return true;
  }

  /** What the installation lets a person do. Undefined for a disabled person, and for a session that has ended. */
  async #rightsOf(
    userId: string,
    { issuer, sessionId }: Session,
  ): Promise<Readonly<{ operator: boolean }> | undefined> {
    const { localIssuer, sessions } = this.#options;
    const entry = await this.#entryOf(userId);
    if (entry?.disabled) return undefined;
    const rights = { operator: entry?.operator ?? false };
    if (issuer !== localIssuer || !sessions) return rights;
    if (sessionId === undefined) return sessions.required ? undefined : rights;
    const shown = entry?.sessions.find(({ id }) => id === sessionId);
    const isOpen = shown
      ? isOpenSession(shown.startedAt, new Date().toISOString())
      : await sessions.isOpen(userId, sessionId);
    return isOpen ? rights : undefined;
  }

  /**
   * How a person signs in. Absent while an upgraded projector builds the read model for the first time: no one is disabled
   * then, and the log has the sessions.
   */
  async #entryOf(userId: string) {
    const { db } = this.#options;
    const [row] = await readIfShown(() => db.selectFrom('sign_ins').select('view').where('id', '=', userId).execute());
    return row?.view;
  }

  async #membership(userId: string, wanted: string | undefined): Promise<KnownPerson['membership']> {
    let query = this.#options.db
      .selectFrom('memberships')
      .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
      .select(['workspaces.view', 'memberships.role'])
      .where('memberships.user_id', '=', userId);
    if (wanted !== undefined) query = query.where('memberships.workspace_id', '=', wanted);
    const row = await query.orderBy('memberships.joined_at').orderBy('workspaces.id').limit(1).executeTakeFirst();
    if (!row) return undefined;
    const { id: workspaceId, mode, plan, topPlan } = row.view;
    return { workspaceId, mode, plan, topPlan, role: row.role satisfies Role };
  }

  /** Drops all answers: personal data in them may have been erased. */
  forget(): void {
    this.#keys.clear();
    this.#people.clear();
  }

  #note(commit: bigint): void {
    if (commit > this.#written) this.#written = commit;
  }

  /** Whether the read models hold all that this process had written when it was asked. */
  async #upToDate(): Promise<boolean> {
    const wanted = this.#written;
    if (wanted <= this.#reached) return true;
    if (performance.now() < this.#waitAgainAt) return false;
    // After the wait, holders are recognised by the read models of that moment: the service goes on
    // while a projector is away.
    const reached = await this.#options.freshness.wait(models, wanted, maxWaitMs);
    this.forget();
    if (!reached) this.#waitAgainAt = performance.now() + maxWaitMs;
    else if (wanted > this.#reached) this.#reached = wanted;
    return reached;
  }
}

/** A credential that read models behind the log do not hold may be valid: it was perhaps made a moment ago. */
const unknown = (isUpToDate: boolean): undefined => {
  if (isUpToDate) return undefined;
  throw new Refused('SERVICE_UNAVAILABLE', 'The service cannot recognise this credential yet. Try again.');
};
