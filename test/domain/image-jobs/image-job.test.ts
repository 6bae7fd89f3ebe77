import {
  ImageItemCancelled,
  ImageItemCompleted,
  ImageItemFailed,
  ImageItemRequested,
  ImageItemRetried,
  ImageItemStarted,
  ImageJobCancelRequested,
  ImageJobSubmitted,
  type Attachment,
} from '../../../domain/image-jobs/image-job-events.ts';
import { imageJob } from '../../../domain/image-jobs/image-job.ts';
import { imagePrompt, ImagePromptStored } from '../../../domain/image-jobs/image-prompt.ts';
import { withinJob } from '../../../domain/image-jobs/long-prompts.ts';
import { resolvedPrompt, rulesWith } from '../../../domain/image-jobs/prompt.ts';
import { expect } from 'chai';
import { specFor } from '../../support/spec.ts';

const given = specFor(imageJob);
const givenPrompt = specFor(imagePrompt);
const payment = { creditAccountId: 'c1', reservationId: 'j1' };
const again = (attempt: number) => ({ creditAccountId: 'c1', reservationId: `i1/${attempt}` });
const terms = {
  style: null,
  engineRules: null,
  negativePrompts: null,
  emblemRendering: null,
  personaId: null,
  personaRules: null,
  provider: 'sandbox',
  model: 'm',
  backupProvider: null,
  backupModel: null,
};
const sealedFor = 'workspace:w1';
const requested = (itemId: string) =>
  ImageItemRequested({ jobId: 'j1', sealedFor, itemId, postId: 'p1', promptText: 'A cat', payment, attachBy: null });
const job = [ImageJobSubmitted({ ...terms, jobId: 'j1', sealedFor, totalItems: 2 }), requested('i1'), requested('i2')];
const of = { jobId: 'j1', itemId: 'i1' };
const failed = (attempt: number) => [
  ImageItemStarted({ ...of, attempt }),
  ImageItemFailed({ ...of, attempt, errorCode: 'AI_REFUSED', errorMessage: 'no' }),
];
const done = (itemId: string, attachment: Attachment | null = null) =>
  ImageItemCompleted({ jobId: 'j1', itemId, mediaId: 'm1', key: 'media/w1/m1.jpg', attachment });

describe('an image job', () => {
  it('begins with its items', () => {
    const items = ['i1', 'i2'].map((itemId) => ({ itemId, postId: 'p1', promptText: 'A cat', attachBy: null }));
    given()
      .when({ type: 'submit-image-job', jobId: 'j1', sealedFor, terms, payment, items })
      .then(...job);
  });
  it('stores a long prompt once, before the job', () => {
    const prompt = { jobId: 'j1', itemId: 'i1', sealedFor, promptText: 'A very long cat' };
    const stored = ImagePromptStored(prompt);
    givenPrompt()
      .when({ type: 'store-prompt', ...prompt })
      .then(stored);
    givenPrompt(stored)
      .when({ type: 'store-prompt', ...prompt, promptText: 'Another' })
      .thenNothing();
  });
  it('has the first 64 KiB of prompts, and leaves those that do not fit to streams of their own', () => {
    const of = (promptText: string) => ({ promptText });
    const long = (items: readonly { promptText: string }[]) => withinJob(items).map(({ isLong }) => isLong);
    expect(long([of('x'.repeat(65_536)), of('x')])).to.deep.equal([false, true]);
    expect(long([of('ж'.repeat(32_000)), of('ж'.repeat(32_000)), of('A cat')])).to.deep.equal([false, true, false]);
    expect(long(Array.from({ length: 50 }, () => of('x'.repeat(1_000))))).not.to.include(true);
  });
  it('makes each image once', () => {
    given(...job)
      .when({ type: 'start-item', itemId: 'i1', attempt: 1 })
      .then(ImageItemStarted({ ...of, attempt: 1 }));
    given(...job)
      .when({ type: 'complete-item', itemId: 'i1', mediaId: 'm1', key: 'media/w1/m1.jpg', attachment: null })
      .then(done('i1'));
    const refused = { outcome: 'refused', reason: 'Post not found' } as const;
    given(...job)
      .when({ type: 'complete-item', itemId: 'i1', mediaId: 'm1', key: 'media/w1/m1.jpg', attachment: refused })
      .then(done('i1', refused));
    given(...job, done('i1'))
      .when({ type: 'fail-item', itemId: 'i1', attempt: 1, errorCode: 'X', errorMessage: 'x' })
      .thenNothing();
  });
  it('tries a failed image again, three times in all', () => {
    const retry = (attempt: number) => ({ type: 'retry-item', itemId: 'i1', payment: again(attempt) }) as const;
    const retried = (attempt: number) => ImageItemRetried({ ...of, attempt, payment: again(attempt) });
    given(...job, ...failed(1))
      .when(retry(2))
      .then(retried(2));
    given(...job)
      .when(retry(2))
      .thenRefused('ITEM_NOT_FAILED');
    given(...job, ...failed(1), retried(2), ...failed(2), retried(3), ...failed(3))
      .when(retry(4))
      .thenRefused('MAX_ATTEMPTS_REACHED');
    given(...job, ...failed(1), ImageJobCancelRequested({ jobId: 'j1', items: ['i2'] }))
      .when(retry(2))
      .thenRefused('JOB_CANCELLED');
    given(...job)
      .when({ type: 'retry-item', itemId: 'i9', payment: again(2) })
      .thenRefused('NOT_FOUND');
  });
  it('is cancelled once, with what is open', () => {
    const cancelled = ImageJobCancelRequested({ jobId: 'j1', items: ['i2'] });
    given(...job, done('i1'))
      .when({ type: 'cancel-image-job' })
      .then(cancelled);
    given(...job, done('i1'), cancelled)
      .when({ type: 'cancel-item', itemId: 'i2' })
      .then(ImageItemCancelled({ jobId: 'j1', itemId: 'i2' }));
    for (const ended of [
      [done('i1'), done('i2')],
      [done('i1'), cancelled, ImageItemCancelled({ jobId: 'j1', itemId: 'i2' })],
    ])
      given(...job, ...ended)
        .when({ type: 'cancel-image-job' })
        .thenRefused('JOB_ALREADY_TERMINAL');
    given().when({ type: 'cancel-image-job' }).thenRefused('NOT_FOUND');
  });
  it('adds its wishes to each prompt', () =>
    expect(
      resolvedPrompt('A cat', {
        style: 'ink',
        engineRules: null,
        negativePrompts: 'dogs',
        emblemRendering: 'exclude',
        personaRules: '## Visual style\npalette: sepia',
      }),
    ).to.equal(
      'A cat\n\nStyle: ink\n\n## Visual style\npalette: sepia\n\nAvoid:\ndogs\n\nDo not show emblems and logos.',
    ));
  it('has its options among the rules, a line each', () => {
    expect(rulesWith({ size: 'portrait', seed: 7, hd: true, none: null, empty: '' }, 'No text.')).to.equal(
      'No text.\nsize: portrait\nseed: 7\nhd: true',
    );
    expect(rulesWith({}, undefined)).to.equal(null);
    expect(rulesWith(null, 'No text.')).to.equal('No text.');
  });
});
