import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { forgotten } from '../../../domain/kernel/personal.ts';
import type { KeepTombstone } from '../../../domain/kernel/tombstone.ts';
import { batched } from '../postgres/batched.ts';
import type { Database } from '../postgres/database.ts';
import type { Notifications } from '../postgres/listen.ts';
import { decrypt, encrypt, keyBytes } from './cipher.ts';
import type { Keyring } from './keyring.ts';

type SubjectKeyTable = {
  subject: string;
  wrapped_key: Buffer | null;
  key_id: string | null;
  destroyed_at: Date | null;
};

/**
 * The prefix of a sealed text. A text without it was stored before its field was declared personal,
 * and is read unchanged.
 */
const mark = 'sealed:1:';

/** Whether a stored text is sealed, and so unreadable without its subject's key. */
export const isSealed = (text: string): boolean => text.startsWith(mark);

type FoundKey = Buffer | Error | undefined;

/** More subjects than these are asked for by a statement of their own, which delays no other. */
const fewSubjects = 50;
/** The most questions of one statement. */
const maxQuestions = 100;

/** The loaded keys of some subjects. A destroyed or missing key opens nothing. */
export type SubjectKeysAtHand = Readonly<{
  seal(subject: string, plain: string): string;
  open(subject: string, sealed: string): string;
  isDestroyed(subject: string): boolean;
}>;

/** Announces the subject whose key was destroyed. */
const destroyedChannel = 'subject_key_destroyed';

type Options = Readonly<{
  /**
   * The longest time that a key stays in memory: the bound for a process that missed the
   * notification of its destruction.
   */
  cacheTtlMs?: number;
  maxKeys?: number;
  /** Keeps the destruction of a key, for backups that still have it. */
  keepTombstone?: KeepTombstone;
}>;

/**
 * One key for each data subject of events: a person or a workspace. Destroying the key erases the
 * data in every copy: the log, backups, replicas. A destroyed key stays destroyed: data sealed for
 * that subject later reads as `forgotten`.
 */
export class SubjectKeys {
  readonly #database: Database;
  readonly #keyring: Keyring;
  /** The loaded keys by subject, including destroyed ones. */
  readonly #cache: LRUCache<string, Readonly<{ key: Buffer | undefined }>>;
  readonly #keepTombstone: KeepTombstone | undefined;
  readonly #onDestroyed = new Set<() => void>();
  /** Raised by each destroyed key: a load that began before is not cached. */
  #generation = 0;
  readonly #findTogether = together((subjects) => this.#select(subjects));
  readonly #makeTogether = together((subjects) => this.#make(subjects));

  constructor(
    database: Database,
    keyring: Keyring,
    { cacheTtlMs = 30_000, maxKeys = 10_000, keepTombstone }: Options = {},
  ) {
    this.#database = database;
    this.#keyring = keyring;
    this.#keepTombstone = keepTombstone;
    this.#cache = new LRUCache({ max: maxKeys, ttl: cacheTtlMs });
  }

  /**
   * Calls the listener when a key is destroyed, here or by another process, and when such a
   * notification may have been missed. Caches of opened events drop their entries then.
   */
  onDestroyed(listener: () => void): void {
    this.#onDestroyed.add(listener);
  }

