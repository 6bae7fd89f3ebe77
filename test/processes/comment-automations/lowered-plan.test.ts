import { expect } from 'chai';
import type { Recorded } from '../../../domain/kernel/event.ts';
import type { Plan } from '../../../domain/plans/plan.ts';
import { automationMatching } from '../../../processes/comment-automations/automation-matching.ts';
import { automationRuns } from '../../../processes/comment-automations/automation-runs.ts';
import type { AutomationRunPorts, MatchingPorts } from '../../../processes/comment-automations/ports.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const at = '2026-01-01T00:00:00.000Z';
const of = (stream: string) => ({ stream, workspaceId: 'w1', at });
const onPlan = (plan: Plan) =>
  event(
    'WorkspaceCreated',
    {
      workspaceId: 'w1',
      ownerId: 'u1',
      name: 'W',
      slug: 'w',
      logo: null,
      plan,
      mode: 'live',
      settings: {},
    },
    of('workspace-w1'),
  );
const received = event(
  'CommentReceived',
  {
    commentId: 'k1',
    contactId: 'c1',
    accountId: 'a1',
    postId: null,
    platform: 'INSTAGRAM',
    platformPostId: 'p',
    platformCommentId: 'n',
    author: { id: '7', username: 'zoe' },
    content: 'Price?',
    parentCommentId: null,
    permalinkUrl: null,
    platformCreatedAt: at,
  },
  of('comment-k1'),
);
const actions = { reply: 'Hello', directMessage: null, tags: ['lead'], sequenceId: 's1' };
const names = { automationId: 'r1', contactId: 'c1', commentId: 'k1', accountId: 'a1', keyword: 'price' };
const begun = event('CommentAutomationRunStarted', { runId: 'x1', ...names, actions }, of('commentAutomationRun-x1'));

const rule = { id: 'r1', name: 'R', accountId: null, postId: null, keywords: ['price'] };
const matching: MatchingPorts = {
  activeAutomations: async () => [{ ...rule, match: 'WORD', actions, activeSince: at }],
  ownNames: async () => [],
};
const sent: string[] = [];
const runs = {
  replyToComment: async (_comment: unknown, text: string) => {
    sent.push(text);
    return { nativeId: '1', kind: 'reply' };
  },
} as unknown as AutomationRunPorts;

describe('comment automations of a workspace whose plan was lowered', () => {
  beforeEach(() => sent.splice(0));

  it('begin nothing below pro, so that they can act when the plan has them again', async () => {
    const given = processSpec(automationMatching, 'k1');
    await given(onPlan('starter'), received).acting(matching).endsInstance();
    const recorded = await given(onPlan('pro'), received).carriedOut(matching);
    expect(recorded?.map(({ type }) => type)).to.deep.equal(['CommentAutomationRunStarted']);
  });

  it('skip the steps of what has begun', async () => {
    const given = processSpec(automationRuns, 'x1');
    const done = (step: 'REPLY' | 'TAGS') =>
      event(
        'CommentAutomationStepEnded',
        { runId: 'x1', step, outcome: 'DONE', code: null },
        of('commentAutomationRun-x1'),
      );
    const ended = async (plan: Plan, ...before: readonly Recorded[]) =>
      (await given(onPlan(plan), received, begun, ...before).carriedOut(runs))?.find(
        ({ type }) => type === 'CommentAutomationStepEnded',
      )?.data;
    const skipped = { outcome: 'SKIPPED', code: 'PLAN_UPGRADE_REQUIRED' };
    expect(await ended('starter')).to.include({ step: 'REPLY', ...skipped });
    expect(await ended('starter', done('REPLY'))).to.include({ step: 'TAGS', ...skipped });
    expect(sent).to.deep.equal([]);
    expect(await ended('pro')).to.include({ step: 'REPLY', outcome: 'DONE' });
    expect(sent).to.deep.equal(['Hello']);
    expect(await ended('pro', done('REPLY'), done('TAGS'))).to.include({ step: 'SEQUENCE', ...skipped });
  });
});
