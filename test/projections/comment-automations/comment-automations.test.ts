import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { commentAutomations } from '../../../projections/comment-automations/comment-automations.ts';

const given = specFor(commentAutomations);
const at = (minute: number) => `2026-01-05T09:0${minute}:00.000Z`;
const in1 = (minute: number) => ({ stream: 'commentAutomation-r1', workspaceId: 'w1', at: at(minute) });
const content = {
  name: 'Price',
  accountId: null,
  postId: null,
  keywords: ['price'],
  match: 'WORD' as const,
  actions: { reply: 'Hello', directMessage: null, tags: [], sequenceId: null },
};
const created = event('CommentAutomationCreated', { automationId: 'r1', ...content, activeSince: at(0) }, in1(0));

describe('the read model comment_automations', () => {
  it('has the present form of each automation, and whether it is on', () =>
    given(created)
      .when(event('CommentAutomationSwitched', { activeSince: null }, in1(1)))
      .then({
        id: 'r1',
        workspace_id: 'w1',
        is_active: false,
        created_at: at(0),
        view: {
          id: 'r1',
          workspaceId: 'w1',
          ...content,
          isActive: false,
          activeSince: null,
          createdAt: at(0),
          updatedAt: at(1),
        },
      }));
  it('lacks a deleted automation', () =>
    given(created)
      .when(event('CommentAutomationDeleted', { automationId: 'r1' }, in1(1)))
      .then());
});
