import { asyncApiDocument } from '../edge/http/asyncapi/document.ts';
import { openJson } from '../edge/http/docs.ts';
import type { PlainHandler } from '../edge/http/plain-handler.ts';
import { eventCatalogue } from './event-catalogue.ts';

type About = Parameters<typeof asyncApiDocument>[1];

/** The AsyncAPI document, built at the first request. Programs of other sites may read it, as they may the OpenAPI document. */
export const eventDocument = (about: About): Readonly<Record<string, PlainHandler>> => {
  let built: string | undefined;
  const text = (): string => (built ??= JSON.stringify(asyncApiDocument(eventCatalogue, about)));
  return { '/v1/asyncapi.json': openJson(text) };
};
