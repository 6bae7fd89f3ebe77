import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync, cpSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';

const folder = path.join(import.meta.dirname, 'webhooks');
const body = '{"eventId":"c1","data":{"text":"Grüße, 🌊"}}';
const secret = 'whsec_of_a_test';

type Program = Readonly<{ command: string; args: readonly string[] }>;

/** Whether a program succeeds here. Where CI is set it has to, so that no language silently stays away. */
const succeeds = (command: string, ...args: string[]): boolean =>
  process.env['CI'] === 'true' || spawnSync(command, args, { stdio: 'ignore' }).status === 0;

describe('the verification of webhooks in four languages', function () {
  this.timeout(60_000);
  let built = '';
  before(() => {
    built = mkdtempSync(path.join(os.tmpdir(), 'verify-'));
  });
  after(() => rmSync(built, { recursive: true, force: true }));

  const goProgram = (): Program => {
    cpSync(path.join(folder, 'verify-go'), built, { recursive: true });
    writeFileSync(path.join(built, 'go.mod'), 'module verify\n\ngo 1.19\n');
    const env = { ...process.env, GOPROXY: 'off', GOTOOLCHAIN: 'local' };
    const { status, stderr } = spawnSync('go', ['build', '-o', 'verify', '.'], { cwd: built, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return { command: path.join(built, 'verify'), args: [] };
  };

  const languages: readonly Readonly<{ name: string; isInstalled: boolean; program: () => Program }>[] = [
    {
      name: 'TypeScript',
      isInstalled: true,
      program: () => ({ command: process.execPath, args: ['--import', 'tsx', path.join(folder, 'verify.ts')] }),
    },
    {
      name: 'Python',
      isInstalled: succeeds('python3', '--version'),
      program: () => ({ command: 'python3', args: [path.join(folder, 'verify.py')] }),
    },
    { name: 'Go', isInstalled: succeeds('go', 'version'), program: goProgram },
    {
      name: 'a shell',
      isInstalled: succeeds('openssl', 'version'),
      program: () => ({ command: 'sh', args: [path.join(folder, 'verify.sh')] }),
    },
  ];

  const signed = (at: number, by = secret): string =>
    `v2=${createHmac('sha256', by).update(`${at}.${body}`).digest('hex')}`;
  /** Signed when they are verified: five minutes after its time a signature is too old. */
  const casesAt = (now: number): readonly (readonly [string, string, 'genuine' | 'forged'])[] => [
    ['by the secret', `t=${now},${signed(now)}`, 'genuine'],
    ['by the newer of two secrets', `t=${now},${signed(now, 'old')},${signed(now)}`, 'genuine'],
    ['by the older of two secrets', `t=${now},${signed(now)},${signed(now, 'new')}`, 'genuine'],
    ['by a clock that was advanced', `t=${now + 86_400},${signed(now + 86_400)}`, 'genuine'],
    ['by another secret', `t=${now},${signed(now, 'another')}`, 'forged'],
    ['an hour ago', `t=${now - 3600},${signed(now - 3600)}`, 'forged'],
    ['for another time', `t=${now},${signed(now - 1)}`, 'forged'],
    ['not at all', '', 'forged'],
  ];

  for (const { name, isInstalled, program } of languages)
    (isInstalled ? it : it.skip)(`holds in ${name}`, () => {
      const { command, args } = program();
      const cases = casesAt(Math.floor(Date.now() / 1000));
      const answers = cases.map(([how, signature]) => {
        const env = { ...process.env, WEBHOOK_SECRET: secret, SIGNATURE: signature };
        const { stdout, stderr } = spawnSync(command, args, { input: body, env, encoding: 'utf8' });
        return [how, stdout.trim(), stderr];
      });
      expect(answers).to.deep.equal(cases.map(([how, , expected]) => [how, expected, '']));
    });
});
