import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { launched } from '@social-publishing/child-process';
import sharp from 'sharp';
import { commandTable, type CommandSpec } from '../../../../infra/products/client/cli/command-table.ts';
import { completionOf } from '../../../../infra/products/client/cli/completion.ts';
import { chosenAccounts, timeOf } from '../../../../infra/products/client/cli/post-command.ts';
import { root } from '../../../docs/pages.ts';
import { useRunningService, type TestWorkspace } from '../../../support/running-service.ts';
import { until } from '../../../support/until.ts';

const program = launched(path.join(root, 'infra/products/client/cli/main.ts'));

describe('social, the command line tool', function () {
  this.timeout(60_000);

  describe('with a running service', () => {
    const service = useRunningService();
    let home: string;
    let of: TestWorkspace;
    beforeEach(async () => {
      home = mkdtempSync(path.join(os.tmpdir(), 'social-'));
      of = await service().workspace();
    });
    afterEach(() => rmSync(home, { recursive: true, force: true }));

    const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
      const child = spawn(process.execPath, [...program, ...args], {
        cwd: root,
        env: { PATH: process.env['PATH'], HOME: home, ...env },
      });
      const heard = { out: '', err: '' };
      child.stdout.setEncoding('utf8').on('data', (text: string) => (heard.out += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (heard.err += text));
      const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
        child.once('error', reject);
        child.once('close', (code) => resolve({ code, ...heard }));
      });
      return { child, heard, ended };
    };
    const social = (args: readonly string[], input = '', env: NodeJS.ProcessEnv = {}) => {
      const { child, ended } = start(args, env);
      child.stdin.end(input);
      return ended;
    };
    const asJson = async <Value>(...args: string[]): Promise<Value> => {
      const { code, out, err } = await social([...args, '--json']);
      expect(code, err).to.equal(0);
      return JSON.parse(out) as Value;
    };
    const login = async (): Promise<void> => {
      const { code, err } = await social(['login', '--url', of.baseUrl], `${of.apiKey}\n`);
      expect(code, err).to.equal(0);
    };

    it('stores the key for its owner alone, and removes it', async () => {
      const file = path.join(home, '.config/social/login.json');
      await login();
      expect(statSync(file).mode & 0o777).to.equal(0o600);
      expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.equal({ url: of.baseUrl, key: of.apiKey });
      expect((await social(['accounts'])).code).to.equal(0);
      expect((await social(['logout'])).code).to.equal(0);
      expect(existsSync(file)).to.equal(false);
      expect((await social(['accounts'])).code).to.equal(3);
    });

    it('stores no key that the service refuses', async () => {
      const { code, err } = await social(['login', '--url', of.baseUrl], 'svc_test_unknown\n');
      expect([code, existsSync(path.join(home, '.config/social/login.json'))]).to.deep.equal([3, false]);
      expect(err).to.include('/v1/docs/errors');
    });

    it('lists accounts, for people and as JSON', async () => {
      await login();
      const { out } = await social(['accounts']);
      expect(out)
        .to.match(/^PLATFORM +USERNAME +STATUS +ID\n/)
        .and.to.include(of.accounts['MASTODON']);
      expect(out.trim().split('\n')).to.have.length(16);
      expect((await asJson<{ id: string }[]>('accounts')).map(({ id }) => id)).to.have.members(
        Object.values(of.accounts),
      );
    });

    it('publishes a post with a picture and waits for it', async () => {
      await login();
      const picture = path.join(home, 'sea.png');
      const pixels = { create: { width: 640, height: 480, channels: 3, background: '#336699' } } as const;
      writeFileSync(picture, await sharp(pixels).png().toBuffer());
      const { code, out, err } = await social(['post', 'The sea', '--to', 'mastodon', '--media', picture, '--wait']);
      expect(code, err).to.equal(0);
      expect(out).to.match(/^c\w{24} published\nmastodon https?:\/\/\S+\n$/);
      const { body } = await of.send('GET /sandbox/platforms/MASTODON/objects');
      const [object] = body['objects'] as { text: string; media: unknown[] }[];
      expect([object?.text, object?.media.length]).to.deep.equal(['The sea', 1]);
    });

    it('saves drafts, schedules, and lists posts by their state', async () => {
      await login();
      const draft = await asJson<{ id: string; status: string }>('post', 'Later', '--to', 'MASTODON', '--draft');
      const at = new Date((await of.now()) + 3_600_000).toISOString();
      const due = await asJson<{ id: string; scheduledFor: string }>(
        'post',
        'In an hour',
        '--to',
        'MASTODON',
        '--at',
        at,
      );
      expect([draft.status, due.scheduledFor]).to.deep.equal(['draft', at]);
      const listed = await asJson<{ id: string }[]>('posts', '--status', 'scheduled');
      expect(listed.map(({ id }) => id)).to.deep.equal([due.id]);
      expect(await asJson('posts', '--limit', '1')).to.have.length(1);
      expect((await social(['posts'])).out)
        .to.include('In an hour')
        .and.to.include('Later');
    });

    it('creates one post for one key', async () => {
      await login();
      const args = ['post', '-', '--to', of.accounts['MASTODON'] ?? '', '--draft', '--key', 'release-1'];
      const ids = [await social(args, 'Out now\n'), await social(args, 'Out now\n')].map(({ out }) => out);
      expect(ids[0])
        .to.match(/ draft\n$/)
        .and.to.equal(ids[1]);
      expect(await asJson('posts')).to.have.length(1);
    });

    it('says why a post is not published, in words, as JSON and by its exit code', async () => {
      await login();
      const fault = { platform: 'MASTODON', operation: 'publish', fault: 'forbidden', times: 10 };
      await of.send('POST /sandbox/faults', fault);
      const { code, out, err } = await social(['post', 'Refused', '--to', 'MASTODON', '--wait', '--json']);
      const { error } = JSON.parse(out) as { error: { code: string; post: { status: string } } };
      expect([code, error.code, error.post.status]).to.deep.equal([1, 'NOT_PUBLISHED', 'failed']);
      expect(err).to.include('The post is failed; mastodon: ');
    });

    it('shows what happens, while it listens and from the beginning', async () => {
      await login();
      const { child, heard, ended } = start(['watch', '--category', 'post', '--after', 'start', '--json']);
      const draft = await asJson<{ id: string }>('post', 'Seen', '--to', 'MASTODON', '--draft');
      await until('it is shown', () => heard.out.includes('PostCreated'));
      child.kill('SIGINT');
      const { code, out } = await ended;
      const [first = ''] = out.split('\n');
      expect([code, (JSON.parse(first) as { stream: string }).stream]).to.deep.equal([0, `post-${draft.id}`]);
      const again = await social(['watch', '--type', 'PostCreated', '--after', 'start', '--count', '1']);
      expect(again.out).to.match(new RegExp(`^\\S+Z PostCreated post-${draft.id}\n$`));
    });

    it('has exit codes for wrong usage and for no answer', async () => {
      for (const args of [[], ['pots'], ['post'], ['post', 'Text', '--tow', 'X'], ['accounts', 'x'], ['completion']])
        expect((await social(args)).code, args.join(' ')).to.equal(2);
      await login();
      expect((await social(['post', 'Text', '--to', 'NOWHERE'])).code).to.equal(2);
      expect((await social(['posts', '--status', 'nonsense'])).code).to.equal(1);
      // Port 9 of this machine has no listener, and the request is not repeated for long.
      const away = { SOCIAL_URL: 'http://127.0.0.1:9', SOCIAL_KEY: 'svc_test_key' };
      expect((await social(['accounts'], '', away)).code).to.equal(4);
    });
  });

  describe('chooses accounts', () => {
    const account = (id: string, platform: string, username: string) => ({
      id,
      platform,
      username,
      displayName: '',
      status: 'ACTIVE',
    });
    const accounts = [
      account('c1', 'mastodon', 'ann'),
      account('c2', 'twitter', 'ann'),
      account('c3', 'twitter', 'Bob'),
    ];

    it('by platform, username and id, each once', () => {
      expect(chosenAccounts(accounts, ['MASTODON', '@bob,c1'])).to.deep.equal(['c1', 'c3']);
    });

    it('never by chance', () => {
      for (const word of ['TWITTER', '@ann', '@else', 'ann', ''])
        expect(() => chosenAccounts(accounts, [word]), word).to.throw();
      expect(() => chosenAccounts(accounts, [])).to.throw('Where to?');
    });
  });

  it('understands times from now', () => {
    const now = new Date('2031-05-01T09:00:00Z');
    expect(['+30m', '+2h', '+1d', '2031-05-02T09:00:00+02:00'].map((text) => timeOf(text, now))).to.deep.equal([
      '2031-05-01T09:30:00.000Z',
      '2031-05-01T11:00:00.000Z',
      '2031-05-02T09:00:00.000Z',
      '2031-05-02T07:00:00.000Z',
    ]);
    expect(() => timeOf('soon', now)).to.throw('no time');
  });

  describe('completes', () => {
    /** What bash offers for a line. */
    const offered = (...words: string[]): readonly string[] => {
      const script = `${completionOf('bash')}
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _social; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return spawnSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' })
        .stdout.trim()
        .split('\n');
    };

    it('commands, options and values in bash', () => {
      expect(offered('social', 'po')).to.deep.equal(['post', 'posts']);
      expect(offered('social', 'post', 'Text', '--d')).to.deep.equal(['--draft']);
      expect(offered('social', 'post', 'Text', '--to', 'MAS')).to.deep.equal(['MASTODON']);
    });

    it('every command and option in each shell', () => {
      for (const shell of ['bash', 'zsh', 'fish'])
        for (const [name, { options }] of Object.entries<CommandSpec>(commandTable)) {
          expect(completionOf(shell), shell).to.include(name);
          for (const option of Object.keys(options)) expect(completionOf(shell), `${shell} ${name}`).to.include(option);
        }
      expect(completionOf('csh')).to.equal(undefined);
    });
  });
});
