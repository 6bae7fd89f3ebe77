import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { Platform } from '../../../../domain/platforms/platform.ts';
import { postStatuses } from '../../../../domain/posts/values.ts';
import { WebhookEventType } from '../../../../domain/webhooks/event-types.ts';
import type { Item, WebhookOutcome } from '../../../../infra/products/n8n-node/n8n.ts';
import { root } from '../../../docs/pages.ts';
import { selfSigned } from '../../../support/certificate.ts';
import { opened } from '../../../support/opened.ts';
import type { PostBody } from '../../../support/service-client.ts';
import { ServiceProcess, startLimitMs } from '../../../support/service-process.ts';
import { until } from '../../../support/until.ts';
import { loadPackage, n8nWith, type Run } from './n8n-stand-in.ts';

const run = promisify(execFile);

type Named = Readonly<{ name: string; options?: readonly Readonly<{ value: string }>[] }>;

describe('the nodes for n8n', function () {
  this.timeout(60_000);
  /** The built package, and the certificate of n8n's address, which the service trusts from its start. */
  const folder = opened(
    async () => {
      const made = mkdtempSync(path.join(os.tmpdir(), 'n8n-'));
      await run(process.execPath, [path.join(root, 'infra/products/n8n-node/build.mjs'), path.join(made, 'package')]);
      const certificate = selfSigned();
      writeFileSync(path.join(made, 'n8n.crt'), certificate.cert);
      return { made, certificate, nodes: loadPackage(path.join(made, 'package')) };
    },
    ({ made }) => rmSync(made, { recursive: true, force: true }),
    startLimitMs,
  );
  const service = opened(
    () =>
      ServiceProcess.start('node', {
        WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
        NODE_EXTRA_CA_CERTS: path.join(folder().made, 'n8n.crt'),
      }),
    (it) => it.dispose(),
    startLimitMs,
  );

  const n8n = (webhookUrl?: string) => {
    const { baseUrl, apiKey } = service().connection;
    return n8nWith(folder().nodes, { baseUrl: new URL(baseUrl).origin, apiKey }, webhookUrl);
  };
  const execute = async (given: Run, at = n8n()): Promise<readonly Item['json'][]> => {
    const [items = []] = await folder().nodes.actions.execute.call(at.executing(given));
    return items.map(({ json }) => json);
  };
  const create = (parameters: Readonly<Record<string, unknown>>, more: Omit<Run, 'parameters'> = {}) => {
    const accountIds = [service().connection.accounts['MASTODON']];
    return execute({ parameters: { resource: 'post', operation: 'create', accountIds, ...parameters }, ...more });
  };
  const post = (operation: string, postId: unknown, parameters: Readonly<Record<string, unknown>> = {}) =>
    execute({ parameters: { resource: 'post', operation, postId, ...parameters } });
  const refused = (asked: Promise<unknown>): Promise<string> =>
    asked.then(
      (answer) => `answered ${JSON.stringify(answer)}`,
      (fault: Error) => fault.message,
    );

  it('offer what the API has, in a package without dependencies', () => {
    const { actions, trigger } = folder().nodes;
    const valuesOf = (properties: readonly unknown[], name: string): readonly string[] =>
      (properties as readonly Named[])
        .filter((field) => field.name === name)
        .flatMap(({ options = [] }) => options.map(({ value }) => value))
        .filter((value) => value !== '');
    const sorted = (values: Iterable<string>): readonly string[] => [...new Set(values)].toSorted();
    const { properties } = actions.description;
    expect(sorted(valuesOf(properties, 'platform'))).to.deep.equal(sorted(Platform.options));
    expect(sorted(valuesOf(properties, 'status'))).to.deep.equal(sorted(postStatuses));
    expect(sorted(valuesOf(trigger.description.properties, 'events'))).to.deep.equal(sorted(WebhookEventType.options));
    const manifest = readFileSync(path.join(folder().made, 'package/package.json'), 'utf8');
    expect(JSON.parse(manifest)).to.not.have.any.keys('dependencies', 'private', 'scripts', 'type');
  });

  it('lists accounts, also as the choices of a field', async () => {
    const list = { resource: 'account', operation: 'getAll', returnAll: true };
    const all = await execute({ parameters: list });
    expect(all).to.have.length(Object.keys(service().connection.accounts).length);
    const choices = await folder().nodes.actions.methods.loadOptions.accounts.call(n8n().executing({ parameters: {} }));
    expect(choices.map(({ value }) => value).sort()).to.deep.equal(all.map(({ id }) => id).sort());
    const [only, ...others] = await execute({ parameters: { ...list, platform: 'BLUESKY' } });
    expect([only?.['platform'], others]).to.deep.equal(['bluesky', []]);
    expect(await execute({ parameters: { ...list, returnAll: false, limit: 2 } })).to.have.length(2);
  });

  it('uploads a file and publishes a post with it, and waits for the outcome', async () => {
    const background = { r: 30, g: 90, b: 200 };
    const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background } })
      .png()
      .toBuffer();
    const files = { data: { fileName: 'photo.png', mimeType: 'image/png', bytes: picture } };
    const upload = { resource: 'media', operation: 'upload', binaryProperty: 'data', altText: 'A photo' };
    const [media] = await execute({ parameters: upload, files });
    expect(media).to.include({ status: 'READY', altText: 'A photo' });
    const additional = { mediaIds: media?.['id'], platformMetadata: '{ "mastodon": { "visibility": "unlisted" } }' };
    const [published] = await create({ content: 'By n8n', when: 'now', wait: true, additional });
    expect(published).to.include({ status: 'published', content: 'By n8n' });
    expect((published as PostBody).platforms[0]).to.include({ platform: 'mastodon', status: 'published' });
    expect((await service().demo.objects('MASTODON')).map(({ text }) => text)).to.include('By n8n');
    expect(await post('get', published?.['id'])).to.deep.equal([published]);
  });

  it('keeps drafts, publishes and cancels', async () => {
    const [draft] = await create({ content: 'A draft', when: 'draft' });
    expect(draft?.['status']).to.equal('draft');
    await post('publish', draft?.['id']);
    expect((await post('wait', draft?.['id']))[0]).to.include({ id: draft?.['id'], status: 'published' });
    const [planned] = await create({ content: 'Later', when: 'schedule', scheduledFor: '2090-07-01T09:00:00Z' });
    await post('cancel', planned?.['id']);
    const list = { resource: 'post', operation: 'getAll', returnAll: true, status: 'cancelled' };
    await until('it alone is listed as cancelled', async () => {
      const cancelled = await execute({ parameters: list });
      return cancelled.map(({ id }) => id).join() === planned?.['id'];
    });
  });

  it('reads a time without a zone in the zone of the workflow', async () => {
    const at = async (scheduledFor: string): Promise<unknown> => {
      const [planned] = await create(
        { content: scheduledFor, when: 'schedule', scheduledFor },
        { timezone: 'Europe/Berlin' },
      );
      return planned?.['scheduledFor'];
    };
    expect(await at('2030-07-01T09:00:00')).to.equal('2030-07-01T07:00:00.000Z');
    expect(await at('2030-01-01T09:00:00')).to.equal('2030-01-01T08:00:00.000Z');
    expect(await at('2030-01-01T09:00:00-05:00')).to.equal('2030-01-01T14:00:00.000Z');
    expect(await refused(at('tomorrow'))).to.equal('"tomorrow" is no time, such as 2031-05-01T09:00:00');
  });

  it('creates a post once where n8n runs the node again, and another in the next execution', async () => {
    const again = (executionId: string) => create({ content: 'Once', when: 'draft' }, { executionId });
    const [[first], [second], [third]] = [await again('7'), await again('7'), await again('8')];
    expect(second).to.deep.equal(first);
    expect(third?.['id']).to.not.equal(first?.['id']);
    const items = [{ json: {} }, { json: {} }];
    const [one, two] = await create({ content: 'Each', when: 'draft' }, { items });
    expect(one?.['id']).to.not.equal(two?.['id']);
  });

  it('fails with the words of the service and of the platform, or goes on with them as an item', async () => {
    const additional = { platformMetadata: { MASTODON: { visibilty: 'private' } } };
    expect(await refused(create({ content: 'A typo', additional }))).to.contain('visibility');
    expect(await refused(create({ content: 'No JSON', additional: { platformMetadata: '{' } }))).to.equal(
      'Platform Fields is not JSON: {',
    );
    await service().demo.fault('MASTODON', 'forbidden', 2);
    const failing = { content: 'Not there', when: 'now', wait: true };
    expect(await refused(create(failing))).to.match(/^The post is failed; mastodon: Mastodon/);
    const [failed] = await create({ ...failing, failUnlessPublished: false });
    expect(failed?.['status']).to.equal('failed');
    const [shown] = await create({ content: 'x', accountIds: ['unknown'] }, { continueOnFail: true });
    expect(shown).to.deep.equal({ error: 'Account unknown not found' });
  });

  describe('the trigger', () => {
    const receiver = opened(
      async () => {
        const { key, cert } = folder().certificate;
        const got: Readonly<{ body: Buffer; headers: Readonly<Record<string, string>> }>[] = [];
        const server = createServer({ key, cert }, (incoming, outgoing) => {
          void buffer(incoming).then((body) => {
            got.push({ body, headers: incoming.headers as Record<string, string> });
            outgoing.writeHead(200).end();
          });
        });
        await once(server.listen(0, '127.0.0.1'), 'listening');
        const url = `https://localhost:${(server.address() as AddressInfo).port}/webhook/1`;
        return { got, server, url };
      },
      ({ server }) => {
        server.closeAllConnections();
        server.close();
      },
    );
    /** A list may be behind for a moment on a busy machine. */
    const registered = (...lists: readonly string[]) =>
      until(`webhooks are registered for ${lists.join(' and ') || 'nothing'}`, async () => {
        const { data } = await service().demo.expect<{ data: { events: string[] }[] }>(200, 'GET', '/webhooks');
        return data.map(({ events }) => events.toSorted().join()).join(' ') === lists.join(' ');
      });

    /** What n8n does with a request to the address of the workflow. */
    const receive = async (at: ReturnType<typeof n8n>, body: Buffer, headers: Readonly<Record<string, string>>) => {
      let status = 200;
      const outgoing = { writeHead: (code: number) => ((status = code), outgoing), end: () => outgoing };
      const context = at.receiving({ headers } as never, body, outgoing as never);
      const outcome: WebhookOutcome = await folder().nodes.trigger.webhook.call(context);
      return { status, items: outcome.workflowData?.[0]?.map(({ json }) => json) };
    };

    it('registers a webhook, hands over what is genuine, and removes the webhook', async () => {
      const at = n8n(receiver().url);
      const { checkExists, create: register, delete: remove } = folder().nodes.trigger.webhookMethods.default;
      const active = at.activating(['post.created']);
      expect(await checkExists.call(active)).to.equal(false);
      expect(await register.call(active)).to.equal(true);
      expect(await checkExists.call(active)).to.equal(true);
      await registered('post.created');

      const [draft] = await create({ content: 'Announced', when: 'draft' });
      await until('it is delivered', () => receiver().got.length > 0);
      const [{ body, headers } = { body: Buffer.alloc(0), headers: {} }] = receiver().got;
      const { status, items: [item] = [] } = await receive(at, body, headers);
      expect(status).to.equal(200);
      expect(item).to.include({ event: 'post.created', eventId: headers['x-service-event-id'] });
      expect((item?.['data'] as Item['json'])['postId']).to.equal(draft?.['id']);

      const forged = Buffer.from(body.toString().replace('Announced', 'Forged').replace('post.created', 'post.failed'));
      expect(await receive(at, forged, headers)).to.deep.equal({ status: 401, items: undefined });
      expect(await receive(at, body, {})).to.deep.equal({ status: 401, items: undefined });
      expect(await receive(n8n(), body, headers)).to.deep.equal({ status: 401, items: undefined });

      expect(await remove.call(active)).to.equal(true);
      await registered();
      expect(at.kept).to.deep.equal({});
      expect(await remove.call(active)).to.equal(true);
    });

    it('registers another one where the events are others, or the webhook is gone', async () => {
      const at = n8n(receiver().url);
      const { checkExists, create: register, delete: remove } = folder().nodes.trigger.webhookMethods.default;
      await register.call(at.activating(['post.created']));
      const other = at.activating(['post.failed', 'post.published']);
      expect(await checkExists.call(other)).to.equal(false);
      await register.call(other);
      await registered('post.failed,post.published');
      await service().demo.expect(200, 'DELETE', `/webhooks/${String(at.kept['webhookId'])}`);
      await until('it is gone', async () => !(await checkExists.call(other)));
      expect(await remove.call(other)).to.equal(true);
      expect(await refused(register.call(n8n('http://localhost:5678/webhook/1').activating(['post.failed'])))).to.match(
        /^url: /,
      );
    });
  });
});
