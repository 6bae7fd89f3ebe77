import { expect } from 'chai';
import fc from 'fast-check';
import { comment } from '../../../domain/comments/comment.ts';
import {
  CommentEdited,
  CommentForgotten,
  CommentHidden,
  CommentMarkedReplied,
  CommentMarkedUnreplied,
  CommentReceived,
  CommentReplied,
  CommentReplyFailed,
  CommentReplyOutcomeUnknown,
  CommentReplySendStarted,
  CommentUnhidden,
} from '../../../domain/comments/comment-events.ts';
import { foldState } from '../../../domain/kernel/decider.ts';
import { forgotten } from '../../../domain/kernel/personal.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(comment);
const shown = {
  commentId: 'c1',
  contactId: 'p1',
  accountId: 'a1',
  postId: 'q1',
  platform: 'BLUESKY' as const,
  platformPostId: 'at://post',
  platformCommentId: 'at://comment',
  author: { id: 'did:1', username: 'zoe' },
  content: 'Nice',
  parentCommentId: null,
  permalinkUrl: null,
  platformCreatedAt: '2026-01-01T00:00:00.000Z',
} as const;
const receive = (content = 'Nice') => ({ type: 'receive-comment', ...shown, content }) as const;
const received = CommentReceived(shown);
const marked = CommentMarkedReplied({ commentId: 'c1' });

describe('a comment', () => {
  it('is received once, however often its platform shows it', () => {
    given().when(receive()).then(received);
    given(received).when(receive()).thenNothing();
  });

  it('is noticed to have been edited, each time', () => {
    const edited = (content: string) => CommentEdited({ commentId: 'c1', contactId: 'p1', content });
    given(received).when(receive('Nicer')).then(edited('Nicer'));
    given(received, edited('Nicer')).when(receive('Nicer')).thenNothing();
    given(received, edited('Nicer')).when(receive()).then(edited('Nice'));
  });

  it('is marked as answered, and as not answered', () => {
    const mark = (replied: boolean) => ({ type: 'mark-replied', replied }) as const;
    given(received).when(mark(true)).then(marked);
    given(received, marked).when(mark(true)).thenNothing();
    given(received, marked)
      .when(mark(false))
      .then(CommentMarkedUnreplied({ commentId: 'c1' }));
    given(received).when(mark(false)).thenNothing();
    given().when(mark(true)).thenRefused('NOT_FOUND');
    given(received, CommentForgotten({ commentId: 'c1' }))
      .when(mark(true))
      .thenRefused('NOT_FOUND');
  });

  it('is hidden and shown again', () => {
    const hide = (hidden: boolean) => ({ type: 'mark-hidden', hidden, platformSynced: true }) as const;
    const hidden = CommentHidden({ commentId: 'c1', platformSynced: true });
    given(received).when(hide(true)).then(hidden);
    given(received).when(hide(false)).thenNothing();
    given(received, hidden)
      .when(hide(false))
      .then(CommentUnhidden({ commentId: 'c1', platformSynced: true }));
    given().when(hide(true)).thenRefused('NOT_FOUND');
  });

  describe('with a reply', () => {
    const of = (attempt: string) => ({ commentId: 'c1', attempt });
    const started = (attempt = 't1') => CommentReplySendStarted({ ...of(attempt), contactId: 'p1', content: 'Thanks' });
    const start = (attempt = 't1') => ({ type: 'start-reply', attempt, content: 'Thanks' }) as const;
    const isSent = { replyId: 'r1', replyUrl: null };
    const sent = (attempt = 't1') => ({ type: 'note-reply-sent', attempt, ...isSent }) as const;
    const failed = { type: 'note-reply-failed', attempt: 't1', code: 'PUBLISH_ERROR', message: 'No' } as const;
    const unknown = { type: 'note-reply-unknown', attempt: 't1', message: 'Silence' } as const;
    const Failed = CommentReplyFailed({ ...of('t1'), code: 'PUBLISH_ERROR', message: 'No' });
    const Unknown = CommentReplyOutcomeUnknown({ ...of('t1'), message: 'Silence' });
    const Sent = CommentReplied({ ...of('t1'), ...isSent });

    it('records the intent, then the outcome', () => {
      given(received).when(start()).then(started());
      given(received, started()).when(sent()).then(Sent);
      given(received, started()).when(failed).then(Failed);
      given(received, started()).when(unknown).then(Unknown);
      given().when(start()).thenRefused('NOT_FOUND');
    });

    it('begins no other while one may exist without a record', () => {
      given(received, started()).when(start('t2')).thenRefused('CONFLICT');
      given(received, started(), Unknown).when(start('t2')).thenRefused('CONFLICT');
      given(received, started(), Unknown, Failed).when(start('t2')).then(started('t2'));
      given(received, started(), Sent).when(start('t2')).then(started('t2'));
    });

    it('is sent where a late answer proves it, and never unsent', () => {
      given(received, started(), Unknown, Failed).when(sent()).then(Sent);
      given(received, started(), Sent).when(failed).thenNothing();
      given(received, started(), Sent).when(unknown).thenNothing();
      given(received, started(), Failed, started('t2')).when(sent()).thenNothing();
    });
  });

  it('stays forgotten, also where its platform still shows it', () => {
    const forget = { type: 'note-forgotten' } as const;
    given(received)
      .when(forget)
      .then(CommentForgotten({ commentId: 'c1' }));
    given().when(forget).thenNothing();
    given(received, CommentForgotten({ commentId: 'c1' }))
      .when(receive('Again'))
      .thenNothing();
  });

  it('is not taken for edited where its words were erased', () => {
    given(CommentReceived({ ...shown, content: forgotten }))
      .when(receive())
      .thenNothing();
  });

  it('holds what its platform showed last, in whatever order readings of it come', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('one', 'two', 'three'), { minLength: 1, maxLength: 20 }), (texts) => {
        const history = texts.reduce<ReturnType<typeof comment.decide>>(
          (before, content) => [...before, ...comment.decide(receive(content), foldState(comment, before))],
          [],
        );
        expect(foldState(comment, history)).to.include({ kind: 'existing', content: texts.at(-1) });
        const changes = texts.filter((text, index) => text !== texts[index - 1]).length;
        expect(history.map(({ type }) => type)).to.deep.equal([
          'CommentReceived',
          ...Array.from({ length: changes - 1 }, () => 'CommentEdited'),
        ]);
      }),
    );
  });
});
