import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ownPort } from '../support/own-port.ts';
import { startService } from '../../infra/composition/service.ts';
import { configFrom } from '../../infra/composition/config.ts';
import { createLogger } from '../../infra/telemetry/logger.ts';
import { createMetrics } from '../../infra/telemetry/metrics.ts';
import { openTestEventStore } from '../support/event-store.ts';
import { openTestDatabase } from '../support/postgres.ts';
import { redisIsInstalled, startRedis } from '../support/redis.ts';
import { useRunningService } from '../support/running-service.ts';
import { until } from '../support/until.ts';

type Scraped = ReadonlyMap<string, number>;

/** Every sample by its name and labels, as Prometheus reads them. */
const scrape = async (origin: string): Promise<Scraped> => {
  const answer = await fetch(`${origin}/metrics`);
  expect(answer.status).to.equal(200);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
};

/** The sum of all samples of a name whose labels hold these words. */
const sum = (scraped: Scraped, name: string, ...words: string[]): number =>
  [...scraped]
    .filter(([key]) => (key === name || key.startsWith(`${name}{`)) && words.every((word) => key.includes(word)))
    .reduce((total, [, value]) => total + value, 0);

describe('the metrics of a running service', function () {
  this.timeout(120_000);
  const service = useRunningService();
  const origin = (): string => new URL(service().demo.baseUrl).origin;

  it('move with what is done', async () => {
    const of = await service().workspace('agency');
    const { BLUESKY, TWITTER } = of.accounts;
    const before = await scrape(origin());
    await of.send('POST /webhooks', { url: 'https://hook.invalid/here', events: ['post.published'] });
    const post = async (accountId: string | undefined) => {
      const made = await of.send('POST /posts', { content: 'Counted', accountIds: [accountId] });
      return of.send(`POST /posts/${made.body.id}/publish?sync=true&timeout=60`);
    };
    await of.send('POST /sandbox/faults', { platform: 'TWITTER', operation: 'publish', fault: 'forbidden' });
    expect((await post(BLUESKY)).body.status).to.equal('published');
    expect((await post(TWITTER)).body.status).to.equal('failed');
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    );
    const upload = await of.send('POST /media/upload', {
      filename: 'a.png',
      contentType: 'image/png',
      sizeBytes: png.length,
    });
    await fetch(upload.body.uploadUrl, { method: 'PUT', headers: upload.body.uploadHeaders, body: png });
    await of.awaited(`GET /media/${upload.body.mediaId}`, ({ status }) => status === 'READY' || status === 'FAILED');
    // How many requests come within a second depends on the machine.
    await until('a request comes too soon', async () => {
      const ask = () => service().askOnce(of.apiKey, 'GET /accounts?limit=1');
      const answers = await Promise.all(Array.from({ length: 200 }, ask));
      return answers.some(({ status }) => status === 429);
    });

    const moved: readonly (readonly [name: string, ...labels: string[]])[] = [
      ['http_request_duration_seconds_count', 'route="/v1/posts"', 'status="201"'],
      ['http_rate_limited_total', 'plan="agency"'],
      ['event_append_duration_seconds_count', 'outcome="appended"'],
      ['timer_lateness_seconds_count', 'process="destinations"'],
      ['process_action_duration_seconds_count', 'outcome="acted"'],
      ['platform_call_duration_seconds_count', 'platform="BLUESKY"', 'operation="publish"', 'outcome="ok"'],
      ['platform_call_duration_seconds_count', 'platform="TWITTER"', 'operation="publish"', 'outcome="refused"'],
      ['webhook_delivery_duration_seconds_count', 'outcome="connection_error"'],
      ['media_processing_duration_seconds_count', 'category="image"'],
    ];
    let now = before;
    for (const [name, ...labels] of moved) {
      await until(`${name} ${labels.join()} has moved`, async () => {
        now = await scrape(origin());
        return sum(now, name, ...labels) > sum(before, name, ...labels);
      }).catch((error: unknown) => {
        const held = [...now.keys()].filter((key) => key.startsWith(name));
        throw new Error(`${String(error)}: ${held.join('\n')}`, { cause: error });
      });
    }
    await until('the consumers are counted', async () => {
      now = await scrape(origin());
      return (
        now.has('consumer_lag_positions{kind="projection",name="posts#1"}') &&
        [...now.keys()].some((key) => key.startsWith('consumer_lag_seconds{kind="process"')) &&
        now.has('consumer_lag_positions{kind="audit",name="audit/tree"}') &&
        now.has('consumer_lag_seconds{kind="audit",name="audit/tree"}')
      );
    });
    // The tests of unknown events, stale reads, parked consumers and ended embedded parts show that
    // these are counted.
    expect(now.has('read_stale_total')).to.equal(true);
    expect(now.has('events_unknown_total')).to.equal(true);
  });

  it('count who listens to events, while they do', async () => {
    const of = await service().workspace();
    const before = sum(await scrape(origin()), 'event_stream_listeners');
    const stop = new AbortController();
    const listening = await fetch(`${service().demo.baseUrl}/events/stream`, {
      headers: { authorization: `Bearer ${of.apiKey}` },
      signal: stop.signal,
    });
    expect(listening.status).to.equal(200);
    expect(sum(await scrape(origin()), 'event_stream_listeners')).to.equal(before + 1);
    stop.abort();
    await until('it is gone', async () => sum(await scrape(origin()), 'event_stream_listeners') === before);
  });

  it('are all that are declared', async () => {
    const declared = await createMetrics({ process: false }).registry.getMetricsAsJSON();
    const text = await (await fetch(`${origin()}/metrics`)).text();
    for (const { name } of declared) expect(text).to.include(`# TYPE ${name} `);
  });
});

if (redisIsInstalled())
  describe('a process without the API', function () {
    this.timeout(120_000);

    for (const role of ['projector', 'processes'] as const)
      it(`of the role ${role} tells whether it is well and what it counts`, async () => {
        const dataDir = mkdtempSync(path.join(os.tmpdir(), 'role-'));
        const [log, database, redis] = await Promise.all([openTestEventStore(), openTestDatabase(), startRedis()]);
        const port = await ownPort();
        const env = {
          PORT: String(port),
          DATA_DIR: dataDir,
          DATABASE_URL: database.url,
          EVENTSTORE_URL: log.connectionString,
          REDIS_URL: redis.url,
          TEST_MODE: 'true',
          LOG_LEVEL: 'fatal',
          SECRETS_KEY: randomBytes(32).toString('base64'),
          ...(role === 'processes' && { S3_BUCKET: 'media', S3_ENDPOINT: 'http://127.0.0.1:9' }),
          SANDBOX_URL: 'http://127.0.0.1:9',
        };
        const service = await startService(configFrom(env, ['--role', role]), createLogger('fatal'));
        try {
          const origin = `http://127.0.0.1:${port}`;
          expect((await fetch(`${origin}/v1/health`)).status).to.equal(200);
          expect((await fetch(`${origin}/v1/ready`)).status).to.equal(200);
          expect((await fetch(`${origin}/v1/posts`)).status).to.equal(404);
          const kind = role === 'projector' ? 'projection' : 'process';
          await until('its consumers are counted', async () =>
            [...(await scrape(origin)).keys()].some((key) => key.startsWith(`consumer_lag_seconds{kind="${kind}"`)),
          );
        } finally {
          await service.stop();
          await Promise.all([log.close(), database.drop(), redis.stop()]);
          rmSync(dataDir, { recursive: true, force: true });
        }
      });
  });
