import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { launched } from '@social-publishing/child-process';
import { eventIdFor } from '../../../commands/kernel/deterministic-ids.ts';
import type { EventToAppend } from '../../../domain/kernel/event-store.ts';
import type { NewEvent } from '../../../domain/kernel/event.ts';
import { WebhookEndpointCreated } from '../../../domain/webhooks/endpoint.ts';
import { Vault } from '../../../infra/stores/secrets/vault.ts';
import { vaultedWebhookSecrets } from '../../../infra/adapters/webhooks/vaulted-secrets.ts';
import { useEventStore } from '../../support/event-store.ts';
import { useDatabase } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { freshId } from './client.ts';
import { postCreated } from './post-story.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { keyring } from '../../support/webhooks-service.ts';

const posts = 60;

describe('webhooks whose sender is killed', () => {
  const log = useEventStore();
  const database = useDatabase();
  const children: ChildProcess[] = [];
  let receiver: Receiver;

  before(async () => {
    receiver = await startReceiver();
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await receiver.stop();
  });

  const startSender = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, launched('test/processes/webhooks/webhooks-child.ts'), {
      env: {
        ...process.env,
        DATABASE: database().url,
        EVENT_STORE: log().connectionString,
        RECEIVER_CA: receiver.ca,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await once(child.stdout ?? child, 'data');
    return child;
  };

  const kill = async (child: ChildProcess): Promise<void> => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };

  const workspaceId = freshId();
  const append = (stream: string, event: NewEvent): Promise<unknown> => {
    const meta: EventToAppend['meta'] = {
      workspaceId,
      mode: 'live',
      actor: { kind: 'user', id: 'u1' },
      $correlationId: 'c',
      $causationId: stream,
      occurredAt: new Date().toISOString(),
    };
    return log().store.append(stream, 'none', [{ ...event, id: eventIdFor(stream, 0, event), meta }]);
  };

  it('lose no event, and send what may have arrived again under the id it had', async () => {
    const endpointId = freshId();
    const owner = { kind: 'webhookEndpoint', id: endpointId, workspaceId } as const;
    await vaultedWebhookSecrets(new Vault(database(), keyring)).issue(owner, 's1');
    const created = { endpointId, url: receiver.url('/killed'), description: null, secretName: 's1' };
    await append(`webhookEndpoint-${endpointId}`, WebhookEndpointCreated({ ...created, events: ['post.created'] }));
    receiver.answer('/killed', (_delivery, response) => void setTimeout(() => response.end('thanks'), 15));
    let sender = await startSender();
    const expected: string[] = [];
    for (let n = 0; n < posts; n++) {
      const postId = freshId();
      expected.push(postId);
      await append(`post-${postId}`, postCreated(postId));
    }
    for (const share of [0.15, 0.5]) {
      await until('some have arrived', () => receiver.at('/killed').length >= posts * share);
      await kill(sender);
      sender = await startSender();
    }
    const ids = new Map<string, Set<string>>();
    const reported = (): number => {
      for (const { body, deliveryId } of receiver.at('/killed')) {
        const { postId } = (JSON.parse(body) as { data: { postId: string } }).data;
        ids.set(postId, (ids.get(postId) ?? new Set()).add(deliveryId));
      }
      return ids.size;
    };
    await until('every post was delivered', () => reported() === posts, 20_000);
    expect([...ids.keys()].toSorted()).to.deep.equal(expected.toSorted());
    // Nothing was answered with a failure, so a post that came twice came twice in one try.
    expect([...ids.values()].filter((each) => each.size !== 1)).to.deep.equal([]);
    await until('nothing is owed any more', async () => {
      const { rows } = await database().pool.query('select 1 from process_instance');
      return rows.length === 0;
    });
  }).timeout(60_000);
});
