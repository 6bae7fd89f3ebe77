import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { mentions } from '../../../projections/mentions/mentions.ts';

const given = specFor(mentions);

const stream = 'mention-m1';
const of = { mentionId: 'm1' };
const received = event(
  'MentionReceived',
  {
    mentionId: 'm1',
    contactId: 'x1',
    accountId: 'a1',
    platform: 'FACEBOOK',
    platformMentionId: '2',
    platformMediaId: null,
    authorId: '3',
    authorUsername: 'ada',
    content: 'Hi',
    permalinkUrl: null,
    platformCreatedAt: '2026-03-01T00:00:00.000Z',
  },
  { stream, workspaceId: 'w1' },
);

describe('the read model mentions', () => {
  it('has a row for a mention, neither read nor hidden at first', () =>
    given().when(received).then({ id: 'm1', workspace_id: 'w1', account_id: 'a1', read: false, hidden: false }));

  it('follows reading and hiding', () => {
    const hidden = event('MentionHidden', of, { stream });
    given(received)
      .when(event('MentionRead', of, { stream }), hidden)
      .then({ read: true, hidden: true });
    given(received, hidden)
      .when(event('MentionUnhidden', of, { stream }))
      .then({ hidden: false });
  });

  it('drops a forgotten mention', () =>
    given(received)
      .when(event('MentionForgotten', of, { stream }))
      .thenNoRows());
});
