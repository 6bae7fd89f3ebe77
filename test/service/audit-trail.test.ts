import { expect } from 'chai';
import { sql } from 'kysely';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BundleWriter } from '@social-publishing/audit-proofs';
import { auditHashing } from '../../infra/log/audit/hashing.ts';
import { publicKeysFrom } from '../../infra/log/audit/signature-check.ts';
import { verifyFile } from '../../infra/log/audit/verify-file.ts';
import { runCli } from '../support/command-line.ts';
import { useRunningService } from '../support/running-service.ts';
import { comment, listed, publish, sync } from './commenting.ts';

describe('the audit command line beside a running service', function () {
  this.timeout(120_000);
  const service = useRunningService();

  const at = (name: string): string => path.join(service().dataDir, name);
  const audit = (...args: readonly string[]) => runCli('audit', args, service().env);
  const start = async () => {
    const workspace = await service().workspace();
    const accountIds = [workspace.accounts['MASTODON']];
    const made = await workspace.send('POST /posts', { content: 'Something to be proven', accountIds });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    await workspace.send(`PATCH /posts/${made.body.id}`, { content: 'Something else to be proven' });
    return { ...workspace, postId: String(made.body.id) };
  };
  const publicKey = async (): Promise<string> => {
    const { data } = (await service().ask('', 'GET /audit/public-keys')).body;
    const file = at('public-key.pem');
    writeFileSync(file, data.map((one: { publicKey: string }) => one.publicKey).join(''));
    return file;
  };

  it('exports the whole log, a post and a workspace, and each is verified with the public key alone', async () => {
    const { postId, workspaceId } = await start();
    const key = await publicKey();
    for (const scope of [['everything'], ['post', postId], ['workspace', workspaceId]]) {
      const file = at(`${scope[0]}.ndjson`);
      const exported = await audit('export', ...scope, '--out', file);
      expect(exported.code, exported.err).to.equal(0);
      const { events } = await verifyFile(file, { keys: publicKeysFrom(readFileSync(key, 'utf8')) });
      expect(events).to.be.at.least(2);
    }
    // No DATA_DIR, no database, no log: nothing but the bundle and the key.
    const post = at('post.ndjson');
    const verified = await runCli('audit', ['verify', post, '--public-key', key, '--json']);
    expect(JSON.parse(verified.out)).to.deep.include({ genuine: true, events: 2, scope: { kind: 'post', id: postId } });
    writeFileSync(post, readFileSync(post, 'utf8').replace('Something else', 'Something other'));
    const { code, out } = await runCli('audit', ['verify', post, '--public-key', key]);
    expect(code).to.equal(1);
    expect(out).to.match(
      /is NOT genuine. First bad place: line 4, event \d+ of the log, id [0-9a-f-]{36}: the chain breaks here/,
    );
  });

  it('proves that the log continues a checkpoint kept before', async () => {
    const { postId, send } = await start();
    const [key, kept, file] = [await publicKey(), at('kept.json'), at('later.ndjson')];
    writeFileSync(kept, (await audit('checkpoint')).out);
    await send(`PATCH /posts/${postId}`, { content: 'Later' });
    expect((await audit('export', 'post', postId, '--out', file, '--since', kept)).code).to.equal(0);
    const verified = await runCli('audit', ['verify', file, '--public-key', key, '--against', kept]);
    expect(verified.code, verified.out).to.equal(0);
    expect(verified.out).to.include('The log continues from the kept checkpoint');
  });

  it('checks the log of the service against all that was signed', async () => {
    await start();
    const { code, out, err } = await audit('verify', '--json');
    expect(code, out + err).to.equal(0);
    expect(JSON.parse(out)).to.deep.include({ genuine: true });
    expect((await service().ask('', 'GET /ready')).body.checks.auditTrail).to.deep.equal({ ok: true });
    const newest = (await service().ask('', 'GET /audit/checkpoint')).body;
    expect(readFileSync(at('audit/checkpoints.ndjson'), 'utf8')).to.include(newest.signature);
  });

  it('tells the history of a post in a table, and as JSON', async () => {
    const { postId } = await start();
    const { out } = await audit('history', 'post', postId);
    expect(out.split('\n')[0]).to.match(/^revision +when +event +who +what$/);
    expect(out).to.include('PostCreated').and.to.include('PostEdited');
    const lines = (await audit('history', 'post', postId, '--json')).out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).to.deep.equal(['PostCreated', 'PostEdited']);
  });

  it('tells what a post was then, and what changed since', async () => {
    const { postId, apiKey } = await start();
    const history = await audit('history', 'post', postId, '--json');
    const position = String(JSON.parse(history.out.split('\n')[0] ?? '').position);
    const env = { DATA_DIR: service().dataDir, SERVICE_URL: service().demo.baseUrl, API_KEY: apiKey };
    const then = await runCli('audit', ['as-of', 'post', postId, '--at', position, '--json'], env);
    expect(JSON.parse(then.out), then.err).to.include({ id: postId, content: 'Something to be proven' });
    const { out, err } = await runCli('audit', ['diff', 'post', postId, '--from', position], env);
    expect(out, err).to.match(/^\/content +changed +Something to be proven +Something else to be proven$/m);
    expect(out).to.include('PostEdited');
    const accountOf = JSON.parse(then.out).platforms[0].accountId as string;
    const account = await runCli('audit', ['diff', 'account', accountOf, '--from', '0', '--json'], env);
    expect(JSON.parse(account.out).events[0].type, account.err).to.equal('AccountConnected');
  });

  it('tells what a comment was then, what changed since, and what happened to it', async () => {
    const of = await service().workspace();
    const post = await publish(of, 'BLUESKY');
    await comment(of, post, 'BLUESKY', 'A question');
    const received = String((await sync(of, 'BLUESKY')).headers.get('x-position'));
    const [view] = await listed(of, `/posts/${post.id}/comments`);
    const id = String(view?.id);
    expect((await service().ask(of.sessionToken, `POST /inbox/comments/${id}/mark-replied`)).status).to.equal(200);
    const env = { DATA_DIR: service().dataDir, SERVICE_URL: service().demo.baseUrl, API_KEY: of.sessionToken };
    const asOf = (at: string) => runCli('audit', ['as-of', 'comment', id, '--at', at, '--json'], env);
    const then = await asOf(received);
    expect(JSON.parse(then.out), then.err).to.deep.equal(view);
    const before = await asOf('0');
    expect([before.code, before.err]).to.deep.equal([
      1,
      `There was no comment ${id} at 0, or none this key may see.\n`,
    ]);
    const diff = await runCli('audit', ['diff', 'comment', id, '--from', received], env);
    expect(diff.out, diff.err)
      .to.match(/^\/replied +changed +false +true$/m)
      .and.to.include('CommentMarkedReplied');
    const history = (await audit('history', 'comment', id, '--json')).out.trim().split('\n');
    expect(history.map((line) => JSON.parse(line).type)).to.deep.equal(['CommentReceived', 'CommentMarkedReplied']);
  });

  it('continues with another key, which the key an auditor holds vouches for', async () => {
    const { postId } = await start();
    const [held, file, kept] = [await publicKey(), at('rotated.ndjson'), at('before.json')];
    writeFileSync(kept, (await audit('checkpoint')).out);
    const rotated = await audit('rotate-key', '--json');
    expect(rotated.code, rotated.err).to.equal(0);
    const { keyId } = JSON.parse(rotated.out).succession;
    expect((await audit('export', 'post', postId, '--out', file, '--since', kept)).code).to.equal(0);
    // The seal is of the new key, which this auditor knows from the bundle alone.
    expect(readFileSync(file, 'utf8').trim().split('\n').at(-1)).to.include(keyId);
    expect(readFileSync(held, 'utf8').match(/BEGIN PUBLIC KEY/g)).to.have.length(1);
    const verified = await runCli('audit', ['verify', file, '--public-key', held, '--against', kept]);
    expect(verified.code, verified.out + verified.err).to.equal(0);
    expect(readFileSync(file, 'utf8')).to.include('"format":"audit-bundle/2"');
    const whole = await audit('verify', '--public-key', held);
    expect(whole.code, whole.out + whole.err).to.equal(0);
    expect((await audit('rotate-key', '--new-key', held)).code).to.equal(2);
  });

  it('reports unknown arguments and unreadable input, and ends with 1 or 2', async () => {
    expect((await audit('history', 'post', 'unknown')).code).to.equal(1);
    for (const args of [
      ['export', 'post'],
      ['verify', 'x'],
    ]) {
      const { code, err } = await audit(...args);
      expect([args, code]).to.deep.equal([args, 2]);
      expect(err).to.include('npm run audit --');
    }
  });

  it('reports a bundle of a newer form as unchecked, and not as forged', async () => {
    const [key, file] = [await publicKey(), at('newer.ndjson')];
    const header = { format: 'audit-bundle/9', unheardOf: true };
    writeFileSync(file, `${new BundleWriter(auditHashing).header(header as never)}\n`);
    const reported = await runCli('audit', ['verify', file, '--public-key', key]);
    expect(reported.code, reported.err).to.equal(2);
    expect(reported.out)
      .to.include('was not checked: the bundle is of a newer form, audit-bundle/9')
      .and.not.include('NOT');
    const asJson = await runCli('audit', ['verify', file, '--public-key', key, '--json']);
    expect(JSON.parse(asJson.out)).to.deep.include({ genuine: null, format: 'audit-bundle/9' });
  });

  it('finds what somebody changed in the tables', async () => {
    await start();
    const db = service().database.kysely;
    // Not one on the right edge: what comes in meanwhile must not be built upon it.
    const leaf = sql`level = 0 and index = 3`;
    const { rows } = await sql<{ hash: Buffer }>`select hash from audit_node where ${leaf}`.execute(db);
    await sql`update audit_node set hash = sha256(hash) where ${leaf}`.execute(db);
    try {
      const { code, out } = await audit('verify', '--json');
      expect(code).to.equal(1);
      expect(JSON.parse(out)).to.deep.include({ genuine: false, index: 3 });
      expect((await audit('export', 'everything', '--out', at('never.ndjson'))).code).to.equal(1);
      expect(existsSync(at('never.ndjson'))).to.equal(false);
    } finally {
      await sql`update audit_node set hash = ${rows[0]?.hash} where ${leaf}`.execute(db);
    }
    expect((await audit('verify')).code).to.equal(0);
  });
});
