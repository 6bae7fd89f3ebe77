import { expect } from 'chai';
import { randomBytes, randomUUID } from 'node:crypto';
import { CommandHandler } from '../../../../commands/kernel/handle.ts';
import { catalogue } from '../../../../domain/events.ts';
import type { EventMeta, Position } from '../../../../domain/kernel/event.ts';
import { forgotten } from '../../../../domain/kernel/personal.ts';
import { user, UserRenamed } from '../../../../domain/users/user.ts';
import { ServiceEventStore } from '../../../../infra/stores/event-store/service-event-store.ts';
import { openNotifications } from '../../../../infra/stores/postgres/listen.ts';
import { keyringFrom } from '../../../../infra/stores/secrets/keyring.ts';
import { SubjectKeys } from '../../../../infra/stores/secrets/subject-keys.ts';
import { useEventStore } from '../../../support/event-store.ts';
import { useDatabase } from '../../../support/postgres.ts';

const meta: EventMeta = {
  workspaceId: 'w',
  mode: 'live',
  actor: { kind: 'user', id: 'u' },
  occurredAt: '2026-01-01T00:00:00.000Z',
  $correlationId: 'c',
  $causationId: 'c',
};
const nameIn = (data: unknown): unknown => (data as { name: unknown }).name;

describe('a person whose key another node destroyed', () => {
  const database = useDatabase();
  const log = useEventStore();

  it('leaves every cache of this node', async () => {
    const keyring = keyringFrom(`a:${randomBytes(32).toString('base64')}`);
    const notifications = openNotifications(database().connection);
    try {
      const keys = new SubjectKeys(database(), keyring);
      await keys.listen(notifications);
      const store = new ServiceEventStore(log().store, catalogue, keys);
      const commands = new CommandHandler(store);
      keys.onDestroyed(() => commands.forget());
      const [userId, stop] = [randomUUID(), new AbortController()];
      const stream = `user-${userId}`;
      const renamed = { ...UserRenamed({ userId, name: 'Olivia' }), id: randomUUID(), meta };
      const { position } = await store.append(stream, 'none', [renamed]);

      const tail = store.view({ as: 'opened', shared: true });
      const next = async (from: Position | 'start') => {
        const done = new AbortController();
        const signal = AbortSignal.any([done.signal, stop.signal]);
        for await (const { events } of tail.follow(from, { signal })) {
          done.abort();
          return nameIn(events.find((event) => event.stream === stream)?.data);
        }
        return undefined;
      };
      // A follower of its own keeps the shared end of the log open.
      let followed = (): void => undefined;
      const isFollowing = new Promise<void>((resolve) => (followed = resolve));
      const follower = (async () => {
        for await (const _ of tail.follow('start', { signal: stop.signal })) followed();
      })();
      await isFollowing;
      const second = { ...UserRenamed({ userId, name: 'Olivia B' }), id: randomUUID(), meta };
      await store.append(stream, 0, [second]);
      expect(await next(position)).to.equal('Olivia B');
      const seen = async () =>
        (await commands.load(user, userId, undefined, { maxAgeMs: 600_000 }))?.events.map(({ data }) => nameIn(data));
      expect(await seen()).to.deep.equal(['Olivia', 'Olivia B']);

      const isDestroyed = new Promise<void>((resolve) => keys.onDestroyed(resolve));
      await new SubjectKeys(database(), keyring).destroy(userId);
      await isDestroyed;
      expect(await seen()).to.deep.equal([forgotten, forgotten]);
      expect(await next(position)).to.equal(forgotten);
      stop.abort();
      await follower;
    } finally {
      await notifications.close();
    }
  });
});
