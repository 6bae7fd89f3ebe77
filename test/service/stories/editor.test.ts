import { expect } from 'chai';
import { draft, useCast } from './cast.ts';

describe('the story of an editor', function () {
  this.timeout(120_000);
  const { found } = useCast();

  it('writes posts and a calendar for a month, and manages nothing', async () => {
    const story = await found('pro');
    const { owner, at, accounts, joins, pass, history } = story;
    const editor = await joins('EDITOR');

    // A draft becomes a post of next week.
    const { id } = await editor.does('POST /posts', draft(story, 'First of May'));
    await editor.does(`PATCH /posts/${id}`, { content: 'May Day', scheduledFor: await story.in(7) });

    // The calendar has a plan for the week after, which a manager hands over.
    const plan = { accountId: accounts['MASTODON'], platform: 'MASTODON', content: 'Mothers’ Day' };
    const { data: planned } = await editor.does('POST /calendar/posts', { ...plan, scheduledAt: await story.in(14) });
    expect(await editor.tries(`POST /calendar/posts/${planned.id}/publish`)).to.match(/^403/);
    await owner.does(`POST /calendar/posts/${planned.id}/publish`);

    // Both go out in their time.
    await pass(8);
    await editor.sees(`GET /posts/${id}`, ({ status }) => status === 'published');
    await pass(8);
    await editor.sees(`GET /calendar/posts/${planned.id}`, ({ data }) => data.status === 'PUBLISHED');

    // From now on posts need an approval: the editor asks, and cannot answer.
    await owner.does(`PATCH ${at}`, { settings: { require_approval: true } });
    const later = await editor.does('POST /posts', draft(story, 'Summer hours'));
    expect(await editor.tries(`PATCH /posts/${later['id']}`, { scheduledFor: await story.in(3) })).to.equal(
      '409 CONFLICT',
    );
    const steps = [{ order: 1, role: 'Owner', approverIds: [owner.id] }];
    const { data: workflow } = await owner.does(`POST ${at}/approval-workflows`, { name: 'Owner', steps });
    await editor.does(`POST /posts/${later['id']}/start-approval`, { workflowId: workflow.id });
    expect(await editor.tries(`POST /posts/${later['id']}/approve`)).to.equal('403 NOT_AUTHORIZED');
    await owner.does(`POST /posts/${later['id']}/reject`, { comment: 'Not this week' });
    expect((await editor.does(`GET /posts/${later['id']}`))['status']).to.equal('draft');
    await pass(14);

    // What is no content is out of reach.
    for (const [line, body] of [
      [`POST ${at}/invitations`, { email: 'friend@example.com' }],
      [`POST ${at}/api-keys`, { name: 'Mine', scopes: ['*'] }],
      [`PATCH ${at}`, { name: 'Ours' }],
      [`DELETE /accounts/${accounts['MASTODON']}`, undefined],
      ['POST /webhooks', { url: 'https://example.com/hook', events: ['post.published'] }],
      ['POST /subscription/change-plan', { plan: 'agency' }],
    ] as const)
      expect(await editor.tries(line, body), line).to.equal('403 FORBIDDEN');

    expect(await history(editor)).to.deep.equal([
      'PostCreated',
      'PostEdited',
      'PostScheduled',
      'CalendarPostCreated',
      'PostCreated',
      'PostApprovalStarted',
    ]);
  });
});
