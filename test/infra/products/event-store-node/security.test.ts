import { readFileSync } from 'node:fs';
import { status as Status, type ServiceError } from '@grpc/grpc-js';
import usersGrpc from '@eventstore/db-client/generated/users_grpc_pb.js';
import usersPb from '@eventstore/db-client/generated/users_pb.js';
import {
  AccessDeniedError,
  END,
  EventStoreDBClient,
  ErrorType,
  jsonEvent,
  persistentSubscriptionToStreamSettingsFromDefaults,
} from '@eventstore/db-client';
import { expect } from 'chai';
import { collect, newStream, refusal, startEmbedded, take, testEvent } from './server.ts';
import { call, channel, metadataOf } from './services.ts';

const pem = (name: string): string =>
  new URL(`../../../fixtures/event-store-tls/${name}.pem`, import.meta.url).pathname;

describe('event store: users and access', () => {
  let embedded: Awaited<ReturnType<typeof startEmbedded>>;
  let users: InstanceType<typeof usersGrpc.UsersClient>;
  const clients: EventStoreDBClient[] = [];
  const as = (user?: string): EventStoreDBClient => {
    const login = user === undefined ? '' : `${user}@`;
    const client = EventStoreDBClient.connectionString(
      `esdb://${login}localhost:${embedded.node.port}?tls=true&tlsCAFile=${pem('cert')}`,
    );
    clients.push(client);
    return client;
  };
  const admin = 'admin:changeit';

  before(async () => {
    const tls = { cert: readFileSync(pem('cert'), 'utf8'), key: readFileSync(pem('key'), 'utf8') };
    embedded = await startEmbedded({ tls, passwords: { ops: 'ops-secret' } });
    users = new usersGrpc.UsersClient(`localhost:${embedded.node.port}`, channel(readFileSync(pem('cert'))));
  });
  after(async () => {
    users.close();
    await Promise.all(clients.map((client) => client.dispose()));
    await embedded.stop();
  });

  const createUser = async (loginName: string, groups: string[] = [], by: string | undefined = admin) => {
    const options = new usersPb.CreateReq.Options();
    options.setLoginName(loginName);
    options.setFullName(`Full ${loginName}`);
    options.setPassword(`${loginName}-password`);
    options.setGroupsList(groups);
    const request = new usersPb.CreateReq();
    request.setOptions(options);
    await call(users, users.create, request, { user: by });
    return `${loginName}:${loginName}-password`;
  };
  const details = (loginName: string, by: string | undefined): Promise<string[]> => {
    const options = new usersPb.DetailsReq.Options();
    options.setLoginName(loginName);
    const request = new usersPb.DetailsReq();
    request.setOptions(options);
    return new Promise((resolve, reject) => {
      const names: string[] = [];
      const stream = users.details(request, metadataOf(by));
      stream.on('data', (response: InstanceType<typeof usersPb.DetailsResp>) =>
        names.push(response.getUserDetails()?.getLoginName() ?? ''),
      );
      stream.on('error', reject);
      stream.on('end', () => resolve(names));
    });
  };

  it('lets an administrator in and refuses wrong credentials, with the connection still usable', async () => {
    const stream = newStream();
    await as(admin).appendToStream(stream, testEvent(1));
    expect(await collect(as(admin).readStream(stream))).to.have.length(1);
    for (const wrong of ['admin:wrong', 'nobody:changeit', 'ops:changeit']) {
      const client = as(wrong);
      const append = await refusal(client.appendToStream(stream, testEvent(2)));
      expect(append).to.be.instanceOf(AccessDeniedError);
      expect(append as { code?: number }).to.include({ code: Status.UNAUTHENTICATED });
      expect(await refusal(client.readStream(stream))).to.be.instanceOf(AccessDeniedError);
      const right = { credentials: { username: 'admin', password: 'changeit' } };
      expect(await collect(client.readStream(stream, right))).to.have.length(1);
    }
  });

  it('refuses callers without credentials', async () => {
    const client = as();
    expect(await refusal(client.appendToStream(newStream(), testEvent(1)))).to.be.instanceOf(AccessDeniedError);
    expect(await refusal(client.readAll())).to.be.instanceOf(AccessDeniedError);
    expect(await refusal(client.subscribeToAll())).to.be.instanceOf(AccessDeniedError);
  });

  it('opens ordinary streams to every user and system streams to administrators only', async () => {
    const client = as(await createUser('ann'));
    const stream = newStream();
    await client.appendToStream(stream, testEvent(1));
    await client.setStreamMetadata(stream, { maxCount: 3 });
    expect(await collect(client.readStream(stream))).to.have.length(1);
    await client.deleteStream(stream);
    for (const act of [
      () => client.appendToStream(`$${stream}`, testEvent(1)),
      () => client.readStream('$users'),
      () => client.readAll(),
      () => client.readStream('$$$users'),
    ]) {
      expect(await refusal(act())).to.be.instanceOf(AccessDeniedError);
    }
    const credentials = { username: 'ann', password: 'ann-password' };
    const unary = await refusal(client.appendToStream(`$${stream}`, testEvent(1), { credentials }));
    expect(unary).to.be.instanceOf(AccessDeniedError);
  });

  it('keeps to the access list of a stream', async () => {
    const [bob, eve] = [as(await createUser('bob', ['readers'])), as(await createUser('eve'))];
    const stream = newStream();
    await as(admin).setStreamMetadata(stream, {
      acl: { readRoles: ['readers'], writeRoles: ['bob'], metaReadRoles: ['$admins'] },
    });
    await bob.appendToStream(stream, testEvent(1));
    expect(await collect(bob.readStream(stream))).to.have.length(1);
    expect(await refusal(eve.readStream(stream))).to.be.instanceOf(AccessDeniedError);
    expect(await refusal(eve.appendToStream(stream, testEvent(1)))).to.be.instanceOf(AccessDeniedError);
    expect(await refusal(bob.getStreamMetadata(stream))).to.be.instanceOf(AccessDeniedError);
    expect(await collect(as(admin).readStream(stream))).to.have.length(1);
  });

  it('keeps to it for deletion and subscriptions too, and to the defaults for streams without one', async () => {
    const fay = as(await createUser('fay'));
    const stream = newStream();
    await as(admin).appendToStream(stream, testEvent(1));
    await as(admin).setStreamMetadata(stream, { acl: { readRoles: ['$admins'], deleteRoles: ['$admins'] } });
    expect(await refusal(fay.subscribeToStream(stream))).to.be.instanceOf(AccessDeniedError);
    expect(await refusal(fay.deleteStream(stream))).to.be.instanceOf(AccessDeniedError);
    expect(await refusal(fay.tombstoneStream(stream))).to.be.instanceOf(AccessDeniedError);
    await fay.appendToStream(stream, testEvent(2));
    const settings = persistentSubscriptionToStreamSettingsFromDefaults();
    const refused = await refusal(fay.createPersistentSubscriptionToStream(stream, 'group', settings));
    expect(refused).to.be.instanceOf(AccessDeniedError);
    await as(admin).createPersistentSubscriptionToStream(stream, 'group', settings);
    expect(await refusal(fay.subscribeToPersistentSubscriptionToStream(stream, 'group'))).to.be.instanceOf(
      AccessDeniedError,
    );

    const plain = newStream();
    const defaults = (acl: Record<string, unknown>) =>
      as(admin).appendToStream('$settings', jsonEvent({ type: '$settings', data: { $userStreamAcl: acl } }));
    await defaults({ $r: '$all', $w: '$ops', $d: '$ops', $mr: '$all', $mw: '$ops' });
    expect(await refusal(fay.appendToStream(plain, testEvent(1)))).to.be.instanceOf(AccessDeniedError);
    await defaults({ $r: '$all', $w: '$all', $d: '$all', $mr: '$all', $mw: '$all' });
    await fay.appendToStream(plain, testEvent(1));
  });

  it('refuses writes to everything', async () => {
    expect(await refusal(as(admin).appendToStream('$all', testEvent(1)))).to.be.instanceOf(AccessDeniedError);
  });

  it('manages users: create, conflict, list, disable, enable, passwords, delete', async () => {
    const login = await createUser('carl');
    await createUser('carl');
    const conflict = new usersPb.CreateReq();
    const options = new usersPb.CreateReq.Options();
    options.setLoginName('carl');
    options.setPassword('another');
    conflict.setOptions(options);
    const refused = (await refusal(call(users, users.create, conflict, { user: admin }))) as ServiceError;
    expect([refused.code, refused.metadata.get('exception')]).to.deep.equal([
      Status.FAILED_PRECONDITION,
      ['user-conflict'],
    ]);
    expect(await details('', admin)).to.include.members(['admin', 'carl', 'ops']);
    expect(await details('carl', login)).to.deep.equal(['carl']);
    const unknown = (await refusal(details('nobody', admin))) as ServiceError;
    expect([unknown.code, unknown.metadata.get('login-name')]).to.deep.equal([Status.NOT_FOUND, ['nobody']]);
    expect(((await refusal(details('', login))) as ServiceError).code).to.equal(Status.PERMISSION_DENIED);
    expect(((await refusal(createUser('dora', [], login))) as ServiceError).code).to.equal(Status.PERMISSION_DENIED);

    const client = as(login);
    const works = () =>
      client.appendToStream(newStream(), testEvent(1), {
        credentials: { username: 'carl', password: 'carl-password' },
      });
    await works();
    const disable = new usersPb.DisableReq();
    disable.setOptions(new usersPb.DisableReq.Options().setLoginName('carl'));
    await call(users, users.disable, disable, { user: admin });
    expect((await refusal(works())).type).to.equal(ErrorType.ACCESS_DENIED);
    const enable = new usersPb.EnableReq();
    enable.setOptions(new usersPb.EnableReq.Options().setLoginName('carl'));
    await call(users, users.enable, enable, { user: admin });
    await works();

    const change = new usersPb.ChangePasswordReq();
    const wanted = new usersPb.ChangePasswordReq.Options()
      .setLoginName('carl')
      .setCurrentPassword('wrong')
      .setNewPassword('new');
    change.setOptions(wanted);
    expect(((await refusal(call(users, users.changePassword, change, { user: login }))) as ServiceError).code).to.equal(
      Status.PERMISSION_DENIED,
    );
    wanted.setCurrentPassword('carl-password');
    await call(users, users.changePassword, change, { user: login });
    expect((await refusal(works())).type).to.equal(ErrorType.ACCESS_DENIED);
    await as('carl:new').appendToStream(newStream(), testEvent(1));

    const remove = new usersPb.DeleteReq();
    remove.setOptions(new usersPb.DeleteReq.Options().setLoginName('carl'));
    await call(users, users.delete, remove, { user: admin });
    expect(await details('', admin)).not.to.include('carl');
  });

  it('subscribes with credentials', async () => {
    const client = as(admin);
    const subscription = client.subscribeToAll({ fromPosition: END });
    const received = take(subscription, 1);
    await new Promise<void>((resolve) => subscription.once('caughtUp', () => resolve()));
    await client.appendToStream(newStream(), testEvent(1));
    expect(await received).to.have.length(1);
  });
});
