import { expect } from 'chai';
import { Client } from '../support/service-client.ts';
import { useServiceProcess } from '../support/use-service-process.ts';

type Mail = Readonly<{ to: string; subject: string; text: string; sentAt: string }>;
type Invited = Readonly<{ data: { id: string }; emailSent: boolean }>;

/** Test mode, GET /v1/sandbox/emails. */
describe('mails of invitations of the whole service', function () {
  this.timeout(120_000);
  const service = useServiceProcess();

  const newWorkspace = async () => {
    const client = await service().workspace([]);
    const { workspaceId, sessionToken } = client.connection;
    const owner = new Client({ ...client.connection, apiKey: sessionToken });
    const line = `/workspaces/${workspaceId}/invitations`;
    return {
      owner,
      invite: (email: string) => owner.expect<Invited>(201, 'POST', line, { email }),
      resend: (id: string) => owner.expect<Invited>(200, 'POST', `${line}/${id}/resend`),
      mailsTo: async (email: string): Promise<readonly Mail[]> =>
        (await client.expect<{ emails: Mail[] }>(200, 'GET', `/sandbox/emails?to=${encodeURIComponent(email)}`)).emails,
    };
  };
  const tokenIn = (mail: Mail | undefined): string => /invitations\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? 'none';

  it('are readable by the next request, one for each sending', async () => {
    const { owner, invite, resend, mailsTo } = await newWorkspace();
    const { data, emailSent } = await invite('ivy@example.com');
    expect(emailSent).to.equal(true);
    const [first, ...none] = await mailsTo('IVY@example.com');
    expect(none).to.deep.equal([]);
    expect(first).to.have.all.keys('to', 'subject', 'text', 'html', 'sentAt');
    await owner.expect(200, 'GET', `/invitations/${tokenIn(first)}`);
    await resend(data.id);
    const [second, ...older] = await mailsTo('ivy@example.com');
    expect(older).to.deep.equal([first]);
    await owner.expect(200, 'GET', `/invitations/${tokenIn(second)}`);
    await owner.expect(404, 'GET', `/invitations/${tokenIn(first)}`);
  });

  it('leave once, also when the service dies right after it was asked to invite', async () => {
    const { invite, mailsTo } = await newWorkspace();
    const addresses = Array.from({ length: 12 }, (_none, index) => `guest-${index}@example.com`);
    for (const address of addresses) await invite(address);
    await service().kill();
    await service().start();
    for (const address of addresses) expect(await mailsTo(address), address).to.have.length(1);
  });
});
