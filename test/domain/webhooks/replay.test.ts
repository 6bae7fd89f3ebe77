import { expect } from 'chai';
import { foldView } from '../../../domain/kernel/decider.ts';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { replaySentences } from '../../../domain/webhooks/sentences.ts';
import { replayView } from '../../../domain/webhooks/replay-view.ts';
import {
  WebhookReplayProgressed,
  WebhookReplayRequested,
  webhookReplay,
  type WebhookReplayEvent,
} from '../../../domain/webhooks/replay.ts';
import { specFor } from '../../support/spec.ts';
import { minute, stored } from './history.ts';

type History = readonly Recorded<WebhookReplayEvent>[];

const request = {
  replayId: 'r1',
  endpointId: 'e1',
  from: '2026-03-01T00:00:00Z',
  to: '2026-03-02T00:00:00Z',
  events: ['post.published' as const],
  total: 3,
};
const requested = WebhookReplayRequested(request);
const progressed = (count: number, after: string | null) =>
  WebhookReplayProgressed({ replayId: 'r1', requested: count, after });
const progress = (count: number, after: string | null) => ({ type: 'progress', requested: count, after }) as const;

describe('a replay of webhook deliveries', () => {
  const given = specFor(webhookReplay);

  it('is requested once', () => {
    given()
      .when({ type: 'request', ...request })
      .then(requested);
    given(requested)
      .when({ type: 'request', ...request })
      .thenNothing();
  });

  it('notes each page once, from the first to the end', () => {
    given(requested).when(progress(2, 'page 2')).then(progressed(2, 'page 2'));
    given(requested, progressed(2, 'page 2')).when(progress(2, 'page 2')).thenNothing();
    given(requested, progressed(2, 'page 2')).when(progress(3, 'page 3')).then(progressed(3, 'page 3'));
    given(requested, progressed(2, 'page 2')).when(progress(3, null)).then(progressed(3, null));
  });

  it('may end with its first page', () => {
    given(requested).when(progress(3, null)).then(progressed(3, null));
  });

  it('makes no progress after its end, nor before it was requested', () => {
    given(requested, progressed(3, null)).when(progress(4, 'page 9')).thenNothing();
    given().when(progress(2, 'page 2')).thenRefused('NOT_FOUND');
  });

  it('is shown with what it did so far, and with the time of its end', () => {
    const viewAfter = (...events: readonly WebhookReplayEvent[]) =>
      foldView(replayView, stored('webhookReplay-r1', ...events.map((event) => [event])) as History);
    const { replayId: id, ...asked } = request;
    const running = { id, ...asked, status: 'RUNNING', requested: 0, createdAt: minute(0), completedAt: null };
    expect(viewAfter(requested)).to.deep.equal(running);
    expect(viewAfter(requested, progressed(2, 'page 2'))).to.deep.equal({ ...running, requested: 2 });
    expect(viewAfter(requested, progressed(2, 'page 2'), progressed(3, null))).to.deep.equal({
      ...running,
      requested: 3,
      status: 'COMPLETED',
      completedAt: minute(2),
    });
    expect(viewAfter(progressed(2, 'page 2'))).to.equal(undefined);
  });

  it('has a sentence that counts its deliveries', () => {
    const said = (count: number, after: string | null) =>
      replaySentences.WebhookReplayProgressed?.({ replayId: 'r1', requested: count, after });
    expect(said(1, 'page 2')).to.equal('1 delivery was created so far.');
    expect(said(2, null)).to.equal('2 deliveries were created so far; the replay is complete.');
    expect(replaySentences.WebhookReplayRequested?.({ ...request, total: 1 })).to.match(/requested: 1 delivery\.$/);
    expect(replaySentences.WebhookReplayRequested?.(request)).to.match(/requested: 3 deliveries\.$/);
  });
});
