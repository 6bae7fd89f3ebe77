import { keysOf, tableOf } from './keys-of.ts';
import type { CallStatements, Checked, Write } from './call-statements.ts';
import { togetherIfNew } from './many-rows.ts';
import { Rows, valueOf, type KnownRow, type RememberedRows, type RowName, type ValuesBySource } from './known-rows.ts';
import { accountRow, objectRow, secretRow } from './rows.ts';
import type { SandboxStore } from './store.ts';

/** The call relied on a remembered row that has changed. Nothing of the call is stored. */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

export type CallParts = Readonly<{
  /** Runs each operation in statements of its own. */
  tables: SandboxStore;
  statements: CallStatements;
  remembered: RememberedRows;
  numbers: UnusedNumbers;
}>;

/** The numbers that this node has fetched and not yet given out. */
export type UnusedNumbers = Readonly<{
  next(): Promise<number>;
  /** How many numbers the next statement shall fetch beside its own work. */
  wanted(): number;
  add(numbers: readonly number[]): void;
}>;

/**
 * One call of a platform as one statement: it reads the rows that the node remembers, and keeps its
 * changes until its end. The last statement checks that the remembered rows are unchanged and
 * stores the changes. What the store cannot say beforehand is assumed: that a new object's key is
 * free, and that an unspent secret is still unspent. Where an assumption fails nothing is stored,
 * and the call has to run on the tables.
 */
export class OneStatementCall {
  readonly #parts: CallParts;
  /** Remembered rows that no statement has checked yet. */
  readonly #relied = new Rows();
  /** Every row that the call knows, with its own changes. */
  readonly #seen = new Rows();
  /** The rows among them that the call has changed. */
  readonly #changed = new Rows();
  #writes: Write[] = [];
  /** After its changes are stored, the rest of the call runs on the tables. */
  #isStored = false;
  #isOutdated = false;

  constructor(parts: CallParts) {
    this.#parts = parts;
  }

