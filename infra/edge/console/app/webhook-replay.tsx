import { useState } from 'preact/hooks';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { localTime, zone } from './moments.ts';
import { Act, Problem } from './pieces.tsx';

type Endpoint = Schemas['WebhookEndpoint'];

const dayMs = 86_400_000;

const Progress = ({ endpointId, replayId }: { endpointId: string; replayId: string }) => {
  const params = { path: { id: endpointId, replayId } };
  const { data, problem } = useAsked(
    `replay/${replayId}`,
    () => answered(api.GET('/v1/webhooks/{id}/replays/{replayId}', { params })),
    1000,
  );
  return (
    <>
      <Problem text={problem} />
      {data !== undefined && (
        <p role="status">
          <progress max={Math.max(1, data.total)} value={data.requested} aria-label="Progress of the replay" />{' '}
          {data.requested} of {data.total} {data.status === 'COMPLETED' ? 'are under way again.' : 'so far.'}
        </p>
      )}
    </>
  );
};

/** Sends the events of a span again, which a receiver missed. */
export const WebhookReplay = ({ endpoint: { id } }: { endpoint: Endpoint }) => {
  const [now] = useState(() => Date.now());
  const [from, setFrom] = useState(localTime(new Date(now - dayMs).toISOString()));
  const [to, setTo] = useState(localTime(new Date(now).toISOString()));
  const [replayId, setReplayId] = useState<string>();
  const replay = async (): Promise<string> => {
    if (from === '' || to === '') return 'Choose when it begins and ends.';
    const body = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    const made = await answered(api.POST('/v1/webhooks/{id}/replay', { params: { path: { id } }, body }));
    setReplayId(made.id);
    return '';
  };
  return (
    <details class="card">
      <summary>Send missed events again</summary>
      <p class="quiet">
        Every event of the span that the endpoint listens to is sent once more, with the same X-Service-Event-Id: 31
        days and 10,000 deliveries at most. Times are in {zone}.
      </p>
      <p class="actions">
        <label>
          From <input type="datetime-local" value={from} onInput={({ currentTarget: { value } }) => setFrom(value)} />
        </label>
        <label>
          To <input type="datetime-local" value={to} onInput={({ currentTarget: { value } }) => setTo(value)} />
        </label>
        <Act call="POST /v1/webhooks/{id}/replay" label="Send them again" act={replay} />
      </p>
      {replayId !== undefined && <Progress endpointId={id} replayId={replayId} />}
    </details>
  );
};
