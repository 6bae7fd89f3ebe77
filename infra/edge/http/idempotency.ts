import { createHash, randomBytes } from 'node:crypto';
import { commandIdFor } from '../../../commands/kernel/deterministic-ids.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import type { Database } from '../../stores/postgres/database.ts';
import {
  IdempotencyRecords,
  type Claim,
  type KeyedRecord,
  type StoredReply,
} from '../../stores/postgres/idempotency-records.ts';
import { isNameFree, ProcessName } from '../../stores/postgres/process-name.ts';
import { decrypt, encrypt, keyBytes } from '../../stores/secrets/cipher.ts';
import type { Keyring } from '../../stores/secrets/keyring.ts';
import type { Clock } from './authenticate.ts';
import type { IdempotentRequests, KeptReply, KeyedRequest } from './edge-ports.ts';
import type { CommandIdentity } from '../../../commands/kernel/request-writes.ts';

const day = 24 * 60 * 60_000;
const sweepEveryMs = 10 * 60_000;
const purpose = 'idempotency';

type Options = Readonly<{
  database: Database;
  /** Encrypts stored answers. */
  keyring: Keyring;
  /** Called with a record that could not be updated; its request was answered regardless. */
  onFault: (error: unknown) => void;
  /**
   * The clocks of the workspaces, in milliseconds. A key of a test workspace expires on the test
   * clock.
   */
  clock?: Clock;
}>;

type Outcome = Awaited<ReturnType<IdempotentRequests['once']>>;

/**
 * Idempotency keys: the first request is executed, and its answer is stored for 24 hours and
 * replayed. A request in progress at a living process is never started a second time. A request
 * whose process died, or that ended in a fault of the service, may be sent again: it becomes the
 * same command with the same ids, which the aggregates recognise.
 */
export class Idempotency implements IdempotentRequests {
  readonly #records: IdempotencyRecords;
  readonly #database: Database;
  readonly #keyring: Keyring;
  readonly #onFault: (error: unknown) => void;
  readonly #clock: Clock;
  readonly #name: ProcessName;
  /**
   * The requests in progress in this process, by place. A repeat waits for the first one to be
   * accepted.
   */
  readonly #underWay = new Map<string, Readonly<{ bodyHash: Buffer; carriesOut: Promise<boolean> }>>();
  readonly #sweeping: NodeJS.Timeout;

  constructor({ database, keyring, onFault, clock = Date.now }: Options) {
    this.#records = new IdempotencyRecords(database.kysely);
    this.#database = database;
    this.#keyring = keyring;
    this.#onFault = onFault;
    this.#clock = clock;
    this.#name = new ProcessName(database.connection, purpose);
    this.#sweeping = setInterval(() => void this.sweep().catch(onFault), sweepEveryMs).unref();
  }

