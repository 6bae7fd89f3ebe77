import {
  CommentAutomationChanged,
  CommentAutomationCreated,
  CommentAutomationDeleted,
  CommentAutomationSwitched,
} from '../../../domain/comment-automations/automation-events.ts';
import { commentAutomation } from '../../../domain/comment-automations/automation.ts';
import { specFor } from '../../support/spec.ts';

describe('a comment automation', () => {
  const given = specFor(commentAutomation);
  const now = '2026-01-05T09:00:00.000Z';
  const idle = { reply: null, directMessage: null, tags: [], sequenceId: null };
  const content = {
    name: 'Price',
    accountId: null,
    postId: null,
    keywords: ['price'],
    match: 'WORD' as const,
    actions: { ...idle, reply: 'We wrote to you' },
  };
  const created = CommentAutomationCreated({ automationId: 'r1', ...content, activeSince: now });

  it('is created on or off', () => {
    const create = { type: 'create-automation', automationId: 'r1', content, now } as const;
    given()
      .when({ ...create, isActive: true })
      .then(created);
    given()
      .when({ ...create, isActive: false })
      .then(CommentAutomationCreated({ automationId: 'r1', ...content, activeSince: null }));
  });
  it('does something', () => {
    const empty = { ...content, actions: idle };
    given()
      .when({ type: 'create-automation', automationId: 'r1', content: empty, isActive: true, now })
      .thenRefused('VALIDATION_ERROR');
    given(created)
      .when({ type: 'change-automation', changes: { actions: idle }, now })
      .thenRefused('VALIDATION_ERROR');
  });
  it('changes what is different, and is switched', () => {
    given(created)
      .when({ type: 'change-automation', changes: { name: 'Price', keywords: ['cost'] }, isActive: false, now })
      .then(CommentAutomationChanged({ keywords: ['cost'] }), CommentAutomationSwitched({ activeSince: null }));
    given(created)
      .when({ type: 'change-automation', changes: { name: 'Price' }, isActive: true, now })
      .thenNothing();
  });
  it('is deleted once', () => {
    const deleted = CommentAutomationDeleted({ automationId: 'r1' });
    given(created).when({ type: 'delete-automation' }).then(deleted);
    given(created, deleted).when({ type: 'delete-automation' }).thenNothing();
    given(created, deleted).when({ type: 'change-automation', changes: {}, now }).thenRefused('NOT_FOUND');
  });
});
