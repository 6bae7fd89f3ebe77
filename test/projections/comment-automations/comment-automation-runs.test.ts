import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { commentAutomationRuns } from '../../../projections/comment-automations/comment-automation-runs.ts';

const given = specFor(commentAutomationRuns);
const at = (minute: number) => `2026-01-05T09:0${minute}:00.000Z`;
const in1 = (minute: number) => ({ stream: 'commentAutomationRun-x1', workspaceId: 'w1', at: at(minute) });
const names = { automationId: 'r1', contactId: 'c1', commentId: 'k1', accountId: 'a1', keyword: 'price' };
const actions = { reply: 'Hello', directMessage: null, tags: ['lead'], sequenceId: null };
const started = event('CommentAutomationRunStarted', { runId: 'x1', ...names, actions }, in1(0));

describe('the read model comment_automation_runs', () => {
  it('tells what became of each step', () =>
    given(started)
      .when(
        event('CommentAutomationStepEnded', { runId: 'x1', step: 'REPLY', outcome: 'FAILED', code: 'X' }, in1(1)),
        event('CommentAutomationStepEnded', { runId: 'x1', step: 'TAGS', outcome: 'DONE', code: null }, in1(2)),
        event('CommentAutomationRunEnded', { runId: 'x1' }, in1(2)),
      )
      .then({
        id: 'x1',
        workspace_id: 'w1',
        automation_id: 'r1',
        started_at: at(0),
        view: {
          id: 'x1',
          workspaceId: 'w1',
          ...names,
          startedAt: at(0),
          endedAt: at(2),
          steps: [
            { step: 'REPLY', outcome: 'FAILED', code: 'X' },
            { step: 'TAGS', outcome: 'DONE', code: null },
          ],
        },
      }));
});
