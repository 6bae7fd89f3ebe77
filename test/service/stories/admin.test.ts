import { expect } from 'chai';
import { draft, useCast } from './cast.ts';

describe('the story of an administrator', function () {
  this.timeout(120_000);
  const { found } = useCast();

  it('runs the workspace for the owner, and takes nothing that is the owner’s', async () => {
    const story = await found('pro');
    const { owner, at, joins, pass, history } = story;
    const admin = await joins('ADMIN');

    // She sets up how the team works.
    await admin.does(`PATCH ${at}`, { settings: { require_approval: true, week_start_day: 'monday' } });
    const editor = await joins('EDITOR');
    const steps = [{ order: 1, role: 'Desk', approverIds: [admin.id] }];
    await admin.does(`POST ${at}/approval-workflows`, { name: 'Desk', steps });
    const { data } = await admin.does(`POST ${at}/api-keys`, { name: 'Feed', scopes: ['posts:read'] });

    // An editor's post waits for her, and goes out when she has approved it.
    const { id } = await editor.does(
      'POST /posts',
      draft(story, 'Open on Sunday', { scheduledFor: await story.in(2) }),
    );
    const { data: workflows } = await editor.does(`GET ${at}/approval-workflows`);
    await editor.does(`POST /posts/${id}/start-approval`, { workflowId: workflows[0].id });
    expect(await editor.tries(`POST /posts/${id}/approve`)).to.equal('403 NOT_AUTHORIZED');
    await admin.does(`POST /posts/${id}/approve`);
    await pass(3);
    await editor.sees(`GET /posts/${id}`, ({ status }) => status === 'published');

    // What is the owner's stays the owner's.
    expect(await admin.tries(`DELETE ${at}`)).to.equal('403 FORBIDDEN');
    expect(await admin.tries(`POST ${at}/transfer-request`, { targetUserId: admin.id })).to.equal('403 FORBIDDEN');
    await owner.does('PUT /billing/purchase-bound', { ownerBuysAbove: 100 });
    expect(await admin.tries('PUT /billing/purchase-bound', { ownerBuysAbove: null })).to.equal('403 FORBIDDEN');
    expect(await admin.tries('POST /billing/credits', { credits: 100_000 })).to.equal('403 FORBIDDEN');

    // A month later she leaves, and the key that she made stops.
    await pass(27);
    await owner.does(`DELETE ${at}/members/${admin.id}`);
    expect(await admin.tries(`GET ${at}`)).to.equal('404 NOT_FOUND');
    await owner.sees(`GET ${at}/api-keys`, ({ data: keys }) =>
      keys.every((key: { id: string; revokedAt: string | null }) => key.id !== data.id || key.revokedAt !== null),
    );
    expect(await history(admin)).to.include.members([
      'WorkspaceSettingsChanged',
      'ApprovalWorkflowCreated',
      'ApiKeyCreated',
      'PostStepApproved',
    ]);
    expect(await history(admin)).not.to.include.members(['OwnershipTransferRequested', 'WorkspaceDeleted']);
  });
});
