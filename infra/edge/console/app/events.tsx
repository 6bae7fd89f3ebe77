import { useEffect, useState } from 'preact/hooks';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { EventTable } from './event-rows.tsx';
import { searchEvents, type Found, type StoredEvent, type Wanted } from './event-search.ts';
import { messageOf } from './message-of.ts';
import { localTime, zone } from './moments.ts';
import { Act, Problem, Waiting } from './pieces.tsx';

const dayMs = 86_400_000;

type Seen = Readonly<{ events: readonly StoredEvent[]; read: number; next: string | undefined }>;

const nothing: Seen = { events: [], read: 0, next: undefined };

const joined = (seen: Seen, found: Found): Seen => ({
  events: [...seen.events, ...found.events],
  read: seen.read + found.read,
  next: found.next,
});

/** What a search of the log has found so far, and how to read on. */
const useSearch = (wanted: Wanted) => {
  const [seen, setSeen] = useState<Seen>();
  const [problem, setProblem] = useState<string>();
  const key = JSON.stringify(wanted);
  useEffect(() => {
    let isCurrent = true;
    setSeen(undefined);
    setProblem(undefined);
    searchEvents(wanted).then(
      (found) => isCurrent && setSeen(joined(nothing, found)),
      (fault: unknown) => isCurrent && setProblem(messageOf(fault)),
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  const readOn = async (): Promise<string> => {
    if (seen?.next === undefined) return 'This is the end of the log.';
    setSeen(joined(seen, await searchEvents(wanted, seen.next)));
    return '';
  };
  return { seen, problem, readOn };
};

const Results = ({ wanted, isOneRequest = false }: { wanted: Wanted; isOneRequest?: boolean }) => {
  const { seen, problem, readOn } = useSearch(wanted);
  return (
    <>
      <Problem text={problem} />
      {seen === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <>
          {seen.events.length === 0 ? (
            <p class="empty">No event fits.</p>
          ) : (
            <EventTable
              caption={`Events in the order of the log: ${seen.events.length}`}
              events={seen.events}
              isOneRequest={isOneRequest}
            />
          )}
          <p class="quiet">
            Events that were looked at: {seen.read}.{' '}
            {seen.next === undefined ? 'This is the end of the log.' : 'There are more.'}
          </p>
          {seen.next !== undefined && <Act call="GET /v1/events/export" label="Read on" act={readOn} />}
        </>
      )}
    </>
  );
};

const filled = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** The events of the workspace: by type, stream and request, from an instant on. Those of one stream are shown from its first on. */
export const Events = ({ of = '' }: { of?: string }) => {
  const [from, setFrom] = useState(() => (of === '' ? localTime(new Date(Date.now() - dayMs).toISOString()) : ''));
  const [types, setTypes] = useState('');
  const [stream, setStream] = useState(of);
  const [correlationId, setCorrelationId] = useState('');
  const current = (): Wanted => ({
    from: from === '' ? undefined : new Date(from).toISOString(),
    types: filled(types),
    stream: filled(stream),
    correlationId: filled(correlationId),
  });
  const [wanted, setWanted] = useState(current);
  const { data: catalogue } = useAsked('event types', () => answered(api.GET('/v1/events/catalogue', {})));
  return (
    <section aria-labelledby="events">
      <h2 id="events">Events</h2>
      <form role="search" class="filters" onSubmit={(event) => (event.preventDefault(), setWanted(current()))}>
        <label>
          Since <span class="quiet">({zone})</span>{' '}
          <input type="datetime-local" value={from} onInput={({ currentTarget: { value } }) => setFrom(value)} />
        </label>
        <label>
          Type{' '}
          <input
            list="event-types"
            value={types}
            placeholder="PostPublished"
            onInput={({ currentTarget: { value } }) => setTypes(value)}
          />
        </label>
        <datalist id="event-types">
          {catalogue?.data.map(({ type, says }) => (
            <option key={type} value={type}>
              {says}
            </option>
          ))}
        </datalist>
        <label>
          Stream, kind or id{' '}
          <input value={stream} placeholder="post" onInput={({ currentTarget: { value } }) => setStream(value)} />
        </label>
        <label>
          Request{' '}
          <input
            value={correlationId}
            placeholder="X-Request-Id"
            onInput={({ currentTarget: { value } }) => setCorrelationId(value)}
          />
        </label>
        <button type="submit" class="first">
          Search
        </button>
      </form>
      <Results key={JSON.stringify(wanted)} wanted={wanted} />
    </section>
  );
};

/** Everything that one request led to, from the instant when it began: the events up to its webhooks. */
export const RequestTrace = ({ id, from }: { id: string; from: string }) => (
  <section aria-labelledby="request">
    <p>
      <a href="#/events">All events</a>
    </p>
    <h2 id="request">What a request led to</h2>
    <p class="quiet">
      X-Request-Id <code>{id}</code>
    </p>
    <Results wanted={{ from, correlationId: id }} isOneRequest />
  </section>
);
