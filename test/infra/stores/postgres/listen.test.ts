import { expect } from 'chai';
import { sql } from 'kysely';
import { type Notifications, openNotifications } from '../../../../infra/stores/postgres/listen.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';

describe('notifications', () => {
  const database = useDatabase({ migrated: false });
  let notifications: Notifications;
  beforeEach(() => {
    notifications = openNotifications({ ...database().connection, application_name: 'listener' });
  });
  afterEach(() => notifications.close());

  const notify = (channel: string, payload: string) =>
    sql`select pg_notify(${channel}, ${payload})`.execute(database().kysely);

  it('reach every subscriber of the channel and nobody else', async () => {
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
    await until('it is told to look', () => heard.includes(undefined));
    await notify('a', 'after');
    await until('it hears again', () => heard.includes('after'));
  });
});
