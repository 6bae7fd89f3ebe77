import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { memorySandboxStore } from '../../../../infra/products/platform-sandbox/memory-store.ts';
import { postgresSandboxStore } from '../../../../infra/products/platform-sandbox/postgres-store.ts';
import { storeOfCall } from '../../../../infra/products/platform-sandbox/store-of-call.ts';
import type {
  SandboxAccount,
  SandboxObject,
  SandboxSecret,
  SandboxStore,
} from '../../../../infra/products/platform-sandbox/store.ts';
import { useDatabase } from '../../../support/postgres.ts';

const at = '2026-05-04T10:00:00.000Z';

const account = (change: Partial<SandboxAccount> = {}): SandboxAccount => ({
  platform: 'TWITTER',
  nativeId: randomUUID(),
  workspaceId: 'w1',
  username: 'someone',
  displayName: 'Some One',
  data: {},
  createdAt: at,
  ...change,
});

const object = (change: Partial<SandboxObject> = {}): SandboxObject => ({
  platform: 'TWITTER',
  nativeId: randomUUID(),
  accountNativeId: 'a1',
  kind: 'post',
  direction: 'made',
  parentNativeId: null,
  text: 'hello',
  media: [],
  request: { text: 'hello' },
  createdAt: at,
  deletedAt: null,
  data: {},
  ...change,
});

const secret = (change: Partial<SandboxSecret> = {}): SandboxSecret => ({
  platform: 'TWITTER',
  kind: 'refresh',
  value: randomUUID(),
  accountNativeId: 'a1',
  family: 'f1',
  spent: false,
  revoked: false,
  data: { scope: 'x' },
  ...change,
});

