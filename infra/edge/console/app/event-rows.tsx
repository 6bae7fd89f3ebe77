import type { StoredEvent } from './event-search.ts';
import { wordsOf } from './forms/words.ts';
import { Moment, Table } from './pieces.tsx';
import { Shown } from './shown.tsx';
import { useActors, Who } from './who.tsx';

/** Where the console shows a resource; undefined where it has no page of its own. */
export const pageOf = (kind: string, id: string): string | undefined => {
  const pages: Readonly<Record<string, string>> = {
    post: 'posts',
    account: 'accounts',
    contact: 'contacts',
    broadcast: 'broadcasts',
    sequence: 'sequences',
    webhookEndpoint: 'webhooks',
    commentAutomation: 'automations',
  };
  return Object.hasOwn(pages, kind) ? `#/${pages[kind]}/${id}` : undefined;
};

/** Where the console shows what the events of a stream are about. */
export const pageOfStream = (stream: string): string | undefined => {
  const at = stream.indexOf('-');
  return pageOf(stream.slice(0, at), stream.slice(at + 1));
};

/** A delivery has its page below that of its endpoint, which the event names. */
const pageOfEvent = ({ stream, data: { endpointId } }: StoredEvent): string | undefined =>
  stream.startsWith('webhookDelivery-') && typeof endpointId === 'string'
    ? `#/webhooks/${endpointId}/deliveries/${stream.slice(stream.indexOf('-') + 1)}`
    : pageOfStream(stream);

const Stream = ({ event }: { event: StoredEvent }) => {
  const page = pageOfEvent(event);
  return page === undefined ? <code>{event.stream}</code> : <a href={page}>{event.stream}</a>;
};

/** Events in the order of the log, each with what it says and the request that it belongs to. */
export const EventTable = ({
  caption,
  events,
  isOneRequest = false,
}: {
  caption: string;
  events: readonly StoredEvent[];
  isOneRequest?: boolean;
}) => {
  const known = useActors();
  return (
    <Table
      caption={caption}
      heads={['When', 'Event', 'Stream', 'By', ...(isOneRequest ? [] : ['Request'])]}
      rows={events.map((event) => (
        <tr key={event.id}>
          <td>
            <Moment at={event.occurredAt} />
          </td>
          <td class="wide">
            <details>
              <summary>{wordsOf(event.type)}</summary>
              <div class="card">
                <Shown value={event.data} />
              </div>
            </details>
          </td>
          <td class="wide">
            <Stream event={event} /> <span class="quiet">{event.revision}</span>
          </td>
          <td>
            <Who actor={event.actor} known={known} /> {event.actor.kind === 'process' && event.actor.id}
          </td>
          {!isOneRequest && (
            <td>
              <a href={`#/requests/${encodeURIComponent(event.correlationId)}/${event.occurredAt}`}>follow</a>
            </td>
          )}
        </tr>
      ))}
    />
  );
};
