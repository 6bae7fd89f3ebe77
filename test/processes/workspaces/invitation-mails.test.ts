import { expect } from 'chai';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import { invitationMails } from '../../../processes/workspaces/invitation-mails.ts';
import { useWorkspaceApi } from '../../support/workspace-api.ts';

describe('mails of invitations', () => {
  const api = useWorkspaceApi();

  const invited = async () => {
    const olivia = await api().owner();
    const line = `/v1/workspaces/${olivia.workspaceId}/invitations`;
    const email = `ivy-${olivia.workspaceId}@example.com`;
    const answer = await olivia.send(`POST ${line}`, { email });
    expect([answer.status, answer.body.emailSent]).to.deep.equal([201, true]);
    return { olivia, line, email, invitationId: String(answer.body.data.id), workspaceId: olivia.workspaceId };
  };
  const mailsTo = (email: string) => api().mails.filter(({ to }) => to === email);
  const outcomesOf = async (workspaceId: string): Promise<unknown[]> =>
    ((await api().commands.load(workspace, workspaceId, workspaceId))?.events ?? []).flatMap((event) =>
      event.type === 'InvitationMailed' ? [[event.data.sending, event.data.outcome]] : [],
    );

  it('are owed by the log, not sent by the request, and leave once for each sending', async () => {
    const { olivia, line, email, invitationId, workspaceId } = await invited();
    expect(mailsTo(email)).to.deep.equal([]);
    const [owed] = await api().mailer.owedBy(workspaceId);
    expect(owed).to.include({ invitationId, sending: 1 });
    await api().mailer.mailOwed(workspaceId);
    expect(await api().mailer.owedBy(workspaceId)).to.deep.equal([]);
    expect((await olivia.send(`POST ${line}/${invitationId}/resend`)).body.emailSent).to.equal(true);
    await api().mailer.mailOwed(workspaceId);
    const mails = mailsTo(email);
    expect(mails.map((mail) => api().tokenIn(mail).split('.')[2])).to.deep.equal(['1', '2']);
    expect(new Set(mails.map(({ id }) => id)).size).to.equal(2);
    expect(await outcomesOf(workspaceId)).to.deep.equal([
      [1, 'handed_over'],
      [2, 'handed_over'],
    ]);
  });

  it('are owed until the mail server takes them', async () => {
    const { email, workspaceId } = await invited();
    api().play.mailDown = true;
    const refused = await api()
      .mailer.mailOwed(workspaceId)
      .then(() => 'no', String)
      .finally(() => (api().play.mailDown = false));
    expect(refused).to.match(/mail server is away/);
    expect(await api().mailer.owedBy(workspaceId)).to.have.length(1);
    await api().mailer.mailOwed(workspaceId);
    expect(mailsTo(email)).to.have.length(1);
    expect(await api().mailer.owedBy(workspaceId)).to.deep.equal([]);
  });

  it('have the same id, and are noted once, where the process died before it could note them', async () => {
    const { email, workspaceId } = await invited();
    const [owed] = await api().mailer.owedBy(workspaceId);
    if (!owed) throw new Error('nothing is owed');
    await api().mailer.mail(workspaceId, owed);
    await api().mailer.mail(workspaceId, owed);
    expect(new Set(mailsTo(email).map(({ id }) => id)).size).to.equal(1);
    expect(await outcomesOf(workspaceId)).to.deep.equal([[1, 'handed_over']]);
  });

  it('are not sent any more where the invitation has ended, was sent again or has expired', async () => {
    const [resent, expired, deleted] = [await invited(), await invited(), await invited()];
    const [first] = await api().mailer.owedBy(resent.workspaceId);
    if (!first) throw new Error('nothing is owed');
    await resent.olivia.send(`POST ${resent.line}/${resent.invitationId}/resend`);
    await api().mailer.mail(resent.workspaceId, first);
    expect(mailsTo(resent.email), 'the first link is of no use').to.deep.equal([]);
    expect((await api().mailer.owedBy(resent.workspaceId)).map(({ sending }) => sending)).to.deep.equal([2]);

    api().play.clock = 8 * 86_400_000;
    await api()
      .mailer.mailOwed(expired.workspaceId)
      .finally(() => (api().play.clock = 0));
    expect(mailsTo(expired.email)).to.deep.equal([]);
    expect(await outcomesOf(expired.workspaceId)).to.deep.equal([[1, 'not_needed']]);

    await deleted.olivia.send(`DELETE ${deleted.line}/${deleted.invitationId}`);
    expect(await api().mailer.owedBy(deleted.workspaceId)).to.deep.equal([]);
  });

  it('are owed no longer by a workspace that was deleted', async () => {
    const { olivia, email, workspaceId } = await invited();
    await olivia.send('POST /v1/workspaces', { name: 'Second', slug: api().newSlug() });
    expect((await olivia.send(`DELETE /v1/workspaces/${workspaceId}`)).status).to.equal(200);
    await api().mailer.mailOwed(workspaceId);
    expect(await api().mailer.owedBy(workspaceId)).to.deep.equal([]);
    expect(mailsTo(email)).to.deep.equal([]);
  });

  it('are noted as not sent where no mail server is configured', async () => {
    const { email, workspaceId } = await invited();
    api().play.hasMailServer = false;
    await api()
      .mailer.mailOwed(workspaceId)
      .finally(() => (api().play.hasMailServer = true));
    expect(await outcomesOf(workspaceId)).to.deep.equal([[1, 'no_mail_server']]);
    expect(mailsTo(email)).to.deep.equal([]);
  });

  it('do not delay each other: each invitation is an instance of its own', () => {
    expect(
      invitationMails.instancesOf({ type: 'InvitationSent', data: { invitationId: 'i1' } } as never),
    ).to.deep.equal(['i1']);
  });
});
