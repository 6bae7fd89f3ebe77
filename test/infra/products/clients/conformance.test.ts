import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Document } from '@social-publishing/client-generator';
import sharp from 'sharp';
import { muxed } from '../../adapters/media/sample-videos.ts';
import { root } from '../../../docs/pages.ts';
import { opened } from '../../../support/opened.ts';
import { useRunningService, type TestWorkspace } from '../../../support/running-service.ts';
import { until } from '../../../support/until.ts';
import { wholeDocument } from '../../edge/endpoints/whole-document.ts';
import { drivers } from './drivers.ts';
import { DrivenClient, type Reply } from './driven-client.ts';
import { startProxy, type Fault } from './proxy.ts';

type Step = Readonly<Record<string, unknown> & { do: string }>;
type Scenario = Readonly<{ name: string; steps: readonly Step[] }>;

const scenarios = JSON.parse(readFileSync(path.join(import.meta.dirname, 'scenarios.json'), 'utf8')) as Scenario[];

/** With the values that earlier steps saved. `{{*}}` stays: it says that there is a value, and `{{*url}}` that it is an address. */
const filled = (value: unknown, saved: ReadonlyMap<string, unknown>): unknown => {
  if (typeof value === 'string') {
    const whole = /^\{\{(\w+)\}\}$/.exec(value)?.[1];
    if (whole !== undefined && saved.has(whole)) return saved.get(whole);
    return value.replace(/\{\{(\w+)\}\}/g, (text, name: string) => String(saved.get(name) ?? text));
  }
  if (Array.isArray(value)) return value.map((each) => filled(each, saved));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, saved)]));
};

