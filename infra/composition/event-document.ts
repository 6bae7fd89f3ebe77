import eventCatalogue from '../../docs/events.json' with { type: 'json' };
import type { EventCatalogue } from '../../read-api/events/event-catalogue.ts';
import { asyncApiDocument } from '../edge/http/asyncapi/document.ts';
import { openJson } from '../edge/http/docs.ts';
import type { PlainHandler } from '../edge/http/plain-handler.ts';

type About = Parameters<typeof asyncApiDocument>[1];

/** The AsyncAPI document, built at the first request. Programs of other sites may read it, as they may the OpenAPI document. */
export const eventDocument = (about: About): Readonly<Record<string, PlainHandler>> => {
  let built: string | undefined;
  const text = (): string => (built ??= JSON.stringify(asyncApiDocument(eventCatalogue as EventCatalogue, about)));
  return { '/v1/asyncapi.json': openJson(text) };
};