/** Both stores promise the same. */
const promises = (name: string, open: () => SandboxStore): void => {
  describe(`sandbox store ${name}`, () => {
    let store: SandboxStore;
    before(() => {
      store = open();
    });

    it('keeps accounts by id, name and workspace, and lists the newest first', async () => {
      const [one, two] = [account({ workspaceId: 'wa' }), account({ workspaceId: 'wa', username: 'other' })];
      await store.putAccount(one);
      await store.putAccount(two);
      await store.putAccount({ ...one, displayName: 'Renamed' });
      expect((await store.account('TWITTER', one.nativeId))?.displayName).to.equal('Renamed');
      expect((await store.accountNamed('TWITTER', 'other'))?.nativeId).to.equal(two.nativeId);
      expect((await store.accounts('TWITTER', 'wa')).map(({ nativeId }) => nativeId)).to.deep.equal([
        two.nativeId,
        one.nativeId,
      ]);
      expect(await store.account('BLUESKY', one.nativeId)).to.equal(undefined);
    });

    it('keeps what one call puts: accounts, secrets and records, the last of each key', async () => {
      const [one, two] = [account({ workspaceId: 'wc' }), account({ workspaceId: 'wc' })];
      const [access, refresh] = [secret({ kind: 'access', expiresAt: at }), secret({ accountNativeId: one.nativeId })];
      const id = randomUUID();
      await store.call(async (call) => {
        await call.putAccount(one);
        await call.putSecret(access);
        await call.putAccount(two);
        await call.putSecret(refresh);
        await call.putRecord('FACEBOOK', 'page', id, { name: 'First' });
        await call.putRecord('FACEBOOK', 'page', id, { name: 'Second' });
        await call.putAccount({ ...one, displayName: 'Renamed' });
      });
      expect((await store.accounts('TWITTER', 'wc')).map(({ nativeId }) => nativeId)).to.deep.equal([
        two.nativeId,
        one.nativeId,
      ]);
      expect(await store.account('TWITTER', one.nativeId)).to.deep.equal({ ...one, displayName: 'Renamed' });
      expect(await store.secret('TWITTER', 'access', access.value)).to.deep.equal(access);
      expect(await store.secret('TWITTER', 'refresh', refresh.value)).to.deep.equal(refresh);
      expect(await store.record('FACEBOOK', 'page', id)).to.deep.equal({ name: 'Second' });
    });

    it('lets one of many spend a secret', async () => {
      const single = secret();
      await store.putSecret(single);
      const spent = await Promise.all(Array.from({ length: 8 }, () => store.spend('TWITTER', 'refresh', single.value)));
      expect(spent.filter(Boolean)).to.have.length(1);
      expect((await store.secret('TWITTER', 'refresh', single.value))?.spent).to.equal(true);
    });

    it('ends a whole grant, and knows which accounts still have one', async () => {
      const mine = { accountNativeId: 'a-live', family: 'f-live' };
      const until = '2026-05-04T11:00:00.000Z';
      const access = secret({ ...mine, kind: 'access', expiresAt: until });
      await store.putSecret(access);
      expect(await store.secret('TWITTER', 'access', access.value)).to.deep.equal(access);
      expect(await store.hasLiveGrant('TWITTER', 'a-live', new Date(at))).to.equal(true);
      expect(await store.hasLiveGrant('TWITTER', 'a-live', new Date(until))).to.equal(false);
      await store.putSecret(secret(mine));
      expect(await store.hasLiveGrant('TWITTER', 'a-live', new Date(until))).to.equal(true);
      await store.revokeFamily('TWITTER', 'f-live');
      expect(await store.hasLiveGrant('TWITTER', 'a-live', new Date(at))).to.equal(false);
    });

    it('stores one object of a key, until it is deleted or the hold ends', async () => {
      const unique = { key: randomUUID(), until: new Date('2026-05-04T10:10:00.000Z') };
      const tries = await Promise.all(Array.from({ length: 8 }, () => store.insertObject(object(), unique)));
      expect(tries.filter(({ inserted }) => inserted)).to.have.length(1);
      expect(new Set(tries.map((each) => each.object.nativeId)).size).to.equal(1);
      const later = object({ createdAt: '2026-05-04T10:10:00.000Z' });
      expect((await store.insertObject(later, unique)).inserted).to.equal(true);

      const lasting = { key: randomUUID() };
      const first = object();
      await store.insertObject(first, lasting);
      expect((await store.insertObject(object(), lasting)).object.nativeId).to.equal(first.nativeId);
      await store.changeObject('TWITTER', first.nativeId, { deletedAt: at });
      expect((await store.insertObject(object(), lasting)).inserted).to.equal(true);
    });

    it('lists objects by what is asked for, newest first, page by page', async () => {
      const accountNativeId = randomUUID();
      await store.putAccount(account({ nativeId: accountNativeId, workspaceId: 'w-list' }));
      const post = object({ accountNativeId });
      const reply = object({ accountNativeId, kind: 'reply', parentNativeId: post.nativeId });
      const comment = object({
        accountNativeId,
        kind: 'comment',
        direction: 'received',
        parentNativeId: post.nativeId,
      });
      for (const each of [post, reply, comment]) await store.insertObject(each);
      const ids = async (query: Partial<Parameters<SandboxStore['objects']>[0]>) =>
        (await store.objects({ platform: 'TWITTER', accountNativeId, limit: 10, ...query })).map((each) =>
          [post, reply, comment].findIndex(({ nativeId }) => nativeId === each.nativeId),
        );
      expect(await ids({})).to.deep.equal([2, 1, 0]);
      expect(await ids({ direction: 'made' })).to.deep.equal([1, 0]);
      expect(await ids({ kinds: ['comment', 'post'] })).to.deep.equal([2, 0]);
      expect(await ids({ parentNativeId: post.nativeId })).to.deep.equal([2, 1]);
      expect(await ids({ limit: 1 })).to.deep.equal([2]);
      expect(await ids({ beforeNativeId: comment.nativeId })).to.deep.equal([1, 0]);
      expect(await ids({ sinceNativeId: post.nativeId })).to.deep.equal([2, 1]);
      expect(await ids({ workspaceId: 'w-list' })).to.deep.equal([2, 1, 0]);
      expect(await ids({ workspaceId: 'w-other' })).to.deep.equal([]);
      await store.changeObject('TWITTER', reply.nativeId, { deletedAt: at, data: { hidden: true } });
      expect(await ids({})).to.deep.equal([2, 0]);
      expect(await ids({ deleted: true })).to.deep.equal([2, 1, 0]);
      expect(await store.object('TWITTER', reply.nativeId)).to.deep.equal({
        ...reply,
        deletedAt: at,
        data: { hidden: true },
      });
    });

    it('applies each fault as often as it was asked for, the oldest first, in its workspace', async () => {
      const fits = {
        platform: 'TWITTER',
        operation: 'publish',
        workspaceId: 'w-fault',
        accountNativeId: 'a1',
      } as const;
      const fault = { platform: 'TWITTER', operation: 'publish', workspaceId: 'w-fault' } as const;
      await store.addFault({ ...fault, id: randomUUID(), fault: 'timeout', times: 2 });
      await store.addFault({ ...fault, id: randomUUID(), fault: 'slow', times: 1, accountNativeId: 'a2' });
      expect(await store.takeFault({ ...fits, workspaceId: 'w-other' })).to.equal(undefined);
      expect(await store.takeFault({ ...fits, workspaceId: null })).to.equal(undefined);
      expect(await store.takeFault({ ...fits, operation: 'upload' })).to.equal(undefined);
      expect(await store.takeFault({ ...fits, kinds: ['slow', 'container_failed'] })).to.equal(undefined);
      expect(await store.takeFault({ ...fits, kinds: ['slow', 'timeout'] })).to.equal('timeout');
      expect(await store.takeFault(fits)).to.equal('timeout');
      expect(await store.takeFault(fits)).to.equal(undefined);
      expect(await store.takeFault({ ...fits, accountNativeId: 'a2' })).to.equal('slow');
      await store.addFault({ ...fault, id: randomUUID(), fault: 'forbidden', times: 9 });
      await store.clearFaults('w-fault');
      expect(await store.takeFault(fits)).to.equal(undefined);
    });

    it('keeps records and metrics, and never gives out a number twice', async () => {
      await store.putRecord('TWITTER', 'upload', 'u1', { bytes: 1 });
      await store.putRecord('TWITTER', 'upload', 'u1', { bytes: 2 });
      expect(await store.record('TWITTER', 'upload', 'u1')).to.deep.equal({ bytes: 2 });
      await store.removeRecord('TWITTER', 'upload', 'u1');
      expect(await store.record('TWITTER', 'upload', 'u1')).to.equal(undefined);
      await store.putMetrics('TWITTER', 'o1', { likes: 3 });
      expect(await store.metrics('TWITTER', 'o1')).to.deep.equal({ likes: 3 });
      expect(await store.metrics('TWITTER', 'o2')).to.deep.equal({});
      const numbers = await Promise.all(Array.from({ length: 20 }, () => store.next()));
      expect(new Set(numbers).size).to.equal(20);
    });

    it('says with a grant whether a fault is set for it, and a call without any asks for none', async () => {
      const workspaceId = randomUUID();
      const [owner, token] = [account({ workspaceId }), randomUUID()];
      await store.putAccount(owner);
      await store.putSecret(secret({ kind: 'access', value: token, accountNativeId: owner.nativeId }));
      let asked = 0;
      const counted: SandboxStore = {
        ...store,
        takeFault: (fits) => ((asked += 1), store.takeFault(fits)),
      };
      const fits = { platform: 'TWITTER', operation: 'publish', workspaceId, accountNativeId: owner.nativeId } as const;
      const called = async () => {
        const call = storeOfCall(counted);
        const hasFaults = (await call.grant('TWITTER', 'access', token))?.hasFaults;
        return [hasFaults, await call.takeFault(fits), asked];
      };
      expect(await called()).to.deep.equal([false, undefined, 0]);
      const fault = { ...fits, id: randomUUID(), times: 1, fault: 'forbidden' } as const;
      const { accountNativeId: _, ...ofAny } = fault;
      await store.addFault({ ...ofAny, id: randomUUID(), platform: 'MASTODON' });
      expect(await called(), 'of another platform').to.deep.equal([false, undefined, 0]);
      await store.addFault(ofAny);
      expect(await called()).to.deep.equal([true, 'forbidden', 1]);
      expect(await called(), 'used up').to.deep.equal([false, undefined, 1]);
      expect(await storeOfCall(counted).takeFault(fits), 'without a grant').to.equal(undefined);
      expect(asked).to.equal(2);
    });
  });
};

promises('in memory', memorySandboxStore);

describe('sandbox store in Postgres', () => {
  const database = useDatabase();
  promises('on real tables', () => postgresSandboxStore(database().kysely));
});
