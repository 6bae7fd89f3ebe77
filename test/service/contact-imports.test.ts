import { expect } from 'chai';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

const lines = (...rows: readonly string[]): string => ['platform,platformId,displayName,tags', ...rows].join('\n');

describe('imports of contacts', function () {
  this.timeout(120_000);
  const service = useRunningService();

  const sendFile = async (workspace: TestWorkspace, file: string | Uint8Array<ArrayBuffer>, type = 'text/csv') => {
    const answer = await fetch(`${workspace.baseUrl}/contacts/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${workspace.apiKey}`, 'content-type': type },
      body: file,
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, never> };
  };
  const ended = (workspace: TestWorkspace, id: string) =>
    workspace.awaited(`GET /contacts/imports/${id}`, ({ status }) => status === 'COMPLETED');
  const codeOf = ({ body }: { body: Record<string, unknown> }) => (body['error'] as { code: string } | undefined)?.code;

  it('run in the background, and report each faulty line', async () => {
    const workspace = await service().workspace('free');
    const people = Array.from({ length: 600 }, (_, n) => `facebook,${n},"Person, ${n}",vip`);
    const file = `\ufeff${lines(...people, 'nowhere,1,,', 'facebook,0,Ana,', 'facebook,,Bo,')}`;
    const { status, body } = await sendFile(workspace, file, 'text/csv; charset=UTF-8');
    expect([status, body['total'], body['status']]).to.deep.equal([202, 603, 'PROCESSING']);
    const done = await ended(workspace, body['id'] ?? '');
    const counts = { created: 600, updated: 1, unchanged: 0, skipped: 0, failed: 2 };
    expect(done).to.deep.include({ total: 603, done: 603, percent: 100, ...counts, failureReason: null });
    expect(done['finishedAt']).to.be.a('string');
    const path = `/contacts/imports/${done['id']}`;
    const { errors, pagination } = (await workspace.send(`GET ${path}/errors?limit=1`)).body;
    expect([errors.length, pagination.total, errors[0].line, errors[0].column]).to.deep.equal([1, 2, 602, 'platform']);
    const second = (await workspace.send(`GET ${path}/errors?limit=1&page=2`)).body['errors'];
    expect(second[0]).to.include({ line: 604, column: 'platformId' });
    expect((await workspace.send('GET /contacts?tags=vip&limit=1')).body).to.include({ total: 600 });
    const again = await workspace.send('POST /contacts/imports', { csv: file });
    const repeated = await ended(workspace, again.body['id']);
    // The first line of the file gives person 0 the old name again, and the last but one the new one.
    expect(repeated).to.deep.include({ created: 0, updated: 2, unchanged: 599, failed: 2 });
    const listed = (await workspace.send('GET /contacts/imports')).body;
    expect(listed.imports.map(({ id }: { id: string }) => id)).to.deep.equal([repeated['id'], done['id']]);
    await workspace.awaited(`GET ${path}/history`, ({ data }) =>
      (data as { type: string }[]).some(({ type }) => type === 'ContactImportErased'),
    );
    const { events } = await service().store.read(`contactImport-${done['id']}`);
    expect(events.map(({ type }) => type)).to.deep.equal([
      'ContactImportOpened',
      'ContactImportStarted',
      'ContactImportPartFinished',
      'ContactImportPartFinished',
      'ContactImportCompleted',
      'ContactImportErased',
    ]);
  });

  it('do not change suppressed and deleted contacts', async () => {
    const workspace = await service().workspace();
    const made = async (platformId: string) =>
      (await workspace.send('POST /contacts', { platform: 'FACEBOOK', platformId })).body['id'] as string;
    const [stopped, gone] = [await made('1'), await made('2')];
    await workspace.send(`PATCH /contacts/${stopped}`, { isSuppressed: true });
    await workspace.send(`DELETE /contacts/${gone}`);
    const file = 'platform,platformId,isSuppressed\nfacebook,1,false\nfacebook,2,true';
    const { body } = await sendFile(workspace, file);
    expect(await ended(workspace, body['id'] ?? '')).to.include({ unchanged: 1, created: 1 });
    for (const id of [stopped, gone])
      expect((await workspace.send(`GET /contacts/${id}`)).body).to.include({ isSuppressed: true });
  });

  it('refuse what is no file of contacts, as a whole', async () => {
    const workspace = await service().workspace();
    const refusal = async (file: string | Uint8Array<ArrayBuffer>, type?: string) => {
      const answer = await sendFile(workspace, file, type);
      return [answer.status, codeOf(answer)];
    };
    for (const file of ['', 'platform', lines(), lines('facebook,"1'), 'platform,platformId,shoeSize\nfacebook,1,44'])
      expect(await refusal(file), file).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(await refusal(new Uint8Array([0xff, 0xfe, 0x70]))).to.deep.equal([400, 'BAD_REQUEST']);
    expect((await refusal(lines('facebook,1,,'), 'text/csv; charset=utf-16'))[0]).to.equal(415);
    expect((await refusal(lines('facebook,1,,'), 'text/plain'))[0]).to.equal(415);
    expect((await refusal('x'.repeat(10 * 1024 * 1024 + 1)))[0]).to.equal(413);
    expect((await workspace.send('GET /contacts/imports')).body['imports']).to.deep.equal([]);
  });

  it('are cancelled, and belong to their workspace', async () => {
    const workspace = await service().workspace();
    const people = Array.from({ length: 3_000 }, (_, n) => `facebook,${n},,`);
    const { body } = await sendFile(workspace, lines(...people));
    const path = `/contacts/imports/${body['id']}`;
    const cancelled = await workspace.send(`POST ${path}/cancel`);
    expect([cancelled.status, cancelled.body['status']]).to.deep.equal([200, 'CANCELLED']);
    await workspace.awaited(`GET ${path}/history`, ({ data }) =>
      (data as { type: string }[]).some(({ type }) => type === 'ContactImportErased'),
    );
    const { done } = (await workspace.send(`GET ${path}`)).body;
    expect(done).to.be.below(3_000);
    expect((await workspace.send('GET /contacts?limit=1')).body['total']).to.equal(done);
    const other = await service().workspace();
    for (const line of [`GET ${path}`, `GET ${path}/errors`, `GET ${path}/history`, `POST ${path}/cancel`])
      expect((await other.send(line)).status, line).to.equal(404);
  });
});
