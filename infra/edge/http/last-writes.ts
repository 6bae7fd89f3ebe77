import type { Redis } from 'ioredis';

/**
 * The log position of the last write through the API of each workspace, and of each person who is in
 * none. Their next reads wait for it.
 */
export interface LastWrites {
  /** Keeps the greatest position. Settles, and never rejects, once other nodes can read it. */
  record(workspaceId: string, commit: bigint): void | Promise<void>;
  of(workspaceId: string): bigint | undefined | Promise<bigint | undefined>;
}

/**
 * Read models catch up within seconds, so only recent writes matter: the least recently used
 * workspaces are evicted.
 */
const remembered = 10_000;

/** For one node. It is empty after a restart, when the read models have caught up anyway. */
export class LastWritesInMemory implements LastWrites {
  readonly #commits = new Map<string, bigint>();

  record(workspaceId: string, commit: bigint): void {
    const before = this.#commits.get(workspaceId);
    if (before !== undefined && before >= commit) return;
    this.#commits.delete(workspaceId);
    this.#commits.set(workspaceId, commit);
    if (this.#commits.size <= remembered) return;
    for (const oldest of this.#commits.keys()) {
      this.#commits.delete(oldest);
      return;
    }
  }

  of(workspaceId: string): bigint | undefined {
    return this.#commits.get(workspaceId);
  }
}

/** Keeps the greater of two positions. They may not fit a Lua number, so they are compared as decimal texts. */
const keepGreater = `
local held = redis.call('GET', KEYS[1])
if held and (#held > #ARGV[1] or (#held == #ARGV[1] and held >= ARGV[1])) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', 3600)
return 1`;

/**
 * For several nodes. While Redis is unavailable each node uses its own writes, so most readers
 * still read theirs.
 */
export class LastWritesInRedis implements LastWrites {
  readonly #redis: Redis;
  readonly #own = new LastWritesInMemory();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async record(workspaceId: string, commit: bigint): Promise<void> {
    this.#own.record(workspaceId, commit);
    await this.#redis.eval(keepGreater, 1, keyOf(workspaceId), commit.toString()).catch(() => undefined);
  }

  async of(workspaceId: string): Promise<bigint | undefined> {
    const own = this.#own.of(workspaceId);
    const held = await this.#redis.get(keyOf(workspaceId)).catch(() => null);
    if (held === null) return own;
    const shared = BigInt(held);
    return own !== undefined && own > shared ? own : shared;
  }
}

const keyOf = (workspaceId: string): string => `last-write:${workspaceId}`;