  async once(request: KeyedRequest, run: (command: CommandIdentity) => Promise<KeptReply>): Promise<Outcome> {
    const bodyHash = fingerprintOf(request);
    const place = placeOf(request);
    const other = this.#underWay.get(place);
    if (other) {
      if (await other.carriesOut) throw other.bodyHash.equals(bodyHash) ? inProgress() : otherBody();
      return this.once(request, run);
    }
    const { promise: carriesOut, resolve: decided } = promised<boolean>();
    this.#underWay.set(place, { bodyHash, carriesOut });
    try {
      const claimed = await this.#claim(request, bodyHash);
      if ('replay' in claimed) return { reply: this.#opened(request, claimed.replay), replayed: true };
      decided(true);
      return { reply: await this.#carryOut(request, claimed.claim, run), replayed: false };
    } finally {
      this.#underWay.delete(place);
      decided(false);
    }
  }

  /**
   * Deletes the records that are a day old in real time, except those that a living process still
   * executes. The test clock never runs slower, so these have expired on both clocks.
   */
  async sweep(): Promise<void> {
    const before = isoOf(this.#clock('live') - day);
    const dead: string[] = [];
    for (const owner of await this.#records.ownersBefore(before))
      if (await isNameFree(this.#database.kysely, purpose, owner)) dead.push(owner);
    while ((await this.#records.sweep(before, dead)) > 0);
  }

  /** Releases the unfinished records of this process to other processes. */
  close(): Promise<void> {
    clearInterval(this.#sweeping);
    return this.#name.release();
  }

  async #claim(
    request: KeyedRequest,
    bodyHash: Buffer,
  ): Promise<Readonly<{ claim: Claim }> | Readonly<{ replay: StoredReply }>> {
    for (;;) {
      const owner = await this.#name.current();
      const askedAt = isoOf(this.#clock('live'));
      const expiresAt = isoOf(this.#clock(request.mode) + day);
      const claim = newClaim(request, bodyHash, { askedAt, expiresAt }, owner);
      if (await this.#records.open(request, claim)) return { claim };
      const found = await this.#records.find(request);
      if (!found) continue;
      const isOver = Date.parse(found.expiresAt) <= this.#clock(request.mode);
      if (found.reply === undefined && !(await this.#isAbandoned(found, owner))) {
        throw isOver || found.bodyHash.equals(bodyHash) ? inProgress() : otherBody();
      }
      if (isOver) {
        if (await this.#records.replace(request, found, claim)) return { claim };
        continue;
      }
      if (!found.bodyHash.equals(bodyHash)) throw otherBody();
      if (found.reply) return { replay: found.reply };
      if (await this.#records.takeOver(request, found, owner)) return { claim: { ...found, owner } };
    }
  }

  /** A record owned by this process that is not in progress here: its update failed earlier. */
  async #isAbandoned(found: KeyedRecord, ownName: string): Promise<boolean> {
    if (found.owner === null || found.owner === ownName) return true;
    return isNameFree(this.#database.kysely, purpose, found.owner);
  }

  async #carryOut(
    request: KeyedRequest,
    claim: Claim,
    run: (command: CommandIdentity) => Promise<KeptReply>,
  ): Promise<KeptReply> {
    const command = { commandId: claim.commandId, askedAt: Date.parse(claim.askedAt) };
    let reply: KeptReply;
    try {
      reply = await run(command);
    } catch (error) {
      await this.#records.free(request, claim).catch(this.#onFault);
      throw error;
    }
    // A record that cannot be written does not turn a success into a failure. The same request sent
    // again is the same command and is answered from the log.
    const kept =
      request.storesAnswer || reply.status >= 400
        ? this.#records.keep(request, claim, this.#sealed(request, reply))
        : this.#records.free(request, claim);
    await kept.catch(this.#onFault);
    return reply;
  }

  #sealed(request: KeyedRequest, { status, headers, body }: KeptReply): StoredReply {
    if (body === undefined) return { status, headers, sealedBody: null, wrappedKey: null, keyId: null };
    const dataKey = randomBytes(keyBytes);
    const bound = placeOf(request);
    const { keyId, wrapped } = this.#keyring.wrap(dataKey, bound);
    return { status, headers, sealedBody: encrypt(dataKey, Buffer.from(body), bound), wrappedKey: wrapped, keyId };
  }

  #opened(request: KeyedRequest, { status, headers, sealedBody, wrappedKey, keyId }: StoredReply): KeptReply {
    if (!sealedBody || !wrappedKey || keyId === null) return { status, headers, body: undefined };
    const bound = placeOf(request);
    const dataKey = this.#keyring.unwrap({ keyId, wrapped: wrappedKey }, bound);
    return { status, headers, body: decrypt(dataKey, sealedBody, bound).toString('utf8') };
  }
}

const isoOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

const promised = <T>(): { promise: Promise<T>; resolve: (value: T) => void } => {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
};

/** The caller is a part of it: whether a key was used by another caller shows like another body. */
const fingerprintOf = ({ caller, body }: KeyedRequest): Buffer =>
  createHash('sha256').update(`${caller}\n`).update(body).digest();

const placeOf = ({ workspaceId, route, key }: KeyedRequest): string =>
  JSON.stringify([purpose, workspaceId, route, key]);

/** The expiry is part of the identity: a key used again after it expired names another command. */
const newClaim = (
  request: KeyedRequest,
  bodyHash: Buffer,
  times: Pick<Claim, 'askedAt' | 'expiresAt'>,
  owner: string,
): Claim => ({
  bodyHash,
  commandId: commandIdFor('request', request.workspaceId, request.route, request.key, times.expiresAt),
  ...times,
  owner,
});

const inProgress = (): Refused =>
  new Refused('CONFLICT', 'A request with this Idempotency-Key is still in progress', {
    idempotencyCode: 'IN_PROGRESS',
    retryAfterSeconds: 2,
  });

const otherBody = (): Refused =>
  new Refused('CONFLICT', 'This Idempotency-Key was used with another request body, or by another caller', {
    idempotencyCode: 'CONFLICT',
  });
