import { expect } from 'chai';
import { createPost } from '../../../commands/posts/create-post.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import type { Plan } from '../../../domain/plans/plan.ts';
import type { WorkspaceSettings } from '../../../domain/workspaces/settings.ts';
import { WorkspaceCreated } from '../../../domain/workspaces/workspace-events.ts';
import { recordedFrom } from '../../support/recorded.ts';
import { onBluesky, onMastodon, postRequests } from './post-requests.ts';

const scheduledFor = '2026-03-02T09:00:00.000Z';
const asked = { content: 'Hello', accountIds: [onBluesky], scheduledFor };
const approving: WorkspaceSettings = { require_approval: true, approve_schedule: true };

/** What creating a post answers in a workspace with these settings: its status, or the refusal's code and reason. */
const answerIn = async (settings: WorkspaceSettings, body: object, plan: Plan = 'pro') => {
  const { log, caller, ports, answerOf } = postRequests();
  const { workspaceId } = caller;
  const created = WorkspaceCreated({
    workspaceId,
    name: 'W',
    slug: 'w',
    logo: null,
    plan,
    mode: 'test',
    ownerId: 'u1',
    settings,
  });
  await log.append(`workspace-${workspaceId}`, 'none', [...recordedFrom([created], { workspaceId })]);
  try {
    return (await answerOf(createPost(ports), { ...asked, ...body })).body['status'];
  } catch (error) {
    if (error instanceof Refused) return [error.code, error.details?.['reason']];
    throw error;
  }
};

describe('a new post in a workspace that approves posts', () => {
  const refused = ['CONFLICT', 'approval_required'];

  it('is not scheduled, nor put into the queue', async () => {
    expect(await answerIn(approving, {})).to.deep.equal(refused);
    expect(await answerIn(approving, { scheduledFor: undefined, queue: true })).to.deep.equal(refused);
  });

  it('is stored as a draft, with its time or without', async () => {
    expect(await answerIn(approving, { saveAsDraft: true })).to.equal('draft');
    expect(await answerIn(approving, { scheduledFor: undefined })).to.equal('draft');
  });

  it('is scheduled where neither content nor time is approved, or nothing at all', async () => {
    expect(await answerIn({ require_approval: true, approve_content: false }, {})).to.equal('scheduled');
    expect(await answerIn({}, {})).to.equal('scheduled');
  });

  it('is scheduled where the plan has no approvals any more', async () => {
    expect(await answerIn(approving, {}, 'starter')).to.equal('scheduled');
  });
});

describe('a new post in a workspace that allows some platforms', () => {
  const allowedPlatforms: WorkspaceSettings = { allowedPlatforms: ['BLUESKY'] };

  it('goes to those alone', async () => {
    expect(await answerIn(allowedPlatforms, {})).to.equal('scheduled');
    expect(await answerIn(allowedPlatforms, { accountIds: [onBluesky, onMastodon] })).to.include('PLATFORM_RESTRICTED');
  });
});
