import { answered, api, chosenWorkspace, type Schemas } from './api.ts';
import { pageOfStream } from './event-rows.tsx';
import { Act, Moment } from './pieces.tsx';

type Kind = 'read-models' | 'processes';

/** Lets what is parked go on, or one part of it: a key of a read model, or an instance of a process. */
export const unpark = async (kind: Kind, name: string, part?: string): Promise<string> => {
  const params = { path: { name } };
  const { freed, still } = await answered(
    kind === 'processes'
      ? api.POST('/v1/admin/processes/{name}/unpark', { params, body: part === undefined ? {} : { instance: part } })
      : api.POST('/v1/admin/read-models/{name}/unpark', { params, body: part === undefined ? {} : { key: part } }),
  );
  return `${freed.length} go on${still.length > 0 ? `, ${still.length} are still parked` : ''}`;
};

/** The console shows the log of one workspace at a time: that of another opens with its own address. */
const addressIn = (workspaceId: string | null, page: string): string =>
  workspaceId === null || workspaceId === chosenWorkspace()
    ? page
    : `${location.pathname}?workspace=${encodeURIComponent(workspaceId)}${page}`;

/** The events of a stream, and the page of the post or account that they are about. */
const Drill = ({ stream, workspaceId }: { stream: string; workspaceId: string | null }) => {
  const page = pageOfStream(stream);
  return (
    <>
      <a href={addressIn(workspaceId, `#/events/of/${encodeURIComponent(stream)}`)}>{stream}</a>
      {page !== undefined && (
        <>
          {' '}
          (<a href={addressIn(workspaceId, page)}>open it</a>)
        </>
      )}
    </>
  );
};

type Parked = Readonly<{
  part: string;
  stream: string;
  workspaceId: string | null;
  eventType: string;
  error: string;
  parkedAt: string;
}>;

/** What stopped, at which event, why and since when. */
export const ParkedParts = ({ kind, name, parts }: { kind: Kind; name: string; parts: readonly Parked[] }) =>
  parts.length === 0 ? null : (
    <details>
      <summary>{parts.length} parked</summary>
      <ul class="talk">
        {parts.map(({ part, stream, workspaceId, eventType, error, parkedAt }) => (
          <li key={part}>
            <code>{part}</code> stopped at {eventType} of <Drill stream={stream} workspaceId={workspaceId} />,{' '}
            <Moment at={parkedAt} />: {error}{' '}
            <Act
              call={
                kind === 'processes'
                  ? 'POST /v1/admin/processes/{name}/unpark'
                  : 'POST /v1/admin/read-models/{name}/unpark'
              }
              label="Let it go on"
              describedAs={`Let ${part} of ${name} go on`}
              act={() => unpark(kind, name, part)}
            />
          </li>
        ))}
      </ul>
    </details>
  );

const dayMs = 86_400_000;

/** A request is searched from a day before its last failed try on. */
const dayBefore = (at: string): string => new Date(Date.parse(at) - dayMs).toISOString();

type Failing = Schemas['ProcessStatus']['failingInstances'][number];

/** What is tried again, why it failed last, and the request that it goes back to. */
export const FailingParts = ({ instances }: { instances: readonly Failing[] }) =>
  instances.length === 0 ? null : (
    <details>
      <summary>{instances.length} failing</summary>
      <ul class="talk">
        {instances.map(({ instance, stream, workspaceId, failures, error, failedAt, nextTryAt, correlationId }) => (
          <li key={instance}>
            <code>{instance}</code>
            {stream !== null && (
              <>
                {' '}
                of <Drill stream={stream} workspaceId={workspaceId} />
              </>
            )}{' '}
            failed {failures} {failures === 1 ? 'time' : 'times'}, last <Moment at={failedAt} />: {error}.{' '}
            {nextTryAt !== null && (
              <>
                Next try <Moment at={nextTryAt} />.{' '}
              </>
            )}
            {correlationId !== null && (
              <a
                href={addressIn(workspaceId, `#/requests/${encodeURIComponent(correlationId)}/${dayBefore(failedAt)}`)}
              >
                Follow its request
              </a>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
