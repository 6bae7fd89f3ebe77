import { dataOf, idOf, isLink, isTombstone, metadataOf, revisionOf, streamOf, typeOf } from '../log/record.ts';
import type { ProposedEvent } from '../log/proposed-event.ts';
import { objectIn } from '../log/stored-json.ts';
import { linkEvent } from '../log/link-event.ts';

export type Emitted = Readonly<{ stream: string; event: ProposedEvent }>;

/** One of the projections of every server: which events it links to, and from where. */
export type SystemProjection = Readonly<{
  name: string;
  emit: (record: Buffer, position: number) => Emitted | undefined;
}>;

const targetOf = (record: Buffer): string =>
  isLink(record) ? dataOf(record).toString() : `${revisionOf(record)}@${streamOf(record)}`;

const categoryOf = (stream: string): string | undefined => {
  const dash = stream.indexOf('-');
  return stream.startsWith('$') || dash < 1 ? undefined : stream.slice(0, dash);
};

/** The projections' own bookkeeping. Linking to it would make more of it. */
const isOwn = (stream: string): boolean => stream.startsWith('$projections-');

const link = (stream: string, record: Buffer, position: number): Emitted => ({
  stream,
  event: linkEvent(targetOf(record), { $c: position, $p: position, $causedBy: idOf(record) }),
});

const correlationOf = (record: Buffer): string | undefined => {
  const metadata = metadataOf(record);
  if (metadata.length === 0) return undefined;
  try {
    const id = objectIn(metadata)?.['$correlationId'];
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
};

export const systemProjections: readonly SystemProjection[] = [
  {
    name: '$by_category',
    emit: (record, position) => {
      const category = isTombstone(record) ? undefined : categoryOf(streamOf(record));
      return category === undefined ? undefined : link(`$ce-${category}`, record, position);
    },
  },
  {
    name: '$by_event_type',
    emit: (record, position) => {
      if (isLink(record) || isOwn(streamOf(record))) return undefined;
      return link(`$et-${isTombstone(record) ? '$deleted' : typeOf(record)}`, record, position);
    },
  },
  {
    name: '$by_correlation_id',
    emit: (record, position) => {
      const id = isTombstone(record) ? undefined : correlationOf(record);
      return id === undefined ? undefined : link(`$bc-${id}`, record, position);
    },
  },
  {
    name: '$stream_by_category',
    emit: (record) => {
      const stream = streamOf(record);
      const category = revisionOf(record) === 0 ? categoryOf(stream) : undefined;
      if (category === undefined) return undefined;
      return { stream: `$category-${category}`, event: linkEvent(stream, undefined, '$@') };
    },
  },
  {
    name: '$streams',
    emit: (record, position) => {
      const stream = streamOf(record);
      const isFirst = revisionOf(record) === 0 && stream !== '$streams' && !isOwn(stream);
      return isFirst ? link('$streams', record, position) : undefined;
    },
  },
];
