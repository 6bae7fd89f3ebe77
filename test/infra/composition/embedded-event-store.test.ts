import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedEventStore } from '../../../infra/composition/embedded-stores.ts';
import { createLogger } from '../../../infra/telemetry/logger.ts';
import { opened } from '../../support/opened.ts';

/** The arguments of every process, as each user of the machine sees them; none where there is no /proc. */
const argumentsOfAll = (): string =>
  (existsSync('/proc') ? readdirSync('/proc') : [])
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        // It ended meanwhile.
        return '';
      }
    })
    .join('\n');

const start = async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'embedded-'));
  const node = await startEmbeddedEventStore({ dataDir, systemProjections: false }, createLogger('fatal'));
  return { dataDir, url: node.url, stop: () => node.stop().finally(() => rmSync(dataDir, { recursive: true })) };
};

describe('the embedded event store, for another user of the machine', function () {
  this.timeout(60_000);
  const store = opened(start, ({ stop }) => stop(), 60_000);

  it('forges no event and reads none', async () => {
    const withoutLogin = store().url.replace(/\/\/[^@]+@/, '//');
    for (const url of [withoutLogin, withoutLogin.replace('//', '//admin:changeit@')]) {
      const client = EventStoreDBClient.connectionString(url);
      const forged = jsonEvent({ type: 'ApiKeyCreated', data: { scopes: ['*'] } });
      const append = await client.appendToStream('apiKey-forged', forged).then(() => 'appended', String);
      expect(append, url).not.to.equal('appended');
      const read = async (): Promise<void> => {
        for await (const _ of client.readAll({ maxCount: 1 }));
      };
      expect(await read().then(() => 'read', String), url).not.to.equal('read');
      await client.dispose();
    }
  });

  it('keeps its secret out of the list of processes, and its key out of reach', () => {
    const secret = new URL(store().url).password;
    expect(secret).to.have.length(64);
    expect(argumentsOfAll()).not.to.contain(secret);
    const folder = path.join(store().dataDir, 'event-store-tls');
    expect(statSync(folder).mode & 0o777).to.equal(0o700);
    expect(statSync(path.join(folder, 'key.pem')).mode & 0o777).to.equal(0o600);
  });
});
