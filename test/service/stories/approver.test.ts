import { expect } from 'chai';
import { draft, useCast } from './cast.ts';

describe('the story of an approver', function () {
  this.timeout(120_000);
  const { found } = useCast();

  it('hears by mail of what waits, lets one post out, sends another back, and is bound to what was shown', async () => {
    const story = await found('pro');
    const { owner, at, joins, pass, mail, history } = story;
    const [approver, editor] = [await joins('VIEWER'), await joins('EDITOR')];
    await owner.does(`PATCH ${at}`, { settings: { require_approval: true } });
    const steps = [{ order: 1, role: 'Legal', approverIds: [approver.id] }];
    const { data: workflow } = await owner.does(`POST ${at}/approval-workflows`, { name: 'Legal', steps });
    const asks = async (content: string, days: number): Promise<string> => {
      const { id } = await editor.does('POST /posts', draft(story, content, { scheduledFor: await story.in(days) }));
      await editor.does(`POST /posts/${id}/start-approval`, { workflowId: workflow.id });
      return String(id);
    };

    // A mail names the post, and has the way to it.
    const sale = await asks('Sale on Friday', 5);
    const { text } = await mail(/Approval asked: Sale on Friday/);
    expect(text).to.match(/console\?workspace=[\w-]+#\/approvals\/\S+/);
    expect((await approver.does('GET /approval-queue/pending-count'))['count']).to.equal(1);
    await approver.does(`POST /posts/${sale}/approve`, { comment: 'Fine' });
    await pass(6);
    await editor.sees(`GET /posts/${sale}`, ({ status }) => status === 'published');

    // The next one goes back, with the reason.
    const claim = await asks('The best tea on earth', 10);
    expect(await approver.tries(`POST /posts/${claim}/reject`)).to.equal('400 VALIDATION_ERROR');
    await approver.does(`POST /posts/${claim}/reject`, { comment: 'Can we prove that?' });
    const { data: steps2 } = await editor.does(`GET /posts/${claim}/approval-history`);
    expect(JSON.stringify(steps2)).to.include('Can we prove that?');

    // What was approved is what goes out: a change takes the approval away.
    await editor.does(`PATCH /posts/${claim}`, { content: 'Our favourite tea' });
    await editor.does(`POST /posts/${claim}/start-approval`, { workflowId: workflow.id });
    await approver.does(`POST /posts/${claim}/approve`);
    const changed = await editor.does(`PATCH /posts/${claim}`, { content: 'The best tea on earth' });
    expect([changed['status'], changed['approval'].status]).to.deep.equal(['draft', 'voided']);
    await pass(24);
    expect((await editor.does(`GET /posts/${claim}`))['status']).to.equal('draft');

    // The approver wrote nothing else.
    expect(await approver.tries('POST /posts', draft(story, 'Mine'))).to.equal('403 FORBIDDEN');
    expect(new Set(await history(approver))).to.deep.equal(
      new Set(['PostStepApproved', 'PostApproved', 'PostScheduled', 'PostStepRejected']),
    );
  });
});
