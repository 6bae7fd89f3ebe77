import { expect } from 'chai';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

type Thing = Record<string, unknown> & { id: string };

describe('sequences of a running service', function () {
  this.timeout(120_000);
  const service = useRunningService();

  const ok = async (workspace: TestWorkspace, line: string, body?: object): Promise<Thing> => {
    const answer = await workspace.send(line, body);
    expect(answer.status, `${line} ${JSON.stringify(answer.body)}`).to.be.oneOf([200, 201]);
    return answer.body as Thing;
  };
  const says = (workspace: TestWorkspace, id: string, text = 'Hello') =>
    ok(workspace, 'POST /sandbox/inbox/messages', {
      accountId: workspace.accounts.INSTAGRAM,
      text,
      author: { id, username: `user${id}` },
    });
  const contactOf = async (workspace: TestWorkspace, id: string): Promise<string> => {
    await says(workspace, id);
    const { contacts } = (await ok(workspace, 'GET /contacts?limit=100')) as unknown as { contacts: Thing[] };
    return contacts.find((contact) => contact['platformId'] === id)?.id ?? '';
  };
  const texts = async (workspace: TestWorkspace): Promise<string[]> => {
    const { objects } = (await ok(workspace, 'GET /sandbox/platforms/INSTAGRAM/objects')) as unknown as {
      objects: { kind: string; text: string; request: unknown }[];
    };
    return objects.flatMap(({ kind, text, request }) => (kind === 'message' && request ? text : [])).sort();
  };

  it('need the agency plan', async () => {
    const workspace = await service().workspace('pro');
    for (const [line, body] of [['GET /sequences'], ['POST /sequences', { name: 'A' }]] as const) {
      const { status, body: answer } = await workspace.send(line, body);
      expect([status, (answer['error'] as { code: string }).code]).to.deep.equal([403, 'PLAN_UPGRADE_REQUIRED']);
    }
  });

  it('enroll the contacts who come to match their rules, once, and refuse rules without an effect', async () => {
    const workspace = await service().workspace();
    const rules = { tags: ['lead'], platforms: ['instagram'] };
    const unknown = await workspace.send('POST /sequences', { name: 'A', enrollmentRules: { city: 'Rome' } });
    expect([unknown.status, unknown.body['error'].details.field]).to.deep.equal([400, 'enrollmentRules']);
    const made = await ok(workspace, 'POST /sequences', { name: 'Leads', enrollmentRules: rules });
    expect(made['enrollmentRules']).to.deep.equal({ tags: ['lead'], platforms: ['INSTAGRAM'] });
    const at = `/sequences/${made.id}`;
    await ok(workspace, `POST ${at}/steps`, { messageTemplate: 'Welcome', delayHours: 0 });
    await ok(workspace, `PATCH ${at}`, { status: 'ACTIVE' });
    const [lead, other] = [await contactOf(workspace, '1'), await contactOf(workspace, '2')];
    await ok(workspace, `POST /contacts/${other}/tags`, { tag: 'guest' });
    await ok(workspace, `POST /contacts/${lead}/tags`, { tag: 'lead' });
    const completed = await workspace.awaited(`GET ${at}`, ({ enrollmentStats }) => enrollmentStats['COMPLETED'] === 1);
    expect(completed['enrollmentStats']).to.deep.equal({ COMPLETED: 1 });
    expect(await texts(workspace)).to.deep.equal(['Welcome']);
    const { enrollments } = (await ok(workspace, `GET ${at}/enrollments`)) as unknown as { enrollments: Thing[] };
    expect(enrollments.map(({ contactId }) => contactId)).to.deep.equal([lead]);
  });

  it('send each step once when it is due, and end by a reply, STOP, a person or the last step', async () => {
    const workspace = await service().workspace();
    const made = await ok(workspace, 'POST /sequences', { name: 'Welcome' });
    expect(made).to.deep.include({
      name: 'Welcome',
      status: 'DRAFT',
      exitOnReply: true,
      enrollmentRules: {},
      steps: [],
    });
    const at = `/sequences/${made.id}`;
    const second = await ok(workspace, `POST ${at}/steps`, { messageTemplate: 'Two', delayHours: 20 });
    const first = await ok(workspace, `POST ${at}/steps`, { messageTemplate: 'Eins', delayHours: 0, stepOrder: 1 });
    expect([first['stepOrder'], second['stepOrder'], first['sequenceId']]).to.deep.equal([1, 1, made.id]);
    await ok(workspace, `PATCH ${at}/steps/${first.id}`, { messageTemplate: 'One' });
    const { steps } = (await ok(workspace, `GET ${at}/steps`)) as unknown as { steps: Thing[] };
    expect(steps.map((step) => [step['stepOrder'], step['messageTemplate']])).to.deep.equal([
      [1, 'One'],
      [2, 'Two'],
    ]);

    const people = [];
    for (const id of ['1', '2', '3', '4']) people.push(await contactOf(workspace, id));
    const enroll = (contactId = '', platform = 'INSTAGRAM') =>
      workspace.send(`POST ${at}/enrollments`, { contactId, platform });
    const enrolled = [];
    for (const person of people) enrolled.push((await enroll(person)).body as Thing);
    expect(enrolled[0]).to.deep.include({
      sequenceId: made.id,
      contactId: people[0],
      currentStep: 0,
      status: 'ACTIVE',
    });
    expect(enrolled[0]?.['contact']).to.deep.include({ id: people[0], username: 'user1', platform: 'INSTAGRAM' });
    expect((await enroll(people[0])).status).to.equal(409);
    expect((await enroll(people[0], 'FACEBOOK')).status).to.equal(400);
    expect(await texts(workspace)).to.deep.equal([]);

    await ok(workspace, `PATCH ${at}`, { status: 'ACTIVE' });
    const stats = (wanted: object) =>
      workspace.awaited(`GET ${at}`, ({ enrollmentStats }) => {
        return JSON.stringify(enrollmentStats) === JSON.stringify(wanted);
      });
    await workspace.awaited(`GET ${at}/enrollments`, ({ enrollments }) =>
      (enrollments as Thing[]).every((each) => each['currentStep'] === 1),
    );
    expect(await texts(workspace)).to.deep.equal(['One', 'One', 'One', 'One']);
    await says(workspace, '2');
    await says(workspace, '3', 'STOP');
    await ok(workspace, `DELETE ${at}/enrollments/${enrolled[3]?.id}`);
    await stats({ ACTIVE: 1, EXITED: 3 });
    await workspace.advance(20 * 3_600 + 60);
    await workspace.awaited(`GET ${at}/enrollments?status=completed`, ({ enrollments }) => {
      return (enrollments as Thing[]).length === 1;
    });
    expect(await texts(workspace)).to.deep.equal(['One', 'One', 'One', 'One', 'Two']);
    const { enrollments } = (await ok(workspace, `GET ${at}/enrollments?status=EXITED`)) as unknown as {
      enrollments: Thing[];
    };
    expect(enrollments.map((each) => each['exitReason']).sort()).to.deep.equal(['MANUAL', 'REPLY', 'SUPPRESSED']);
    const detail = await ok(workspace, `GET /contacts/${people[0]}`);
    expect(detail).to.include({ sequenceEnrollmentCount: 1, messagesSentCount: 2 });
    expect((detail['sequenceEnrollments'] as Thing[])[0]).to.deep.include({
      id: enrolled[0]?.id,
      status: 'COMPLETED',
      currentStep: 2,
      sequence: { id: made.id, name: 'Welcome' },
    });

    expect(await ok(workspace, `DELETE ${at}`)).to.deep.equal({ success: true });
    expect((await enroll(people[0])).status).to.equal(400);
    expect((await ok(workspace, 'GET /sequences'))['sequences']).to.deep.equal([]);
    for (const body of [
      {},
      { messageTemplate: 'x', delayHours: 8_761 },
      { messageTemplate: 'x'.repeat(2_001), delayHours: 0 },
    ])
      expect((await workspace.send(`POST ${at}/steps`, body)).status).to.equal(400);
  });
});
