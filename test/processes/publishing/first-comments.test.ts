import { firstComments } from '../../../processes/publishing/first-comments.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const postId = 'c0000000000000000000000001';
const postPlatformId = 'p1';
const dueAt = '2026-03-02T10:01:00.000Z';
const lookAt = '2026-03-02T10:02:00.000Z';
const due = event('FirstCommentDue', { postPlatformId, platform: 'MASTODON', dueAt });
const unknown = (send: string) =>
  event('DestinationSendOutcomeUnknown', {
    ...({ postPlatformId, send, key: 'k', attempt: 1, cause: 'no_answer', message: 'no answer', lookAt } as const),
  });
const failed = event('FirstCommentFailed', { postPlatformId, error: { code: 'PUBLISH_ERROR', message: 'no' } });

describe('first comments', () => {
  const given = processSpec(firstComments);
  const owed = { postId, postPlatformId };

  it('are owed after their delay, until they succeed or fail', () => {
    given(due).owes(owed).at(dueAt);
    given(due, failed).owesNothing();
  });

  it('wait for the platform only where their own outcome is unknown', () => {
    given(due, unknown('first-comment')).owes(owed).at(lookAt);
    given(due, unknown('post')).owes(owed).at(dueAt);
  });
});
