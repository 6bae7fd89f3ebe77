import { expect } from 'chai';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { memorySandboxStore, receive, type SandboxStore, writeSandboxApps } from '@social-publishing/platform-sandbox';
import { platforms, type Platform } from '../../../domain/platforms/platform.ts';
import { rehearseCommand } from '../../../infra/cli/rehearsal/command.ts';
import { UsageError } from '../../../infra/cli/operator.ts';
import type { Step } from '../../../infra/cli/rehearsal/steps.ts';
import { testApps } from '../../support/sandbox-apps.ts';
import { sampleFile } from '../outside/platforms/sample-media.ts';
import { Lab } from '../outside/platforms/lab.ts';

type Written = {
  platform: Platform;
  steps: Step[];
  remains: { nativeId: string }[];
  exchanges: { step: string; request: { method: string; url: string }; answer: { status: number } }[];
};

describe('the rehearsal, against the sandbox over sockets', function () {
  this.timeout(60_000);
  let lab: Lab;
  let dir: string;
  let env: Record<string, string>;
  /** Every token and code that a simulated platform issued. */
  let issued: string[];
  beforeEach(async () => {
    const kept = memorySandboxStore();
    issued = [];
    const store: SandboxStore = {
      ...kept,
      putSecret: (secret) => {
        issued.push(secret.value);
        return kept.putSecret(secret);
      },
      call: (act) => act(store),
    };
    lab = new Lab(store);
    await lab.start();
    dir = await mkdtemp(path.join(tmpdir(), 'rehearsal-'));
    await writeSandboxApps(dir, testApps);
    const file = async (name: string, type: string, size: number) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of await sampleFile(type, size).open()) pieces.push(piece);
      await writeFile(path.join(dir, name), Buffer.concat(pieces));
      return path.join(dir, name);
    };
    env = {
      REHEARSE_IMAGE: await file('image.jpg', 'image/jpeg', 20_000),
      REHEARSE_VIDEO: await file('video.mp4', 'video/mp4', 300_000),
      REHEARSE_MEDIA_URL: 'https://media.example.com',
      REHEARSE_RECIPIENT: '+15551234567',
    };
  });
  afterEach(async () => {
    await lab.stop();
    await rm(dir, { recursive: true });
  });

  const rehearsed = async (
    platform: Platform,
    more: Record<string, string> = {},
    signal = new AbortController().signal,
  ) => {
    const lines: string[] = [];
    const out = path.join(dir, 'out.json');
    const code = await rehearseCommand(
      ['--platform', platform, '--sandbox', lab.origin, '--out', out],
      { ...env, DATA_DIR: dir, ...more },
      {
        print: (line) => void lines.push(line),
        ask: () => Promise.reject(new Error('there is no terminal')),
        onWaiting: async (post) => {
          const object = await lab.store.object(platform, post.nativeId);
          if (object)
            await receive(lab.world, {
              platform,
              accountNativeId: object.accountNativeId,
              kind: 'comment',
              text: 'Hello there',
              author: { id: '4711', username: 'visitor' },
              postNativeId: post.nativeId,
            });
        },
        clock: { now: () => lab.clock.now(), wait: async (milliseconds) => lab.clock.advance(milliseconds) },
        signal,
      },
    );
    const text = await readFile(out, 'utf8');
    return { code, lines, text, written: JSON.parse(text) as Written };
  };

  /** Everything that anybody's account made and a platform still shows. */
  const shown = async (platform: Platform) =>
    (await lab.store.objects({ platform, direction: 'made', limit: 100 })).filter(({ kind }) => kind !== 'message');

  /** Where a platform has no call that removes a post, or names no post. */
  const keptByThePlatform: Partial<Record<Platform, true>> = {
    INSTAGRAM: true,
    TIKTOK: true,
    SNAPCHAT: true,
    WHATSAPP: true,
  };

  for (const platform of platforms)
    it(`goes through everything on ${platform}, removes it, and writes no secret`, async () => {
      const { code, written, text, lines } = await rehearsed(platform);
      const failed = written.steps.filter(({ outcome }) => outcome === 'failed');
      expect(failed, lines.join('\n')).to.deep.equal([]);
      expect(code).to.equal(0);
      const done = written.steps.filter(({ outcome }) => outcome === 'done').map(({ step }) => step);
      expect(done[0]).to.equal('connect');
      expect(done.filter((step) => step.startsWith('publish'))).to.have.length.at.least(1);
      const removable = written.remains.length === 0;
      if (removable) expect(await shown(platform)).to.deep.equal([]);
      else expect(keptByThePlatform).to.have.property(platform);
      expect(written.exchanges.length).to.be.at.least(3);
      const app = testApps[platform];
      expect(issued).to.have.length.at.least(1);
      for (const value of [app.clientSecret, ...issued])
        for (const form of [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])
          expect(text).not.to.contain(form);
    });

  it('publishes nothing without its files, and says which variable names them', async () => {
    const { code, written } = await rehearsed('INSTAGRAM', { REHEARSE_IMAGE: '', REHEARSE_MEDIA_URL: '' });
    expect(code).to.equal(0);
    const end = (step: string) => written.steps.find((each) => each.step === step);
    expect(end('publish text')).to.deep.include({ outcome: 'left out', detail: 'Instagram needs an image or a video' });
    expect(end('publish image')).to.deep.include({ outcome: 'left out', detail: 'REHEARSE_IMAGE names no file' });
    expect(end('publish video')?.detail).to.contain('REHEARSE_MEDIA_URL');
    expect(await shown('INSTAGRAM')).to.deep.equal([]);
  });

  it('fails visibly where a platform refuses, goes on, and removes the rest', async () => {
    const sent = lab.store.insertObject;
    let objects = 0;
    lab.store.insertObject = (object, ...rest) => {
      objects += 1;
      if (objects === 2) throw new Error('the simulated platform is out of order');
      return sent(object, ...rest);
    };
    const { code, written } = await rehearsed('MASTODON');
    expect(code).to.equal(1);
    expect(written.steps.filter(({ outcome }) => outcome === 'failed').map(({ step }) => step)).to.include(
      'publish image',
    );
    expect(written.steps.find(({ step }) => step === 'publish video')?.outcome).to.equal('done');
    expect(await shown('MASTODON')).to.deep.equal([]);
  });

  it('removes what it published also when it is interrupted', async () => {
    const stopping = new AbortController();
    const sent = lab.store.insertObject;
    lab.store.insertObject = async (object, ...rest) => {
      const stored = await sent(object, ...rest);
      setImmediate(() => stopping.abort());
      return stored;
    };
    const { written } = await rehearsed('REDDIT', {}, stopping.signal);
    expect(written.remains).to.deep.equal([]);
    expect(await shown('REDDIT')).to.deep.equal([]);
  });

  it('does not renew a token that was given to it', async () => {
    const person = await lab.person('MASTODON');
    const { written, text } = await rehearsed('MASTODON', {
      REHEARSE_ACCESS_TOKEN: person.grant.credentials.accessToken,
    });
    expect(written.steps[0]).to.deep.equal({ step: 'connect', outcome: 'done', detail: person.account.username });
    expect(text).not.to.contain(person.grant.credentials.accessToken);
  });

  it('names what each platform needs, and refuses what it does not know', async () => {
    const lines: string[] = [];
    const io = {
      print: (line: string) => void lines.push(line),
      ask: () => Promise.reject(new Error('there is no terminal')),
      signal: new AbortController().signal,
    };
    expect(await rehearseCommand(['--help'], {}, io)).to.equal(0);
    for (const platform of platforms) expect(lines.join('\n')).to.contain(`\n${platform} (`);
    expect(lines.join('\n')).to.match(/REHEARSE_BOT_TOKEN[^\n]+\n +REHEARSE_CHAT_ID/);
    for (const args of [[], ['--platform', 'MYSPACE'], ['--platform', 'REDDIT', '--wait', 'long'], ['--wrong']]) {
      const refusal = await rehearseCommand(args, {}, io).catch((error: unknown) => error);
      expect(refusal, args.join(' ')).to.be.instanceOf(UsageError);
    }
  });
});