  /** Stores what the call changed. False where nothing is stored and the call has to run again. */
  async finish(): Promise<boolean> {
    if (this.#isOutdated) return false;
    try {
      await this.#settle();
      return true;
    } catch (error) {
      if (error instanceof Outdated) return false;
      throw error;
    }
  }

  /** The store as the call uses it. */
  get store(): SandboxStore {
    const { tables } = this.#parts;
    const own = this.#own;
    type Run = (...given: unknown[]) => Promise<unknown>;
    const running = (name: keyof SandboxStore): Run => {
      const [here, onTables] = [own[name], tables[name]] as [Run | undefined, Run];
      return async (...given) => {
        if (here && !this.#isStored) return here(...given);
        await this.#goOnOnTables();
        return onTables(...given);
      };
    };
    const all = tableOf(keysOf(tables), running) as SandboxStore;
    return {
      ...all,
      call: (act) => act(this.store),
      takeFault: async (fits) => {
        const { platform, workspaceId } = fits;
        if (workspaceId === null) return undefined;
        const name = { source: 'faults', platform, id: workspaceId } as const;
        if (!this.#isStored) await this.#value(name);
        const isWithout = this.#seen.get(name)?.version === null;
        return isWithout ? undefined : all.takeFault(fits);
      },
    };
  }

  /** The operations that need no statement of their own. */
  get #own(): Partial<SandboxStore> {
    const { numbers, statements } = this.#parts;
    return {
      putAccount: async (account) => {
        const name = { source: 'account', platform: account.platform, id: account.nativeId } as const;
        this.#write({ write: 'account', row: accountRow(account) }, name, account);
      },
      account: async (platform, id) => await this.#value({ source: 'account', platform, id }),

      putSecret: async (secret) => {
        const name = { source: 'secret', platform: secret.platform, kind: secret.kind, id: secret.value } as const;
        this.#write({ write: 'secret', row: secretRow(secret) }, name, secret);
      },
      secret: async (platform, kind, id) => await this.#value({ source: 'secret', platform, kind, id }),
      grant: (platform, kind, id) => this.#grant({ source: 'secret', platform, kind, id }),
      spend: async (platform, kind, id) => {
        const name = { source: 'secret', platform, kind, id } as const;
        const secret = await this.#value(name);
        if (!secret || secret.spent) return false;
        const row = { platform, kind, secret: id, ...this.#versionOf(name) };
        this.#write({ write: 'spent', row }, name, { ...secret, spent: true });
        return true;
      },

      insertObject: async (object, unique) => {
        const name = { source: 'object', platform: object.platform, id: object.nativeId } as const;
        const { createdAt } = object;
        this.#write({ write: 'object', row: objectRow(object, unique), createdAt }, name, object);
        // A new object has no metrics yet.
        this.#learn({ name: { ...name, source: 'metrics' }, version: null, value: undefined });
        return { object, inserted: true };
      },
      object: async (platform, id) => await this.#value({ source: 'object', platform, id }),
      changeObject: async (platform, id, change) => {
        const name = { source: 'object', platform, id } as const;
        const before = await this.#value(name);
        if (!before) return;
        const { deletedAt, parentNativeId } = change;
        const row = {
          platform,
          native_id: id,
          change,
          ...this.#versionOf(name),
          ...(deletedAt !== undefined && { deleted: deletedAt !== null }),
          ...(parentNativeId !== undefined && { parent_native_id: parentNativeId }),
        };
        this.#write({ write: 'changed', row }, name, { ...before, ...change });
      },
      deleteUnder: async (platform, parentNativeId, deletedAt) => {
        this.#writes.push({ write: 'under', row: { platform, parent_native_id: parentNativeId, deletedAt } });
        for (const row of this.#seen.all()) {
          const { name } = row;
          const object = name.source === 'object' && name.platform === platform ? valueOf('object', row) : undefined;
          if (object?.parentNativeId === parentNativeId && object.deletedAt === null)
            this.#seen.put({ ...row, value: { ...object, deletedAt } });
        }
      },
      objects: async (query) => {
        // A list has to contain what the call itself has changed.
        if (this.#writes.length > 0) await this.#settle();
        const listed = await this.#checked((relied) => statements.objects(query, relied));
        return listed.flatMap(([row, metrics]) => {
          for (const each of [row, metrics]) this.#learn(each);
          const object = valueOf('object', row);
          return object ? [object] : [];
        });
      },

      putRecord: async (platform, kind, id, value) => {
        const name = { source: 'record', platform, kind, id } as const;
        this.#write({ write: 'record', row: { platform, kind, id, value } }, name, value);
      },
      record: async (platform, kind, id) => await this.#value({ source: 'record', platform, kind, id }),
      removeRecord: async (platform, kind, id) => {
        const name = { source: 'record', platform, kind, id } as const;
        this.#write({ write: 'removed', row: { platform, kind, id } }, name, undefined);
      },

      metrics: async (platform, id) => (await this.#value({ source: 'metrics', platform, id })) ?? {},
      next: () => numbers.next(),
    };
  }

  #write(change: Write, name: RowName, value: unknown): void {
    this.#writes.push(change);
    const row = { name, version: null, value };
    this.#seen.put(row);
    this.#changed.put(row);
  }

  /**
   * The version of a row on which a partial change depends: the row is changed only while it has
   * this version. None for a row that the call itself has changed.
   */
  #versionOf(name: RowName): { version?: string } {
    const version = this.#seen.get(name)?.version ?? null;
    return version === null ? {} : { version };
  }

  /** Stores what the call did so far. Its other operations have statements of their own. */
  async #goOnOnTables(): Promise<void> {
    await this.#settle();
    this.#isStored = true;
  }

  /** A row that this call knows, else one that the node remembers, else one that is read. */
  async #value<Source extends RowName['source']>(
    name: RowName & Readonly<{ source: Source }>,
  ): Promise<ValuesBySource[Source] | undefined> {
    const known = this.#seen.get(name) ?? this.#rely(name);
    if (known) return valueOf(name.source, known);
    const row = await this.#checked((relied) => this.#parts.statements.row(name, relied));
    this.#learn(row);
    return valueOf(name.source, row);
  }

  async #grant(name: RowName): ReturnType<SandboxStore['grant']> {
    const grantOf = (ofSecret: KnownRow | undefined, ofAccount: KnownRow | undefined, faults: KnownRow | undefined) => {
      const [secret, account] = [valueOf('secret', ofSecret), valueOf('account', ofAccount)];
      return secret && account && faults ? { secret, account, hasFaults: faults.version !== null } : undefined;
    };
    const known = (each: RowName): KnownRow | undefined => this.#seen.get(each) ?? this.#parts.remembered.get(each);
    const secret = known(name);
    const { platform } = name;
    const id = valueOf('secret', secret)?.accountNativeId;
    const account = id === undefined ? undefined : known({ source: 'account', platform, id });
    const workspaceId = valueOf('account', account)?.workspaceId ?? '';
    const faults = account && known({ source: 'faults', platform, id: workspaceId });
    const held = grantOf(secret, account, faults);
    if (held) {
      for (const row of [secret, account, faults]) if (row && !this.#seen.get(row.name)) this.#rely(row.name);
      return held;
    }
    const rows = await this.#checked((relied) => this.#parts.statements.grant(name, relied));
    for (const row of rows) this.#learn(row);
    return grantOf(rows[0], rows[1], rows[2]);
  }

  /** Takes a row from the node's memory. A later statement checks it. */
  #rely(name: RowName): KnownRow | undefined {
    const row = this.#parts.remembered.get(name);
    if (!row) return undefined;
    this.#relied.put(row);
    this.#seen.put(row);
    return row;
  }

  #learn(row: KnownRow): void {
    // The call's own changes are newer than what it reads.
    if (!this.#changed.get(row.name)) this.#seen.put(row);
    // A workspace with faults is asked for them at every call. A token may be anybody's guess.
    const isForgotten = row.version === 'set' || (row.name.source === 'secret' && row.version === null);
    if (isForgotten) this.#parts.remembered.delete(row.name);
    else this.#parts.remembered.put(row);
  }

  async #checked<Found>(read: (relied: readonly KnownRow[]) => Promise<Checked<Found>>): Promise<Found> {
    const relied = this.#relied.all();
    this.#relied.clear();
    const { isCurrent, found } = await read(relied);
    if (!isCurrent) throw this.#outdated(relied);
    return found;
  }

  /** Checks what is still to be checked, and stores the changes, in one statement. */
  async #settle(): Promise<void> {
    const { statements, remembered, numbers } = this.#parts;
    const relied = this.#relied.all();
    const writes = this.#writes;
    this.#relied.clear();
    this.#writes = [];
    if (writes.length === 0) {
      if (relied.length > 0 && !(await statements.check(relied))) throw this.#outdated(relied);
      return;
    }
    const stored = await statements.store(relied, togetherIfNew(writes), numbers.wanted());
    if (!stored) throw this.#outdated([...relied, ...this.#changed.all()]);
    this.#isStored = true;
    numbers.add(stored.numbers);
    for (const { name, value } of this.#changed.all()) {
      if (value === undefined) remembered.delete(name);
      else remembered.put({ name, version: stored.version, value });
    }
    this.#changed.clear();
  }

  /** The rows are read again the next time. */
  #outdated(rows: readonly KnownRow[]): Outdated {
    this.#isOutdated = true;
    for (const { name } of rows) this.#parts.remembered.delete(name);
    return new Outdated('a row that the call relied on has changed');
  }
}
