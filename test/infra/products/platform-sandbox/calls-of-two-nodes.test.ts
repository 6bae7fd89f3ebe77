import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { postgresSandboxStore } from '../../../../infra/products/platform-sandbox/postgres-store.ts';
import type { SandboxObject, SandboxSecret, SandboxStore } from '../../../../infra/products/platform-sandbox/store.ts';
import { useDatabase } from '../../../support/postgres.ts';

const at = '2026-05-04T10:00:00.000Z';
const platform = 'TWITTER';

describe('calls of two nodes to one sandbox', () => {
  const database = useDatabase();
  let [one, two]: [SandboxStore, SandboxStore] = [] as never;
  let accountNativeId = '';
  let workspaceId = '';
  let token = '';

  const objectOf = (change: Partial<SandboxObject> = {}): SandboxObject => ({
    platform,
    nativeId: randomUUID(),
    accountNativeId,
    kind: 'post',
    direction: 'made',
    parentNativeId: null,
    text: 'hello',
    media: [],
    request: null,
    createdAt: at,
    deletedAt: null,
    data: {},
    ...change,
  });

  /** The parts of an account, made by one node, which therefore remembers them. */
  beforeEach(async () => {
    [one, two] = [postgresSandboxStore(database().kysely), postgresSandboxStore(database().kysely)];
    [accountNativeId, workspaceId, token] = [randomUUID(), randomUUID(), randomUUID()];
    await one.call(async (store) => {
      const names = { username: 'someone', displayName: 'Some One' };
      await store.putAccount({ platform, nativeId: accountNativeId, workspaceId, ...names, data: {}, createdAt: at });
      const shared: Omit<SandboxSecret, 'kind'> = {
        platform,
        value: token,
        accountNativeId,
        family: token,
        spent: false,
        revoked: false,
        data: {},
      };
      for (const kind of ['access', 'refresh'] as const) await store.putSecret({ ...shared, kind });
    });
    await one.call((store) => store.grant(platform, 'access', token));
  });

  const madeByOne = async (object = objectOf()): Promise<SandboxObject> => {
    await one.call((store) => store.insertObject(object));
    return object;
  };

  it('see the end of a grant', async () => {
    await two.call((store) => store.revokeFamily(platform, token));
    const grant = await one.call((store) => store.grant(platform, 'access', token));
    expect(grant?.secret.revoked).to.equal(true);
  });

  it('see a fault, and its end', async () => {
    const fits = { platform, operation: 'publish', workspaceId, accountNativeId } as const;
    const published = () =>
      one.call(async (store) => {
        await store.grant(platform, 'access', token);
        const fault = await store.takeFault(fits);
        if (fault === undefined) await store.insertObject(objectOf());
        return fault;
      });
    expect(await published()).to.equal(undefined);
    await two.addFault({ ...fits, id: randomUUID(), fault: 'forbidden', times: 1 });
    expect(await published()).to.equal('forbidden');
    expect(await published()).to.equal(undefined);
  });

  it('redeem a secret once', async () => {
    const spentBy = (node: SandboxStore) => node.call((store) => store.spend(platform, 'refresh', token));
    expect(await Promise.all([spentBy(one), spentBy(two), spentBy(one)])).to.have.members([true, false, false]);
    expect(await spentBy(one)).to.equal(false);
  });

  it('store one object of a key', async () => {
    const unique = { key: randomUUID() };
    const inserts = await Promise.all(
      [one, two, one, two].map((node) =>
        node.call(async (store) => {
          await store.putRecord(platform, 'mark', randomUUID(), {});
          return store.insertObject(objectOf(), unique);
        }),
      ),
    );
    expect(inserts.filter(({ inserted }) => inserted)).to.have.length(1);
    expect(new Set(inserts.map(({ object }) => object.nativeId)).size).to.equal(1);
  });

  it('lose no change of each other', async () => {
    const { nativeId } = await madeByOne();
    const counted = (node: SandboxStore) =>
      node.call(async (store) => {
        const count = Number((await store.object(platform, nativeId))?.data['count'] ?? 0);
        await store.changeObject(platform, nativeId, { data: { count: count + 1 } });
      });
    for (const node of [one, two, two, one]) await counted(node);
    expect((await one.object(platform, nativeId))?.data).to.deep.equal({ count: 4 });
    await two.changeObject(platform, nativeId, { text: 'changed' });
    await counted(one);
    const seen = await one.call((store) => store.object(platform, nativeId));
    expect(seen)
      .to.include({ text: 'changed' })
      .and.deep.include({ data: { count: 5 } });
  });

  it('see what another one deleted, alone and with what is under it', async () => {
    const post = await madeByOne();
    const reply = await madeByOne(objectOf({ kind: 'reply', parentNativeId: post.nativeId }));
    await two.call(async (store) => {
      await store.changeObject(platform, post.nativeId, { deletedAt: at });
      await store.deleteUnder(platform, post.nativeId, at);
    });
    for (const { nativeId } of [post, reply])
      expect((await one.call((store) => store.object(platform, nativeId)))?.deletedAt).to.equal(at);
    const query = { platform, accountNativeId, limit: 10 } as const;
    expect(await one.call((store) => store.objects(query))).to.deep.equal([]);
  });

  it('see new metrics', async () => {
    const { nativeId } = await madeByOne();
    expect(await one.call((store) => store.metrics(platform, nativeId))).to.deep.equal({});
    await two.putMetrics(platform, nativeId, { likes: 3 });
    expect(await one.call((store) => store.metrics(platform, nativeId))).to.deep.equal({ likes: 3 });
  });

  it('read what they changed themselves', async () => {
    const object = objectOf();
    await one.call(async (store) => {
      await store.insertObject(object);
      await store.changeObject(platform, object.nativeId, { text: 'second' });
      await store.putRecord(platform, 'upload', object.nativeId, { bytes: 1 });
      expect((await store.object(platform, object.nativeId))?.text).to.equal('second');
      expect(await store.record(platform, 'upload', object.nativeId)).to.deep.equal({ bytes: 1 });
      const listed = await store.objects({ platform, accountNativeId, limit: 10 });
      expect(listed.map(({ text }) => text)).to.deep.equal(['second']);
      await store.removeRecord(platform, 'upload', object.nativeId);
      expect(await store.record(platform, 'upload', object.nativeId)).to.equal(undefined);
    });
    expect((await two.object(platform, object.nativeId))?.text).to.equal('second');
  });

  it('keep what they stored before an error', async () => {
    const object = objectOf();
    const failed = one.call(async (store) => {
      await store.insertObject(object);
      throw new Error('the connection is cut');
    });
    await failed.then(
      () => expect.fail('the error was to come out'),
      (error: Error) => expect(error.message).to.equal('the connection is cut'),
    );
    expect(await two.object(platform, object.nativeId)).to.deep.equal(object);
  });
});
