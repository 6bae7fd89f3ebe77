import { forgotten } from '../../../domain/kernel/personal.ts';
import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { imageJobs } from '../../../projections/image-jobs/image-jobs.ts';

const given = specFor(imageJobs);
const at = (minute: number) => `2026-01-05T09:0${minute}:00.000Z`;
const in1 = (minute: number) => ({ stream: 'imageJob-j1', workspaceId: 'w1', at: at(minute) });
const sealedFor = 'workspace:w1';
const payment = { creditAccountId: 'u1', reservationId: 'r1' };
const terms = (style: string) => ({
  style,
  engineRules: null,
  negativePrompts: null,
  personaRules: null,
  emblemRendering: 'exclude' as const,
});
const engine = { personaId: null, provider: 'test', model: null, backupProvider: null, backupModel: null };
const submitted = (style: string) =>
  event('ImageJobSubmitted', { jobId: 'j1', sealedFor, totalItems: 2, ...terms(style), ...engine }, in1(0));
const requested = (itemId: string, promptText: string | null) =>
  event(
    'ImageItemRequested',
    { jobId: 'j1', sealedFor, itemId, postId: `p-${itemId}`, promptText, payment, attachBy: 'u1' },
    in1(0),
  );
const started = (itemId: string, attempt: number, minute: number) =>
  event('ImageItemStarted', { jobId: 'j1', itemId, attempt }, in1(minute));
const attachment = { outcome: 'attached' as const, reason: null };
const completed = (itemId: string, minute: number) =>
  event('ImageItemCompleted', { jobId: 'j1', itemId, mediaId: 'm1', key: 'w1/m1.png', attachment }, in1(minute));
const problem = { errorCode: 'PROVIDER_DOWN', errorMessage: 'No answer' };
const failed = (itemId: string, minute: number) =>
  event('ImageItemFailed', { jobId: 'j1', itemId, attempt: 1, ...problem }, in1(minute));
const cancelled = (itemId: string, minute: number) => event('ImageItemCancelled', { jobId: 'j1', itemId }, in1(minute));
const retried = (itemId: string, minute: number) =>
  event('ImageItemRetried', { jobId: 'j1', itemId, attempt: 2, payment }, in1(minute));
const cancelRequested = event('ImageJobCancelRequested', { jobId: 'j1', items: ['i1', 'i2'] }, in1(2));

const item = (id: string, promptText: string | null = 'A cup') => ({
  id,
  postId: `p-${id}`,
  status: 'PENDING' as const,
  promptText,
  key: null,
  mediaId: null,
  attachment: null,
  attemptCount: 0,
  errorCode: null,
  errorMessage: null,
  startedAt: null,
  completedAt: null,
});
const view = {
  jobId: 'j1',
  workspaceId: 'w1',
  isCancelled: false,
  terms: terms('ink'),
  totalItems: 2,
  createdAt: at(0),
  startedAt: null,
  completedAt: null,
  items: [item('i1'), item('i2')],
};
const row = { id: 'j1', workspace_id: 'w1', created_at: at(0) };
const job = [submitted('ink'), requested('i1', 'A cup'), requested('i2', 'A cup')];

describe('the read model image_jobs', () => {
  it('has each job with its images, from the request to the last image', () => {
    const made = {
      ...item('i1'),
      status: 'COMPLETED' as const,
      attemptCount: 1,
      startedAt: at(1),
      completedAt: at(3),
      key: 'w1/m1.png',
      mediaId: 'm1',
      attachment,
    };
    const lost = { ...item('i2'), status: 'FAILED' as const, attemptCount: 1, ...problem };
    const ends = [started('i1', 1, 1), started('i2', 1, 2), completed('i1', 3), failed('i2', 4)];
    given(...job)
      .when()
      .then({ ...row, status: 'PENDING', view });
    given(submitted('ink'))
      .when()
      .then({ ...row, status: 'PENDING' });
    given(submitted('ink'))
      .when(requested('i1', null))
      .then({ ...row, status: 'PENDING', view: { ...view, items: [item('i1', null)] } });
    given(...job)
      .when(...ends.slice(0, 3))
      .then({ ...row, status: 'PROCESSING' });
    given(...job)
      .when(...ends)
      .then({
        ...row,
        status: 'COMPLETED',
        view: {
          ...view,
          startedAt: at(1),
          completedAt: at(4),
          items: [made, { ...lost, startedAt: at(2), completedAt: at(4) }],
        },
      });
  });
  it('has a job as partial while an image failed and another is open, and opens it again by a retry', () => {
    const first = [...job, started('i1', 1, 1), failed('i1', 2)];
    given(...first)
      .when()
      .then({ ...row, status: 'PARTIAL' });
    given(...first)
      .when(failed('i2', 3))
      .then({ ...row, status: 'FAILED' });
    const tried = { ...item('i1'), attemptCount: 1, startedAt: at(1) };
    const lost = { ...item('i2'), status: 'FAILED' as const, attemptCount: 1, ...problem, completedAt: at(3) };
    given(...first, failed('i2', 3))
      .when(retried('i1', 4))
      .then({ ...row, status: 'PARTIAL', view: { ...view, startedAt: at(1), items: [tried, lost] } });
    given(...first, failed('i2', 3), retried('i1', 4))
      .when(started('i1', 2, 5), completed('i1', 6))
      .then({ ...row, status: 'COMPLETED' });
  });
  it('has a cancelled job as cancelling until no image is open, and keeps a job whose texts are forgotten', () => {
    const cancelling = [...job, started('i1', 1, 1), cancelRequested];
    const end = [cancelled('i1', 3), cancelled('i2', 4)];
    const gone = (id: string, minute: number) => ({
      ...item(id, forgotten),
      status: 'CANCELLED' as const,
      completedAt: at(minute),
    });
    given(...cancelling)
      .when(...end.slice(0, 1))
      .then({ ...row, status: 'CANCELLING' });
    given(submitted(forgotten), requested('i1', forgotten), requested('i2', forgotten))
      .when(cancelRequested, ...end)
      .then({
        ...row,
        status: 'CANCELLED',
        view: {
          ...view,
          isCancelled: true,
          terms: terms(forgotten),
          completedAt: at(4),
          items: [gone('i1', 3), gone('i2', 4)],
        },
      });
    given()
      .when(requested('i1', 'A cup'), started('i1', 1, 1))
      .thenNoRows();
  });
});
