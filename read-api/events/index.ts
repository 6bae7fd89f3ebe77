import type { ReadEndpoint } from '../kernel/endpoint.ts';
import { catalogueReads } from './catalogue-reads.ts';
import type { EventCatalogue } from './event-catalogue.ts';
import type { EventExport } from './event-export.ts';
import type { EventStream } from './event-stream.ts';
import { exportReads } from './export-reads.ts';
import { streamReads } from './stream-reads.ts';

type EventReadPorts = Readonly<{ catalogue: EventCatalogue; stream: EventStream; stored: EventExport }>;

export const eventReads = ({ catalogue, stream, stored }: EventReadPorts): readonly ReadEndpoint[] => [
  ...catalogueReads(catalogue),
  ...streamReads(stream),
  ...exportReads(stored),
];
