import { expect } from 'chai';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

type Contact = Record<string, unknown> & { id: string; tags: string[] };

describe('contacts of a running service', function () {
  this.timeout(120_000);
  const service = useRunningService();

  const made = async (workspace: TestWorkspace, body: object): Promise<Contact> => {
    const answer = await workspace.send('POST /contacts', body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    return answer.body as Contact;
  };
  const listed = async (workspace: TestWorkspace, query = '') =>
    (await workspace.send(`GET /contacts${query}`)).body as { contacts: Contact[]; total: number; pages: number };
  const codeOf = ({ body }: { body: Record<string, unknown> }) => (body['error'] as { code: string } | undefined)?.code;

  it('are made once for a platform and platformId, changed, tagged and deleted', async () => {
    const workspace = await service().workspace('free');
    const person = { platform: 'FACEBOOK', platformId: '77', displayName: 'Ana Núñez', username: 'ana.nunez' };
    const contact = await made(workspace, { ...person, tags: ['vip'], customFields: { city: 'Cádiz', age: 3 } });
    expect(contact).to.deep.include({
      ...person,
      workspaceId: workspace.workspaceId,
      tags: ['vip'],
      customFields: { age: 3, city: 'Cádiz' },
      avatarUrl: null,
      socialAccount: null,
      lastSeenAt: null,
      lastInboundAt: null,
      messengerEligibleUntil: null,
      isSuppressed: false,
      suppressedAt: null,
      suppressionReason: null,
      messagesSentCount: 0,
      sequenceEnrollmentCount: 0,
      deliveries: [],
      sequenceEnrollments: [],
      comments: [],
      inboundMessages: [],
    });
    const again = await made(workspace, { platform: 'facebook', platformId: '77', username: 'ana' });
    expect(again).to.deep.include({ id: contact.id, displayName: 'Ana Núñez', username: 'ana', tags: ['vip'] });
    const at = `/contacts/${contact.id}`;
    const changed = await workspace.send(`PATCH ${at}`, { displayName: null, tags: ['a', 'b'], customFields: {} });
    expect(changed.body).to.deep.include({ displayName: null, tags: ['a', 'b'], customFields: {} });
    expect((await workspace.send(`POST ${at}/tags`, { tag: 'c' })).body['tags']).to.deep.equal(['a', 'b', 'c']);
    expect((await workspace.send(`DELETE ${at}/tags/a`)).body['tags']).to.deep.equal(['b', 'c']);
    expect((await workspace.send(`GET ${at}`)).body['tags']).to.deep.equal(['b', 'c']);
    expect((await workspace.send(`DELETE ${at}`)).body).to.deep.equal({ ok: true });
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
      expect((await workspace.send(`${method} ${at}`, body)).status, method).to.equal(404);
    expect(await made(workspace, person)).to.deep.include({ id: contact.id, tags: [] });
    for (const body of [
      {},
      { platform: 'FACEBOOK' },
      { platform: 'NOWHERE', platformId: '1' },
      { platform: 'FACEBOOK', platformId: '1', avatarUrl: 'http://example.com/a.png' },
      { platform: 'FACEBOOK', platformId: '1', tags: ['x'.repeat(101)] },
      { platform: 'FACEBOOK', platformId: '1', displayName: 'x'.repeat(256) },
    ])
      expect(codeOf(await workspace.send('POST /contacts', body)), JSON.stringify(body)).to.equal('VALIDATION_ERROR');
  });

  it('are listed page by page and found by name, platform and tags', async () => {
    const workspace = await service().workspace();
    await made(workspace, { platform: 'FACEBOOK', platformId: '1', displayName: 'José Ortega', tags: ['vip', 'es'] });
    await made(workspace, { platform: 'INSTAGRAM', platformId: '2', username: 'jo_smith', tags: ['vip'] });
    await made(workspace, { platform: 'INSTAGRAM', platformId: '3' });
    const ids = async (query: string) =>
      (await listed(workspace, query)).contacts.map((contact) => contact['platformId']);
    expect(await ids('')).to.deep.equal(['3', '2', '1']);
    expect(await ids('?search=jose')).to.deep.equal(['1']);
    expect(await ids('?search=JO')).to.deep.equal(['2', '1']);
    expect(await ids('?search=smith')).to.deep.equal(['2']);
    expect(await ids('?search=jo_smi')).to.deep.equal(['2']);
    expect(await ids(`?search=${encodeURIComponent("'&|!():*")}`)).to.deep.equal([]);
    expect(await ids('?platform=instagram')).to.deep.equal(['3', '2']);
    expect(await ids('?tags=vip')).to.deep.equal(['2', '1']);
    expect(await ids('?tags=vip,%20es')).to.deep.equal(['1']);
    const page = await listed(workspace, '?limit=2&page=2');
    expect(page).to.deep.include({ total: 3, page: 2, limit: 2, pages: 2 });
    expect(page.contacts.map((contact) => contact['platformId'])).to.deep.equal(['1']);
    expect((await workspace.send('GET /contacts?limit=101')).status).to.equal(400);
  });

  it('come from messages, and are suppressed by STOP until a person lifts it', async () => {
    const workspace = await service().workspace();
    const accountId = workspace.accounts.FACEBOOK;
    const author = { id: '900', username: 'zoe' };
    const says = async (text: string) => {
      const { status, body } = await workspace.send('POST /sandbox/inbox/messages', { accountId, text, author });
      expect([status, Object.keys(body)]).to.deep.equal([201, ['platformMessageId']]);
    };
    await says('Hello');
    const [contact] = (await listed(workspace)).contacts;
    expect(contact).to.deep.include({ platform: 'FACEBOOK', platformId: '900', username: 'zoe', isSuppressed: false });
    expect(contact?.['socialAccount']).to.deep.include({ id: accountId, platform: 'FACEBOOK' });
    const heardAt = Date.parse(String(contact?.['lastInboundAt']));
    expect(Date.parse(String(contact?.['messengerEligibleUntil']))).to.equal(heardAt + 24 * 3_600_000);
    const at = `/contacts/${contact?.id}`;
    await says(' stop! ');
    const { body: stopped } = await workspace.send(`GET ${at}`);
    expect(stopped).to.deep.include({ isSuppressed: true, suppressionReason: 'STOP_KEYWORD' });
    expect((stopped['inboundMessages'] as object[]).map((each) => ({ ...each, id: '', receivedAt: '' }))).to.deep.equal(
      [
        { id: '', platform: 'FACEBOOK', messageText: ' stop! ', receivedAt: '' },
        { id: '', platform: 'FACEBOOK', messageText: 'Hello', receivedAt: '' },
      ],
    );
    await says('START, please');
    await workspace.send(`DELETE ${at}`);
    expect(await made(workspace, { platform: 'FACEBOOK', platformId: '900' })).to.include({ isSuppressed: true });
    expect((await workspace.send(`PATCH ${at}`, { isSuppressed: false })).body).to.deep.include({
      isSuppressed: false,
      suppressedAt: null,
      suppressionReason: null,
    });
    const manual = await workspace.send(`PATCH ${at}`, { isSuppressed: true });
    expect(manual.body).to.deep.include({ isSuppressed: true, suppressionReason: 'MANUAL' });
  });

  it('get one message, whatever happens to the answer of the platform', async () => {
    const workspace = await service().workspace();
    const { FACEBOOK, INSTAGRAM, TWITTER } = workspace.accounts;
    const from = async (accountId = '', id = '', username = 'zoe') => {
      await workspace.send('POST /sandbox/inbox/messages', { accountId, text: 'Hello', author: { id, username } });
      const { contacts } = await listed(workspace);
      return contacts.find((contact) => contact['platformId'] === id)?.id ?? '';
    };
    const write = (id: string, body: object = { text: 'Hi there' }) =>
      workspace.send(`POST /contacts/${id}/messages`, body);
    const statuses = ({ body }: Awaited<ReturnType<typeof write>>) =>
      (body['deliveries'] as { status: string }[]).map(({ status }) => status);
    const objects = async (platform: string) =>
      (
        (await workspace.send(`GET /sandbox/platforms/${platform}/objects`)).body['objects'] as {
          kind: string;
          text: string;
        }[]
      ).filter(({ kind, text }) => kind === 'message' && text !== 'Hello');
    const fault = (platform: string, named: string) =>
      workspace.send('POST /sandbox/faults', { platform, operation: 'message', fault: named });

    const zoe = await from(FACEBOOK, '900');
    const first = await write(zoe);
    expect([first.status, statuses(first)], JSON.stringify(first.body)).to.deep.equal([200, ['DELIVERED']]);
    expect(first.body).to.include({ messagesSentCount: 1 });
    expect((first.body['deliveries'] as object[])[0]).to.include({ errorCode: null, broadcast: null, readAt: null });
    await fault('FACEBOOK', 'reset_after');
    expect(statuses(await write(zoe, { message: 'Second', messageText: 'Second', content: 'Second' }))).to.deep.equal([
      'DELIVERED',
      'DELIVERED',
    ]);
    await fault('FACEBOOK', 'forbidden');
    const refused = await write(zoe, { message: { text: 'Third' } });
    expect([refused.status, statuses(refused)[0]]).to.deep.equal([200, 'FAILED']);
    expect((await objects('FACEBOOK')).map(({ text }) => text).sort()).to.deep.equal(['Hi there', 'Second']);
    await fault('FACEBOOK', 'server_error');
    expect(statuses(await write(zoe, { text: 'Fourth' }))[0]).to.equal('DELIVERING');
    await workspace.advance(120);
    await workspace.awaited(`GET /contacts/${zoe}`, (body) => {
      const [last] = body['deliveries'] as { status: string }[];
      return last?.status === 'FAILED';
    });

    const ivy = await from(INSTAGRAM, '901', 'ivy');
    expect(statuses(await write(ivy))).to.deep.equal(['DELIVERED']);
    expect(await objects('INSTAGRAM')).to.have.length(1);

    const reasonOf = ({ status, body }: Awaited<ReturnType<typeof write>>) => {
      const { code, details } = body['error'] as { code: string; details: { reason?: string } };
      return [status, code, details.reason];
    };
    const bad = (reason: string) => [400, 'VALIDATION_ERROR', reason];
    expect(reasonOf(await write(await from(TWITTER, '902')))).to.deep.equal(bad('platform_not_supported'));
    const added = await made(workspace, { platform: 'INSTAGRAM', platformId: '903' });
    expect(reasonOf(await write(added.id))).to.deep.equal(bad('no_social_account'));
    await workspace.send(`PATCH /contacts/${ivy}`, { isSuppressed: true });
    expect(reasonOf(await write(ivy))).to.deep.equal(bad('suppressed'));
    await workspace.advance(25 * 3_600);
    expect(reasonOf(await write(zoe))).to.deep.equal(bad('window_closed'));
    expect((await workspace.send(`GET /contacts/${zoe}`)).body).to.include({ messengerEligibleUntil: null });
    for (const body of [{}, { text: '' }, { text: 'a', message: 'b' }, { text: 'a', content: 'b' }])
      expect((await write(zoe, body)).status, JSON.stringify(body)).to.equal(400);
  });

  it('are imported from CSV in parts, with the faults of each line, and exported', async () => {
    const workspace = await service().workspace('free');
    const imported = (csv: string, more: object = {}) => workspace.send('POST /contacts/import', { csv, ...more });
    const file = [
      'Platform,platform_id,Display Name,tags,customFields,isSuppressed,createdAt',
      'facebook,1,"Núñez, Ana","vip, es","{""city"":""Cádiz""}",,',
      'INSTAGRAM,2,=1+1,,,true,2020-01-01',
      'NOWHERE,3,Bo,,,,',
      'FACEBOOK,,Cy,,,,',
      'FACEBOOK,4,Di,,not JSON,,',
      'FACEBOOK,1,,,,,',
    ].join('\n');
    const tried = await imported(file, { dryRun: true });
    expect(tried.body).to.include({ total: 6, created: 0, failed: 3 });
    expect((await listed(workspace)).total).to.equal(0);
    const { status, body } = await imported(file);
    expect([status, (body['errors'] as { line: number }[]).map(({ line }) => line)]).to.deep.equal([200, [4, 5, 6]]);
    expect(body).to.include({ total: 6, processed: 6, percentage: 100, nextOffset: null, created: 2, updated: 0 });
    expect(body).to.include({ unchanged: 1, failed: 3 });
    const contacts = (await listed(workspace)).contacts;
    const by = (platformId: string) => contacts.find((each) => each['platformId'] === platformId);
    const ana = { displayName: 'Núñez, Ana', tags: ['vip', 'es'], customFields: { city: 'Cádiz' } };
    expect(by('1')).to.deep.include({ ...ana, platform: 'FACEBOOK', isSuppressed: false });
    expect(by('2')).to.deep.include({ displayName: '=1+1', isSuppressed: true, suppressionReason: 'MANUAL' });

    const exported = async (query = '') => {
      const answer = await fetch(`${workspace.baseUrl}/contacts/export${query}`, {
        headers: { authorization: `Bearer ${workspace.apiKey}` },
      });
      expect(answer.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
      return { text: await answer.text(), total: answer.headers.get('x-total-count') };
    };
    const { text, total } = await exported();
    expect([total, text.split('\r\n').length]).to.deep.equal(['2', 4]);
    expect(text).to.include("'=1+1").and.to.include('"Núñez, Ana"');
    expect((await exported('?tags=vip')).total).to.equal('1');
    const other = await service().workspace();
    const moved = await other.send('POST /contacts/import', { csv: text });
    expect(moved.body).to.include({ created: 2, failed: 0 });
    expect((await listed(other, '?tags=vip')).contacts[0]).to.deep.include(ana);
    const again = await other.send('POST /contacts/import', { csv: text });
    expect(again.body).to.include({ created: 0, updated: 0, unchanged: 2 });

    const many = ['platform,platformId', ...Array.from({ length: 1_002 }, (_, index) => `MYSPACE,bad${index}`)].join(
      '\n',
    );
    const first = (await imported(many)).body;
    expect(first).to.include({ total: 1_002, processed: 1_000, percentage: 99, nextOffset: 1_000, failed: 1_000 });
    const rest = (await imported(many, { offset: first['nextOffset'] })).body;
    expect(rest).to.include({ processed: 1_002, percentage: 100, nextOffset: null, failed: 2 });
    for (const csv of ['', 'platform', 'platform,platformId,shoeSize', 'platform,platformId,platform', 'platform,"x'])
      expect(codeOf(await imported(csv)), csv).to.equal('VALIDATION_ERROR');
  });

  it('can be made by the thousand in test mode', async () => {
    const workspace = await service().workspace();
    const accountId = workspace.accounts.INSTAGRAM;
    const count = Number(process.env['CONTACTS'] ?? 300);
    const started = performance.now();
    const { status, body } = await workspace.send('POST /sandbox/contacts', { accountId, count, tags: ['bulk'] });
    if (process.env['CONTACTS']) console.log(`${count} contacts: ${Math.round(performance.now() - started)} ms`);
    expect([status, body]).to.deep.equal([201, { created: count }]);
    const { total, contacts } = await listed(workspace, '?tags=bulk&limit=1');
    expect(total).to.equal(count);
    expect(contacts[0]?.['lastSeenAt']).to.be.a('string');
    for (const wrong of [0, 60_001, 1.5])
      expect((await workspace.send('POST /sandbox/contacts', { accountId, count: wrong })).status).to.equal(400);
  });
});