  /** Starts to receive the notifications of keys that other processes destroy. */
  async listen(notifications: Notifications): Promise<void> {
    await notifications.subscribe(destroyedChannel, (subject) => this.#forget(subject));
  }

  /** The keys of these subjects for reading, in at most one query. */
  async forReading(subjects: Iterable<string>): Promise<SubjectKeysAtHand> {
    return this.#atHand(await this.#find(new Set(subjects)));
  }

  /** The keys of these subjects for writing. A subject without a key gets one. */
  async forWriting(subjects: Iterable<string>): Promise<SubjectKeysAtHand> {
    const wanted = new Set(subjects);
    const found = await this.#find(wanted);
    const missing = [...wanted].filter((subject) => !found.has(subject));
    if (missing.length > 0) for (const [subject, key] of await this.#makeTogether(missing)) found.set(subject, key);
    return this.#atHand(found);
  }

  async seal(subject: string, plain: string): Promise<string> {
    return (await this.forWriting([subject])).seal(subject, plain);
  }

  /** The text, or `forgotten`. */
  async open(subject: string, sealed: string): Promise<string> {
    return (await this.forReading([subject])).open(subject, sealed);
  }

  /** Erases all present and future data of a subject. Safe to repeat. */
  async destroy(subject: string): Promise<void> {
    await this.#keepTombstone?.({ kind: 'key', subject });
    await this.#db.transaction().execute(async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('subject_key')
        .values({ subject, wrapped_key: null, key_id: null, destroyed_at: new Date() })
        .onConflict((conflict) =>
          conflict
            .column('subject')
            .doUpdateSet({ wrapped_key: null, key_id: null, destroyed_at: new Date() })
            .where('subject_key.destroyed_at', 'is', null),
        )
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows) await sql`select pg_notify(${destroyedChannel}, ${subject})`.execute(tx);
    });
    this.#forget(subject);
  }

  /** Whether the key of a subject was destroyed. */
  async isDestroyed(subject: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('subject_key')
      .select('destroyed_at')
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row !== undefined && row.destroyed_at !== null;
  }

  /** Wraps every key of another master key with the current one. Returns their number. */
  async rotate(): Promise<number> {
    const { currentId } = this.#keyring;
    for (let rotated = 0; ;) {
      const rows = await this.#db
        .selectFrom('subject_key')
        .select(['subject', 'wrapped_key', 'key_id'])
        .where('key_id', '!=', currentId)
        .limit(500)
        .execute();
      if (rows.length === 0) return rotated;
      for (const { subject, wrapped_key: wrapped, key_id: keyId } of rows) {
        if (!wrapped || keyId === null) continue;
        const key = this.#keyring.unwrap({ keyId, wrapped }, subjectBinding(subject));
        const rewrapped = this.#keyring.wrap(key, subjectBinding(subject));
        const { numUpdatedRows } = await this.#db
          .updateTable('subject_key')
          .set({ wrapped_key: rewrapped.wrapped, key_id: rewrapped.keyId })
          .where('subject', '=', subject)
          .where('wrapped_key', '=', wrapped)
          .executeTakeFirst();
        rotated += Number(numUpdatedRows);
      }
    }
  }

  /**
   * Found keys; `undefined` for destroyed ones, an error for keys that cannot be unwrapped, no
   * entry for subjects that never had one.
   */
  async #find(subjects: ReadonlySet<string>): Promise<Map<string, FoundKey>> {
    const found = new Map<string, FoundKey>();
    const asked: string[] = [];
    for (const subject of subjects) {
      const cached = this.#cache.get(subject);
      if (cached) found.set(subject, cached.key);
      else asked.push(subject);
    }
    if (asked.length > 0) for (const [subject, key] of await this.#findTogether(asked)) found.set(subject, key);
    return found;
  }

  async #select(subjects: readonly string[]): Promise<Keys> {
    const found = new Map<string, FoundKey>();
    const generation = this.#generation;
    const rows = await this.#db
      .selectFrom('subject_key')
      .select(['subject', 'wrapped_key', 'key_id'])
      .where(sql<boolean>`subject = any(${subjects})`)
      .execute();
    for (const { subject, wrapped_key: wrapped, key_id: keyId } of rows) {
      const key = wrapped && keyId !== null ? this.#unwrapped(subject, { keyId, wrapped }) : undefined;
      found.set(subject, key);
      if (generation === this.#generation && !(key instanceof Error)) this.#cache.set(subject, { key });
    }
    return found;
  }

  /** In the same order in every process, so that none waits for another that waits for it. */
  async #make(subjects: readonly string[]): Promise<Keys> {
    const generation = this.#generation;
    const keys = new Map(subjects.toSorted().map((subject) => [subject, randomBytes(keyBytes)]));
    const rows = [...keys].map(([subject, key]) => {
      const { keyId, wrapped } = this.#keyring.wrap(key, subjectBinding(subject));
      return { subject, wrapped_key: wrapped, key_id: keyId, destroyed_at: null };
    });
    const stored = await this.#db
      .insertInto('subject_key')
      .values(rows)
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .returning('subject')
      .execute();
    const made = new Map<string, FoundKey>();
    for (const { subject } of stored) {
      const key = keys.get(subject);
      made.set(subject, key);
      if (generation === this.#generation) this.#cache.set(subject, { key });
    }
    // Another process may have created a key a moment before.
    const others = subjects.filter((subject) => !made.has(subject));
    return others.length === 0 ? made : new Map([...made, ...(await this.#select(others))]);
  }

  /** Drops the key of a subject, or all keys where the destroyed ones are unknown. */
  #forget(subject: string | undefined): void {
    this.#generation += 1;
    if (subject === undefined) this.#cache.clear();
    else this.#cache.delete(subject);
    for (const listener of this.#onDestroyed) listener();
  }

  /**
   * The key, or why it cannot be unwrapped: the fault of one subject must not affect the others of
   * the query.
   */
  #unwrapped(subject: string, { keyId, wrapped }: Readonly<{ keyId: string; wrapped: Buffer }>): Buffer | Error {
    try {
      return this.#keyring.unwrap({ keyId, wrapped }, subjectBinding(subject));
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  #atHand(keys: ReadonlyMap<string, FoundKey>): SubjectKeysAtHand {
    const keyOf = (subject: string): Buffer | undefined => {
      const key = keys.get(subject);
      if (key instanceof Error) throw key;
      return key;
    };
    return {
      isDestroyed: (subject) => keys.has(subject) && keys.get(subject) === undefined,
      seal: (subject, plain) => {
        const key = keyOf(subject);
        if (!key) return forgotten;
        return `${mark}${encrypt(key, Buffer.from(plain, 'utf8'), subjectBinding(subject)).toString('base64url')}`;
      },
      open: (subject, sealed) => {
        if (!isSealed(sealed)) return sealed;
        const key = keyOf(subject);
        if (!key) return forgotten;
        return decrypt(key, Buffer.from(sealed.slice(mark.length), 'base64url'), subjectBinding(subject)).toString(
          'utf8',
        );
      },
    };
  }

  get #db() {
    return this.#database.kysely.withTables<{ subject_key: SubjectKeyTable }>();
  }
}

type Keys = ReadonlyMap<string, FoundKey>;

/** Small questions that come while a statement is under way share the next one. */
const together = (
  ask: (subjects: readonly string[]) => Promise<Keys>,
): ((subjects: readonly string[]) => Promise<Keys>) => {
  const shared = batched<readonly string[], Keys>(
    async (questions) => {
      const found = await ask([...new Set(questions.flat())]);
      return questions.map(
        (subjects) => new Map(subjects.flatMap((one) => (found.has(one) ? [[one, found.get(one)] as const] : []))),
      );
    },
    { maxBatch: maxQuestions },
  );
  return (subjects) => (subjects.length > fewSubjects ? ask(subjects) : shared(subjects));
};

/** The authenticated binding of a person's key and sealed texts. */
export const subjectBinding = (subject: string): string => JSON.stringify(['subject', subject]);
