import createFetchClient from 'openapi-fetch';
import { followingFetch } from './following-fetch.ts';
import { retryingFetch, type Fetch, type RetryOptions } from './retrying-fetch.ts';
import type { components, paths } from './schema.d.ts';
import type { ServiceClient } from './typed-calls.ts';

export {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  orThrow,
  PermissionError,
  PlanLimitError,
  RateLimitError,
  ServiceError,
  UnprocessableError,
  ValidationError,
} from './api-error.ts';
export { liveFeed, type FeedEvent, type FeedOptions } from './live-feed.ts';
export { paginate, paginateNumbered } from './paginate.ts';
export type { ServiceClient } from './typed-calls.ts';
export type { FileToUpload, UploadOptions, UploadProgress } from './upload-file.ts';
export { importMedia, uploadAvatar, uploadMedia, uploadVideos, uploadVideosFor } from './upload.ts';
export { verifyWebhook, type WebhookToVerify } from './verify-webhook.ts';
export { MediaFailed, NotPublished, waitUntilPublished, waitUntilReady, type WaitOptions } from './wait-until.ts';

/** The named shapes of the API: `Schemas['Post']` for example. */
export type Schemas = components['schemas'];

export type ClientOptions = RetryOptions &
  Readonly<{
    /** The address of the service, with or without the `/v1` of its paths. */
    baseUrl: string;
    /** An API key, or the JWT of a session. */
    apiKey: string;
    /** The workspace a session acts in; an API key has its own. */
    workspaceId?: string;
    /**
     * Sends the position of the latest write with each read: for several nodes behind one address
     * without Redis between them.
     */
    followWrites?: boolean;
    /** Sends a request; the global fetch by default. */
    fetch?: Fetch;
  }>;

/**
 * A client whose calls are typed by the endpoints: `client.POST('/v1/posts', { body })` settles
 * with `{ data, error, response }`, and rejects only without an answer. Requests are sent again
 * after a transient fault; a POST is still executed only once.
 */
export const createClient = ({
  baseUrl,
  apiKey,
  workspaceId,
  followWrites = false,
  fetch: send = (request) => fetch(request),
  ...retrying
}: ClientOptions): ServiceClient => {
  const sent = retryingFetch(send, retrying);
  return createFetchClient<paths, 'application/json'>({
    baseUrl: baseUrl.replace(/\/+$/, '').replace(/\/v1$/, ''),
    fetch: followWrites ? followingFetch(sent) : sent,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(workspaceId === undefined ? {} : { 'x-workspace-id': workspaceId }),
    },
  });
};
