import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { sql } from 'kysely';
import { type Notifications, openNotifications } from '../../../../infra/stores/postgres/listen.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';

/** FATAL 57P01 as the server sends it to a session that an administrator ends. */
const terminated = (): Buffer => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
};

/** A way to the server at `url` that ends the first session right after its first LISTEN, and then lets all through. */
const endingFirstSession = async (url: string) => {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let isFirst = true;
  const front = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) {
      open.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    }
    let isListening = false;
    client.on('data', (data) => {
      isListening ||= data.includes('listen ');
      server.write(data);
    });
    server.on('data', (data) => {
      if (!isFirst || !isListening) return void client.write(data);
      isFirst = false;
      // In one packet behind the answer: no statement is under way when the session ends.
      client.end(Buffer.concat([data, terminated()]));
      server.destroy();
    });
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const through = new URL(url);
  through.host = `127.0.0.1:${(front.address() as AddressInfo).port}`;
  return {
    url: through.href,
    close: async () => {
      for (const socket of open) socket.destroy();
      front.close();
      await once(front, 'close');
    },
  };
};

describe('notifications', () => {
  const database = useDatabase({ migrated: false });
  let notifications: Notifications;
  beforeEach(() => {
    notifications = openNotifications({ ...database().connection, application_name: 'listener' });
  });
  afterEach(() => notifications.close());

  const notify = (channel: string, payload: string) =>
    sql`select pg_notify(${channel}, ${payload})`.execute(database().kysely);

  it('reach every subscriber of the channel and no other', async () => {
    const heard: string[] = [];
    await notifications.subscribe('Odd "name"', (payload) => payload !== undefined && heard.push(`1 ${payload}`));
    await notifications.subscribe('Odd "name"', (payload) => payload !== undefined && heard.push(`2 ${payload}`));
    await notifications.subscribe('other', (payload) => payload !== undefined && heard.push(`3 ${payload}`));
    await notify('Odd "name"', 'x');
    await notify('other', 'y');
    await until('all are heard', () => heard.length === 3);
    expect(heard).to.deep.equal(['1 x', '2 x', '3 y']);
  });

  it('stop for one who leaves', async () => {
    const heard: string[] = [];
    const leave = await notifications.subscribe('left', () => heard.push('left'));
    await notifications.subscribe('kept', (payload) => payload && heard.push(payload));
    heard.length = 0;
    await leave();
    await notify('left', 'x');
    await notify('kept', 'y');
    await until('the later one is heard', () => heard.length > 0);
    expect(heard).to.deep.equal(['y']);
  });

  it('connect again when the connection breaks, and tell everybody to look', async () => {
    const heard: (string | undefined)[] = [];
    await notifications.subscribe('a', (payload) => heard.push(payload));
    heard.length = 0;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'`.execute(
      database().kysely,
    );
    await until('its listener is called', () => heard.includes(undefined));
    await notify('a', 'after');
    await until('it hears again', () => heard.includes('after'));
  });

  it('survive a session that the server ends while they are set up', async () => {
    const faults: string[] = [];
    const ending = await endingFirstSession(String(database().connection.connectionString));
    const connection = { ...database().connection, connectionString: ending.url };
    const patient = openNotifications(connection, { onFault: ({ message }) => faults.push(message) });
    try {
      const heard: (string | undefined)[] = [];
      await patient.subscribe('a', (payload) => heard.push(payload));
      await notify('a', 'after');
      await until('it hears', () => heard.includes('after'));
      expect(faults).to.have.length.greaterThan(0);
    } finally {
      await patient.close();
      await ending.close();
    }
  });
});
