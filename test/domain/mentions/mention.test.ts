import { mention } from '../../../domain/mentions/mention.ts';
import {
  MentionForgotten,
  MentionHidden,
  MentionRead,
  MentionReceived,
  MentionUnhidden,
} from '../../../domain/mentions/mention-events.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(mention);
const shown = {
  mentionId: 'm1',
  contactId: 'p1',
  accountId: 'a1',
  platform: 'FACEBOOK' as const,
  platformMentionId: '1',
  platformMediaId: null,
  authorId: '7',
  authorUsername: 'zoe',
  content: 'Hi',
  permalinkUrl: null,
  platformCreatedAt: '2026-01-01T00:00:00.000Z',
} as const;
const received = MentionReceived(shown);
const of = { mentionId: 'm1' };
const receive = { type: 'receive-mention', ...shown } as const;
const read = { type: 'mark-read' } as const;
const hide = (hidden: boolean) => ({ type: 'mark-hidden', hidden }) as const;

describe('a mention', () => {
  it('is received once, and stays forgotten', () => {
    given().when(receive).then(received);
    given(received).when(receive).thenNothing();
    given(received).when({ type: 'note-forgotten' }).then(MentionForgotten(of));
    given(received, MentionForgotten(of)).when(receive).thenNothing();
  });

  it('is read once', () => {
    given(received).when(read).then(MentionRead(of));
    given(received, MentionRead(of)).when(read).thenNothing();
    given().when(read).thenRefused('NOT_FOUND');
  });

  it('is hidden and shown again', () => {
    given(received).when(hide(true)).then(MentionHidden(of));
    given(received, MentionHidden(of)).when(hide(false)).then(MentionUnhidden(of));
    given(received).when(hide(false)).thenNothing();
    given().when(hide(true)).thenRefused('NOT_FOUND');
  });
});
