import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { Act, Moment, Problem, Table, Waiting, State } from './pieces.tsx';

type Row = Readonly<{
  id: string;
  kind: 'texts' | 'images';
  status: string;
  done: number;
  failed: number;
  total: number;
  startedAt: string | null;
}>;

const look = async (): Promise<readonly Row[]> => {
  const [texts, images] = await Promise.all([
    answered(api.GET('/v1/bulk-generate', {})),
    answered(api.GET('/v1/ai/image-jobs', {})),
  ]);
  return [
    ...texts.jobs.map(({ id, status, completedPosts, failedPosts, totalPosts, startedAt }) => ({
      id,
      kind: 'texts' as const,
      status,
      startedAt,
      done: completedPosts,
      failed: failedPosts,
      total: totalPosts,
    })),
    ...images.jobs.map(({ jobId, status, completedItems, failedItems, totalItems, startedAt }) => ({
      id: jobId,
      kind: 'images' as const,
      status,
      startedAt,
      done: completedItems,
      failed: failedItems,
      total: totalItems,
    })),
  ];
};

const running = new Set(['QUEUED', 'PENDING', 'PROCESSING', 'PARTIAL', 'PAUSED']);

const cancel = async ({ id, kind }: Row): Promise<string> => {
  const path = { path: { jobId: id } };
  if (kind === 'texts') await answered(api.POST('/v1/bulk-generate/{jobId}/cancel', { params: path }));
  else await answered(api.POST('/v1/ai/image-jobs/{jobId}/cancel', { params: path }));
  return 'cancelled';
};

/** The jobs that generate texts, and those under way that generate images, with their progress. */
export const Jobs = () => {
  const { data, problem } = useAsked('jobs', look, 1000);
  return (
    <section aria-labelledby="jobs">
      <h2 id="jobs">Jobs</h2>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.length === 0 ? (
        <p class="empty">
          No texts and no images are generated. A program begins such a job by <code>POST /v1/bulk-generate</code> or{' '}
          <code>POST /v1/ai/image-jobs</code>.
        </p>
      ) : (
        <Table
          caption="Jobs that generate texts and images"
          heads={['Job', 'Status', 'Progress', 'Failed', 'Started', 'Stop']}
          rows={data.map((job) => (
            <tr key={job.id}>
              <td>{job.kind}</td>
              <td>
                <State of={job.status} />
              </td>
              <td>
                <progress max={job.total} value={job.done} aria-label={`Progress of ${job.id}`} /> {job.done} of{' '}
                {job.total}
              </td>
              <td>{job.failed}</td>
              <td>
                <Moment at={job.startedAt} />
              </td>
              <td>
                {running.has(job.status) && (
                  <Act call="POST /v1/ai/image-jobs/{jobId}/cancel" label="Cancel" act={() => cancel(job)} />
                )}
              </td>
            </tr>
          ))}
        />
      )}
    </section>
  );
};
