import { expect } from 'chai';
import { RequestedSteps } from '../../../domain/approvals/workflow-step.ts';
import {
  ApprovalWorkflowCreated,
  ApprovalWorkflowDeleted,
  ApprovalWorkflowReplaced,
  approvalWorkflow,
} from '../../../domain/approvals/workflow.ts';
import { specFor } from '../../support/spec.ts';

describe('an approval workflow', () => {
  const given = specFor(approvalWorkflow);
  const members = { ann: 'OWNER', bob: 'MEMBER' } as const;
  const step = (order: number, ...approverIds: string[]) => ({ order, role: 'editor', approverIds, required: true });
  const create = { type: 'create-workflow', workflowId: 'w1', createdById: 'ann', members, name: 'Legal' } as const;
  const created = ApprovalWorkflowCreated({
    workflowId: 'w1',
    createdById: 'ann',
    name: 'Legal',
    steps: [step(1, 'bob')],
  });
  const replace = { type: 'replace-workflow', name: 'Legal', members } as const;

  it('is defined with its steps', () =>
    given()
      .when({ ...create, steps: [step(1, 'bob')] })
      .then(created));
  it('names members of the workspace only', () => {
    given()
      .when({ ...create, steps: [step(1, 'bob'), step(2, 'ann', 'eve')] })
      .thenRefused('VALIDATION_ERROR', /Step 2 names approvers who are not members/);
    for (const inherited of ['constructor', '__proto__', 'toString'])
      given()
        .when({ ...create, steps: [step(1, inherited)] })
        .thenRefused('VALIDATION_ERROR', /Step 1/);
    given(created)
      .when({ ...replace, steps: [step(1, 'eve')] })
      .thenRefused('VALIDATION_ERROR');
  });
  it('gets a next version with each definition that differs', () => {
    given(created)
      .when({ ...replace, steps: [step(1, 'ann')] })
      .then(ApprovalWorkflowReplaced({ name: 'Legal', steps: [step(1, 'ann')], version: 2 }));
    given(created)
      .when({ ...replace, steps: [step(1, 'bob')] })
      .thenNothing();
  });
  it('is deleted once, and not found from then on', () => {
    const deleted = ApprovalWorkflowDeleted({});
    given(created).when({ type: 'delete-workflow' }).then(deleted);
    given(created, deleted).when({ type: 'delete-workflow' }).thenNothing();
    given().when({ type: 'delete-workflow' }).thenRefused('NOT_FOUND');
    given(created, deleted)
      .when({ ...replace, steps: [step(1, 'ann')] })
      .thenRefused('NOT_FOUND');
  });
  it('is not found before its definition', () =>
    given()
      .when({ ...replace, steps: [step(1, 'bob')] })
      .thenRefused('NOT_FOUND'));
});

describe('the steps of a requested workflow', () => {
  const step = (order: number, more: object = {}) => ({ order, role: 'r', approverIds: ['a'], ...more });
  const isValid = (steps: unknown): boolean => RequestedSteps.safeParse(steps).success;

  it('are one to ten with the orders 1, 2, 3 …, in any order of the list', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => step(index + 1));
    expect([0, 1, 10, 11].map((count) => isValid(many(count)))).to.deep.equal([false, true, true, false]);
    expect(RequestedSteps.parse([step(2), step(1)]).map(({ order }) => order)).to.deep.equal([1, 2]);
    for (const orders of [[2], [0, 1], [1, 1], [1, 3]])
      expect(isValid(orders.map((order) => step(order)))).to.equal(false);
  });
  it('are required unless they say otherwise, and name each approver once', () =>
    expect(RequestedSteps.parse([step(1, { approverIds: ['a', 'b', 'a'] })])).to.deep.equal([
      { order: 1, role: 'r', approverIds: ['a', 'b'], required: true },
    ]));
  it('need an approver, and have roles of at most 100 characters', () => {
    expect(isValid([step(1, { approverIds: [] })])).to.equal(false);
    expect(isValid([step(1, { role: 'x'.repeat(100) })])).to.equal(true);
    expect(isValid([step(1, { role: 'x'.repeat(101) })])).to.equal(false);
  });
});