const at = (value: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((found, key) => (found as Record<string, unknown> | undefined)?.[key], value);

/** That a value has what is wanted, and maybe more. */
const expectPart = (value: unknown, wanted: unknown, where: string): void => {
  if (wanted === '{{*url}}') return void expect(value, where).to.match(/^https?:/);
  if (wanted === '{{*}}')
    return void expect(value, where).to.satisfy((it: unknown) => it !== undefined && it !== null && it !== '');
  if (typeof wanted !== 'object' || wanted === null) return void expect(value, where).to.equal(wanted);
  if (Array.isArray(wanted)) expect(value, where).to.have.length(wanted.length);
  for (const [key, each] of Object.entries(wanted)) expectPart(at(value, key), each, `${where}.${key}`);
};

/** The value of `X-Service-Signature` that a step describes. */
const signatureOf = ({ sign, body, signature }: Step): unknown => {
  if (sign === undefined) return signature;
  const { secret, t, scheme = 'v2', before = '', ...other } = sign as Record<string, string>;
  const digest = createHmac('sha256', secret ?? '')
    .update(`${t}.${other['body'] ?? String(body)}`)
    .digest('hex');
  return `t=${t},${before}${scheme}=${digest}`;
};

describe('the clients do the same in every language', function () {
  this.timeout(90_000);
  const service = useRunningService();
  const proxy = opened(
    () => startProxy(() => service().demo.baseUrl),
    (it) => it.stop(),
  );
  const files = opened(
    async () => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'conformance-'));
      const [picture, video, broken] = ['picture.png', 'film.mp4', 'broken.png'].map((name) => path.join(folder, name));
      const pixels = { create: { width: 640, height: 480, channels: 3, background: '#336699' } } as const;
      writeFileSync(picture as string, await sharp(pixels).png().toBuffer());
      writeFileSync(video as string, await muxed('mp4', { width: 320, height: 240, frames: 10 }));
      writeFileSync(broken as string, 'this is no picture');
      return { folder, picture, video, broken };
    },
    ({ folder }) => rmSync(folder, { recursive: true, force: true }),
  );

  type Play = Readonly<{ client: DrivenClient; of: TestWorkspace; saved: Map<string, unknown> }>;

  const hostSteps: Readonly<Record<string, (step: Step, play: Play) => Promise<Reply> | Reply>> = {
    hostFaults: ({ faults }) => {
      proxy().fault(faults as Fault[]);
      return {};
    },
    hostSeen: () => {
      const seen = proxy().seen();
      const pauses = seen.slice(1).map((one, index) => one.at - (seen[index]?.at ?? 0));
      const longest = Math.max(0, ...pauses);
      const shortest = Math.min(...pauses);
      return {
        value: {
          requests: seen.length,
          keys: new Set(seen.map(({ key }) => key)).size,
          lastKey: seen.at(-1)?.key,
          longestPauseIsAtLeastMs: longest >= 990 ? 990 : longest,
          shortestPauseIsAtLeastMs: shortest >= 900 ? 900 : shortest,
        },
      };
    },
    hostKey: async ({ scopes }, { of }) => {
      const { body } = await of.byOwner(`POST /workspaces/${of.workspaceId}/api-keys`, { name: 'Narrow', scopes });
      const key = String((body['data'] as { key?: string } | undefined)?.key ?? body['key']);
      await until('the key is known', async () => (await service().ask(key, 'GET /posts')).status !== 401);
      return { value: { key } };
    },
    hostMany: async ({ count, request, body }, { of }) => {
      for (let n = 1; n <= (count as number); n++) {
        const sent = JSON.parse(JSON.stringify(body).replaceAll('{{n}}', String(n))) as object;
        const { status, body: answered } = await of.send(String(request), sent);
        expect(status, JSON.stringify(answered)).to.be.within(200, 299);
      }
      return {};
    },
    hostAwait: async ({ request, at: place, is }, { of }) => {
      await until(
        `${String(request)} is as wanted`,
        async () => at((await of.byOwner(String(request))).body, String(place)) === is,
      );
      return {};
    },
  };

  const play = async (step: Step, playing: Play): Promise<Reply> => {
    const { of, client } = playing;
    const host = hostSteps[step.do];
    if (host) return host(step, playing);
    const connection = step.do === 'connect' ? { baseUrl: `${proxy().url}/v1`, apiKey: of.apiKey } : {};
    return client.send({ ...connection, ...step, ...(step.do === 'verify' ? { signature: signatureOf(step) } : {}) });
  };

  const check = (step: Step, { value, error }: Reply, where: string): void => {
    if (step['expectError'] !== undefined) {
      expect(error, `${where} is refused`).not.to.equal(undefined);
      return expectPart(error, step['expectError'], `${where} error`);
    }
    expect(error, where).to.equal(undefined);
    if (step['expect'] !== undefined) expectPart(value, step['expect'], where);
    if (step['expectCount'] !== undefined) expect(value, where).to.have.length(step['expectCount'] as number);
    if (step['expectNames'] !== undefined)
      expect((value as { name: string }[]).map(({ name }) => name).toSorted(), where).to.deep.equal(
        step['expectNames'],
      );
  };

  for (const driver of drivers.filter(({ isInstalled }) => isInstalled))
    describe(driver.name, () => {
      const built = opened(
        async () => {
          const document = JSON.parse(JSON.stringify(wholeDocument())) as Document;
          return driver.build(path.join(files().folder, driver.name), document);
        },
        () => undefined,
        120_000,
      );
      const client = opened(
        async () => new DrivenClient(built().driver),
        (it) => it.stop(),
      );

      for (const { name, steps } of scenarios)
        it(name, async () => {
          const of = await service().workspace();
          const { picture, video, broken } = files();
          const saved = new Map<string, unknown>(
            Object.entries({ ...of.accounts, session: of.sessionToken, picture, video, broken }),
          );
          saved.set('pictureBytes', statSync(picture as string).size);
          proxy().fault([]);
          const playing = { client: client(), of, saved };
          await play({ do: 'connect' }, playing);
          for (const [index, unfilled] of steps.entries()) {
            const step = filled(unfilled, saved) as Step;
            const reply = await play(step, playing);
            check(step, reply, `step ${index + 1}, ${step.do} ${String(step['operation'] ?? '')}`);
            for (const [key, place] of Object.entries((step['save'] ?? {}) as Record<string, string>))
              saved.set(key, at(reply.value, place));
          }
        });

      it('publishes a post by the code of its quick start', async () => {
        const program = built().quickStart;
        const { baseUrl, apiKey } = await service().workspace();
        const env = { ...process.env, ...program.env, SOCIAL_URL: baseUrl, SOCIAL_KEY: apiKey };
        const { stdout } = await promisify(execFile)(program.command, program.args, { env });
        expect(stdout).to.match(/^https?:\/\/\S+\n$/);
      });
    });

  it('as the command line of the quick start, which publishes a post', async () => {
    const page = readFileSync(path.join(root, 'docs/quick-start.md'), 'utf8');
    const [, line = ''] = /```sh\n(npx social [^`]+)```/.exec(page) ?? [];
    const { baseUrl, apiKey } = await service().workspace();
    const env = { ...process.env, SOCIAL_URL: baseUrl, SOCIAL_KEY: apiKey };
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: root, env });
    expect(stdout).to.match(/^c\w{24} published\nmastodon https?:\/\/\S+\n$/);
  });
});
