import type { SequenceView } from '../../../domain/sequences/sequence-view.ts';
import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { sequences } from '../../../projections/sequences/sequences.ts';

const given = specFor(sequences);
const at = (minute: number) => `2026-01-05T09:0${minute}:00.000Z`;
const in1 = (minute: number) => ({ stream: 'sequence-s1', workspaceId: 'w1', at: at(minute) });
const enrollmentRules = { tags: ['lead'] };
const created = event(
  'SequenceCreated',
  { sequenceId: 's1', name: 'Welcome', enrollmentRules, exitOnReply: true },
  in1(0),
);
const view: SequenceView = {
  id: 's1',
  workspaceId: 'w1',
  name: 'Welcome',
  enrollmentRules,
  exitOnReply: true,
  status: 'DRAFT',
  steps: [],
  createdAt: at(0),
  updatedAt: at(0),
};
const row = { id: 's1', workspace_id: 'w1', status: 'DRAFT', created_at: at(0) };

const added = (stepId: string, stepOrder: number, minute: number) =>
  event('SequenceStepAdded', { stepId, messageTemplate: stepId, delayHours: 1, stepOrder }, in1(minute));
const step = (id: string, minute: number) => ({
  id,
  messageTemplate: id,
  delayHours: 1,
  createdAt: at(minute),
  updatedAt: at(minute),
});

describe('the read model sequences', () => {
  it('has each sequence as its name, its rule for replies and its status are now, also an archived one', () => {
    given()
      .when(created)
      .then({ ...row, view });
    const status = (to: SequenceView['status'], minute: number) =>
      event('SequenceStatusChanged', { sequenceId: 's1', status: to }, in1(minute));
    const history = [created, event('SequenceChanged', { name: 'Hello' }, in1(1)), status('ACTIVE', 2)];
    given(...history)
      .when(event('SequenceChanged', { exitOnReply: false }, in1(3)))
      .then({
        ...row,
        status: 'ACTIVE',
        view: { ...view, name: 'Hello', exitOnReply: false, status: 'ACTIVE', updatedAt: at(3) },
      });
    given(...history)
      .when(status('ARCHIVED', 4))
      .then({
        ...row,
        status: 'ARCHIVED',
        view: { ...view, name: 'Hello', status: 'ARCHIVED', updatedAt: at(4) },
      });
  });

  it('has the steps in their order while they are added, changed, moved and removed', () => {
    const steps = [created, added('p1', 1, 1), added('p3', 2, 2), added('p2', 2, 3)];
    given(...steps.slice(0, 3))
      .when(added('p2', 2, 3))
      .then({ ...row, view: { ...view, steps: [step('p1', 1), step('p2', 3), step('p3', 2)], updatedAt: at(3) } });
    given(...steps)
      .when(
        event('SequenceStepChanged', { stepId: 'p1', stepOrder: 3 }, in1(4)),
        event('SequenceStepChanged', { stepId: 'p2', messageTemplate: 'Hi', delayHours: 0 }, in1(5)),
        event('SequenceStepRemoved', { stepId: 'p3' }, in1(6)),
      )
      .then({
        ...row,
        view: {
          ...view,
          steps: [
            { ...step('p2', 3), messageTemplate: 'Hi', delayHours: 0, updatedAt: at(5) },
            { ...step('p1', 1), updatedAt: at(4) },
          ],
          updatedAt: at(6),
        },
      });
  });
});
