import { expect } from 'chai';
import { draft, useCast } from './cast.ts';

describe('the story of a key', function () {
  this.timeout(120_000);
  const { found } = useCast();

  it('does what its scopes name until its day, and no more', async () => {
    const story = await found('pro');
    const { owner, at, pass, program, history } = story;
    const scopes = ['posts:read', 'posts:write'];
    const key = await program({ name: 'Feed', scopes, expiresAt: await story.in(28) });

    // It posts for three weeks.
    const { id } = await key.does(
      'POST /posts',
      draft(story, 'From the feed', { saveAsDraft: false, scheduledFor: await story.in(7) }),
    );
    await pass(8);
    await key.sees(`GET /posts/${id}`, ({ status }) => status === 'published');

    // Other resources, other keys and approvals are beyond it.
    expect(await key.tries('GET /accounts')).to.equal('403 AUTHORIZATION_ERROR');
    expect(await key.tries('POST /ai/hashtags', { content: 'x' })).to.equal('403 AUTHORIZATION_ERROR');
    expect(await key.tries(`GET ${at}/api-keys`)).to.match(/^40[13]/);
    const steps = [{ order: 1, role: 'Owner', approverIds: [owner.id] }];
    const { data: workflow } = await owner.does(`POST ${at}/approval-workflows`, { name: 'Owner', steps });
    const asked = await key.does('POST /posts', draft(story, 'By the feed'));
    await key.does(`POST /posts/${asked['id']}/start-approval`, { workflowId: workflow.id });
    expect(await key.tries(`POST /posts/${asked['id']}/approve`)).to.match(/^403/);

    // The owner narrows it: what it could write, it can only read.
    await owner.does(`PATCH ${at}/api-keys/${key.id}`, { scopes: ['posts:read'] });
    await key.does(`GET /posts/${id}`);
    expect(await key.tries('POST /posts', draft(story, 'Again'))).to.equal('403 AUTHORIZATION_ERROR');

    // A week before its day the owner is warned; after it, nothing opens.
    await pass(14);
    const { data: soon } = await owner.does(`GET ${at}/api-keys/expiring`);
    expect(soon.map((each: { id: string }) => each.id)).to.deep.equal([key.id]);
    await pass(7);
    expect(await key.tries(`GET /posts/${id}`)).to.match(/^401/);

    expect(await history(key)).to.deep.equal(['PostCreated', 'PostScheduled', 'PostCreated', 'PostApprovalStarted']);
    expect(await history(owner)).to.include.members(['ApiKeyCreated', 'ApiKeyScopesChanged']);
  });
});
