import { expect } from 'chai';
import { useCast } from './cast.ts';

describe('the story of an owner', function () {
  this.timeout(120_000);
  const { found } = useCast();

  it('invites a person, pays for more, gets the credits of each month, and hands the workspace over', async () => {
    const { owner, at, stranger, pass, mail, history, workspaceId } = await found('starter');

    // Ivy is invited by mail, and comes by its link.
    await owner.does(`POST ${at}/invitations`, { email: 'ivy@example.com', role: 'ADMIN' });
    const invitation = await mail(/invited/);
    const token = /invitations\/(\S+)/.exec(invitation.text)?.[1] ?? '';
    const ivy = await stranger();
    expect(await ivy.tries(`GET ${at}`)).to.equal('404 NOT_FOUND');
    await ivy.does(`POST /invitations/${token}/accept`);
    expect((await ivy.does(`GET ${at}`))['name']).to.be.a('string');

    // The workspace grows out of its plan, and gets the credits of a month each month.
    await owner.does('POST /subscription/change-plan', { plan: 'pro' });
    await owner.does('POST /ai/hashtags', { content: 'espresso' });
    expect((await owner.does('GET /subscription/ai-usage'))['credits_used']).to.equal(1);
    await pass(31);
    await owner.sees('GET /subscription/ai-usage', ({ credits_used }) => credits_used === 0);

    // An offer that is not answered ends after a week, and both hear of it.
    await owner.does(`POST ${at}/transfer-request`, { targetUserId: ivy.id });
    await pass(8);
    expect(await ivy.tries(`POST ${at}/transfer-request/accept`)).to.equal('404 NOT_FOUND');
    expect((await owner.does(`GET ${at}/transfer-request`))['data'] ?? null).to.equal(null);
    await mail(/expired unanswered/);

    // The second offer is accepted: the former owner is an administrator.
    await owner.does(`POST ${at}/transfer-request`, { targetUserId: ivy.id });
    await ivy.does(`POST ${at}/transfer-request/accept`);
    expect(await owner.tries(`DELETE ${at}`)).to.equal('403 FORBIDDEN');
    const { workspaces } = await ivy.does('GET /users/me');
    expect(workspaces.find(({ id }: { id: string }) => id === workspaceId).role).to.equal('OWNER');

    expect(await history(owner)).to.include.members(['InvitationSent', 'OwnershipTransferRequested']);
    expect((await history(owner)).filter((type) => type === 'OwnershipTransferRequested')).to.have.length(2);
    expect(await history(ivy)).to.include.members(['InvitationAccepted', 'OwnershipTransferred']);
  });
});
