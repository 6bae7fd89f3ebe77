import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launched } from '@social-publishing/child-process';
import { ownPort } from '../../support/own-port.ts';
import { ConfigurationError } from '../../../infra/composition/config.ts';
import { folderTrouble, requireFolder } from '../../../infra/composition/preflight.ts';
import { Keyring } from '../../../infra/stores/secrets/keyring.ts';
import { requireMasterKeys } from '../../../infra/stores/secrets/master-key-check.ts';
import { testPostgres, useDatabase } from '../../support/postgres.ts';

const project = path.resolve(import.meta.dirname, '../../..');
const main = path.join(project, 'infra/composition/main.ts');

/** Starts the service and waits until it has ended by itself. */
const start = (env: NodeJS.ProcessEnv): Promise<Readonly<{ code: number | null; said: string }>> =>
  new Promise((resolve, reject) => {
    const { PATH } = process.env;
    const child = spawn(process.execPath, launched(main), {
      cwd: project,
      env: { PATH, LOG_LEVEL: 'fatal', ...env },
    });
    const end = (): void => void child.kill('SIGKILL');
    process.once('exit', end);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', end);
      resolve({ code, said });
    });
  });

describe('a start that cannot succeed ends with one sentence that names the variable', function () {
  this.timeout(60_000);
  const database = useDatabase();
  let folder: string;
  let port: number;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'preflight-'));
    port = await ownPort();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  const sentence = async (env: NodeJS.ProcessEnv): Promise<string> => {
    const { code, said } = await start({ DATA_DIR: folder, PORT: String(port), ...env });
    expect(code, said).to.equal(1);
    return said;
  };
  const listening = async (): Promise<Server> => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return server;
  };

  it('where another program has the port', async () => {
    const other = await listening();
    try {
      const { port: taken } = other.address() as AddressInfo;
      expect(await sentence({ PORT: String(taken) })).to.equal(
        `PORT: ${taken} of 127.0.0.1 is taken by another program\n`,
      );
      expect(readdirSync(folder)).to.deep.equal([]);
    } finally {
      other.close();
    }
  });

  it('where the address is none of this machine', async () => {
    expect(await sentence({ HOST: '192.0.2.1' })).to.equal('HOST: 192.0.2.1 is no address of this machine\n');
  });

  it('where the data folder is a file, or can never be made', async () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    expect(await sentence({ DATA_DIR: file })).to.equal(`DATA_DIR: ${file} is no folder\n`);
    expect(await sentence({ DATA_DIR: path.join(file, 'below') })).to.match(/^DATA_DIR: \S+ is no folder\n$/);
    expect(await sentence({ DATA_DIR: '/proc/nope/data' })).to.match(
      /^DATA_DIR: \/proc\/nope\/data is not writable for the user \d+ \(\w+\)\n$/,
    );
  });

  it('where the disk is full, before anything is written to it', async () => {
    const almostFull = (): Promise<number> => Promise.resolve(1024 * 1024);
    const fault = await requireFolder(folder, almostFull).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(ConfigurationError);
    expect((fault as Error).message).to.equal(`DATA_DIR: the disk of ${folder} is full`);
    expect(readdirSync(folder)).to.deep.equal([]);
    expect(folderTrouble('/data', Object.assign(new Error(), { code: 'EROFS' })).message).to.equal(
      'DATA_DIR: /data is on a read-only file system',
    );
  });

  it('where the database does not listen, has no such name or refuses the password', async () => {
    const given = new URL(await testPostgres());
    const silent = `127.0.0.1:${await ownPort()}`;
    expect(await sentence({ DATABASE_URL: `postgres://someone:a-secret@${silent}/publishing` })).to.equal(
      `DATABASE_URL: nothing listens at ${silent}, where the database should be\n`,
    );
    const nameless = new URL(given);
    nameless.pathname = '/nosuch';
    expect(await sentence({ DATABASE_URL: nameless.href })).to.equal(
      `DATABASE_URL: ${given.host} has no database "nosuch"\n`,
    );
    const stranger = new URL(given);
    [stranger.username, stranger.password] = ['stranger', 'a-secret'];
    expect(await sentence({ DATABASE_URL: stranger.href })).to.equal(
      `DATABASE_URL: ${given.host} refuses the user "stranger" or the password\n`,
    );
  });

  it('where the event store does not listen', async () => {
    const silent = `127.0.0.1:${await ownPort()}`;
    expect(await sentence({ EVENTSTORE_URL: `esdb://${silent}?tls=false` })).to.equal(
      `EVENTSTORE_URL: nothing listens at ${silent}, where the event store should be\n`,
    );
  });

  it('where the key is not that of the installation', async () => {
    await requireMasterKeys(new Keyring([['default', randomBytes(32)]]), database());
    const said = await sentence({
      DATABASE_URL: database().url,
      TEST_MODE: 'true',
      SECRETS_KEY: randomBytes(32).toString('base64'),
    });
    expect(said).to.match(/^SECRETS_KEY: the master key "default" is not the one[^\n]+\n$/);
  });
});
