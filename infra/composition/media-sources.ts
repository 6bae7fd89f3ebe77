import type { FetchFile } from '../../domain/media/processing.ts';
import { fromAddress, fromSample, type Sources } from '../adapters/media/media-sources.ts';

/** Registered files of live workspaces come from their addresses, those of test workspaces from samples. */
export const mediaSources = (fetch: FetchFile): Sources => {
  const live = fromAddress(fetch);
  return (mode) => (mode === 'live' ? live : fromSample);
};
