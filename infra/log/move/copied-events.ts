import { v5 } from 'uuid';
import type { EncodedEvent } from '../../stores/eventstoredb/append-request.ts';
import type { RawEvent } from '../../stores/eventstoredb/read-response.ts';
import type { LogFilter } from '../../stores/eventstoredb/log-filter.ts';

/**
 * The events that are copied one by one: those of every stream that is not the store's own. Names
 * of the store's own streams begin with `$`: users, statistics, scavenges, links of its projections.
 */
export const ofStreams: LogFilter = { on: 'stream', regex: '^[^$].*' };

/** The events that hold a stream's settings, or its permanent deletion. */
export const ofSettings: LogFilter = { on: 'type', regex: '^\\$(metadata|streamDeleted)$' };

const deletionType = '$streamDeleted';

/** Whether an event is the deletion of its stream for good. The store writes such an event itself. */
export const isDeletion = ({ type }: RawEvent): boolean => type === deletionType;

/** The stream whose settings an event holds; undefined for streams of the store. */
export const streamOfSettings = ({ stream, type }: RawEvent): string | undefined =>
  type === '$metadata' && /^\$\$[^$]/.test(stream) ? stream.slice(2) : undefined;

/**
 * Fills the place of an event that a scavenge or a truncation removed, so that the events behind it
 * keep their revisions. Types that begin with `$` are the store's to every reader of this service.
 */
const markerType = '$removed';
const markerNamespace = 'a3f0f0a5-4f5e-4b0e-9d35-0c6c9f6fd3a1';

/** The marker of a revision. Its id is derived, so that one that is sent again is recognised. */
export const markerOf = (stream: string, revision: number): EncodedEvent => ({
  id: v5(`${revision}@${stream}`, markerNamespace),
  type: markerType,
  data: '{}',
  metadata: '',
});

export const isMarker = ({ type, id, revision, stream }: RawEvent): boolean =>
  type === markerType && id === v5(`${revision}@${stream}`, markerNamespace);

/** The form in which the event is appended to the other store. */
export const encodedOf = ({ id, type, data, metadata, contentType }: RawEvent): EncodedEvent => ({
  id,
  type,
  data,
  metadata,
  contentType: contentType === 'application/json' ? contentType : 'application/octet-stream',
});

/** Whether two stores hold the same event at the same place of its stream. */
export const isSameEvent = (one: RawEvent, other: RawEvent): boolean =>
  one.id === other.id &&
  one.revision === other.revision &&
  one.stream === other.stream &&
  one.type === other.type &&
  one.contentType === other.contentType &&
  one.data.equals(other.data) &&
  one.metadata.equals(other.metadata);
