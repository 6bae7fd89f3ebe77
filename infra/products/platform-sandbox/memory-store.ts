import type { SandboxAccount, SandboxFault, SandboxObject, SandboxSecret, SandboxStore, JsonObject } from './store.ts';

type Kept = { object: SandboxObject; order: number; uniqueKey?: string; uniqueUntil?: Date };

/** A store in memory: gone with the process. */
export const memorySandboxStore = (): SandboxStore => {
  const accounts = new Map<string, SandboxAccount>();
  const secrets = new Map<string, SandboxSecret>();
  const objects = new Map<string, Kept>();
  const byKey = new Map<string, Kept>();
  const records = new Map<string, JsonObject>();
  const metrics = new Map<string, Readonly<Record<string, number>>>();
  let faults: SandboxFault[] = [];
  let count = 0;
  const at = (...parts: string[]): string => parts.join('\u0000');

  const store: SandboxStore = {
    async putAccount(account) {
      accounts.set(at(account.platform, account.nativeId), account);
    },
    account: async (platform, nativeId) => accounts.get(at(platform, nativeId)),
    accountNamed: async (platform, username) =>
      [...accounts.values()].find((each) => each.platform === platform && each.username === username),
    accounts: async (platform, workspaceId) =>
      [...accounts.values()].filter((each) => each.platform === platform && each.workspaceId === workspaceId).reverse(),

    async putSecret(secret) {
      secrets.set(at(secret.platform, secret.kind, secret.value), secret);
    },
    secret: async (platform, kind, value) => secrets.get(at(platform, kind, value)),
    grant: async (platform, kind, value) => {
      const secret = secrets.get(at(platform, kind, value));
      const account = secret && accounts.get(at(platform, secret.accountNativeId));
      const set = faults.filter((each) => each.workspaceId === account?.workspaceId && each.platform === platform);
      return account && { secret, account, hasFaults: set.length > 0 };
    },
    async spend(platform, kind, value) {
      const secret = secrets.get(at(platform, kind, value));
      if (!secret || secret.spent) return false;
      secrets.set(at(platform, kind, value), { ...secret, spent: true });
      return true;
    },
    async revokeFamily(platform, family) {
      for (const [key, secret] of secrets)
        if (secret.platform === platform && secret.family === family) secrets.set(key, { ...secret, revoked: true });
    },
    revokeGrants: async (platform, accountNativeId) => {
      for (const [key, secret] of secrets) {
        if (secret.platform === platform && secret.accountNativeId === accountNativeId) {
          secrets.set(key, { ...secret, revoked: true });
        }
      }
    },
    hasLiveGrant: async (platform, accountNativeId, now) =>
      [...secrets.values()].some(
        (each) =>
          each.platform === platform &&
          each.accountNativeId === accountNativeId &&
          (each.kind === 'access' || each.kind === 'refresh') &&
          !each.spent &&
          !each.revoked &&
          (each.expiresAt === undefined || Date.parse(each.expiresAt) > now.getTime()),
      ),

    async insertObject(object, unique) {
      const key = unique && at(object.platform, unique.key);
      const holder = key === undefined ? undefined : byKey.get(key);
      const ended = holder?.uniqueUntil && holder.uniqueUntil.getTime() <= Date.parse(object.createdAt);
      if (holder && !ended && holder.object.deletedAt === null) return { object: holder.object, inserted: false };
      const kept: Kept = { object, order: (count += 1), ...(unique?.until && { uniqueUntil: unique.until }) };
      objects.set(at(object.platform, object.nativeId), kept);
      if (key !== undefined) byKey.set(key, kept);
      return { object, inserted: true };
    },
    object: async (platform, nativeId) => objects.get(at(platform, nativeId))?.object,
    async changeObject(platform, nativeId, change) {
      const kept = objects.get(at(platform, nativeId));
      if (kept) kept.object = { ...kept.object, ...change };
    },
    async deleteUnder(platform, parentNativeId, deletedAt) {
      for (const kept of objects.values()) {
        const { object } = kept;
        if (object.platform === platform && object.parentNativeId === parentNativeId && object.deletedAt === null)
          kept.object = { ...object, deletedAt };
      }
    },
    async objects(query) {
      const order = (nativeId: string | undefined) =>
        nativeId === undefined ? undefined : objects.get(at(query.platform, nativeId))?.order;
      const after = order(query.sinceNativeId) ?? 0;
      const before = order(query.beforeNativeId) ?? Infinity;
      return [...objects.values()]
        .filter(
          ({ object, order }) =>
            object.platform === query.platform &&
            order > after &&
            order < before &&
            (query.deleted || object.deletedAt === null) &&
            (query.accountNativeId === undefined || object.accountNativeId === query.accountNativeId) &&
            (query.direction === undefined || object.direction === query.direction) &&
            (query.kinds === undefined || query.kinds.includes(object.kind)) &&
            (query.parentNativeId === undefined ||
              [query.parentNativeId].flat().includes(object.parentNativeId ?? '')) &&
            (query.workspaceId === undefined ||
              accounts.get(at(object.platform, object.accountNativeId))?.workspaceId === query.workspaceId),
        )
        .sort((a, b) => b.order - a.order)
        .slice(0, query.limit)
        .map(({ object }) => object);
    },

    async putRecord(platform, kind, id, value) {
      records.set(at(platform, kind, id), value);
    },
    record: async (platform, kind, id) => records.get(at(platform, kind, id)),
    async removeRecord(platform, kind, id) {
      records.delete(at(platform, kind, id));
    },

    async addFault(fault) {
      faults.push(fault);
    },
    async takeFault({ platform, operation, workspaceId, accountNativeId, kinds }) {
      const found = faults.find(
        (each) =>
          each.platform === platform &&
          each.operation === operation &&
          (kinds === undefined || kinds.includes(each.fault)) &&
          each.workspaceId === workspaceId &&
          (each.accountNativeId === undefined || each.accountNativeId === accountNativeId),
      );
      if (!found) return undefined;
      faults = faults.flatMap((each) =>
        each !== found ? [each] : each.times > 1 ? [{ ...each, times: each.times - 1 }] : [],
      );
      return found.fault;
    },
    async clearFaults(workspaceId) {
      faults = faults.filter((each) => each.workspaceId !== workspaceId);
    },

    async putMetrics(platform, nativeId, values) {
      metrics.set(at(platform, nativeId), values);
    },
    metrics: async (platform, nativeId) => metrics.get(at(platform, nativeId)) ?? {},

    next: async () => (count += 1),
    call: (act) => act(store),
  };
  return store;
};
