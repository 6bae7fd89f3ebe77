/** The categories of the streams that a client can read the history of. Each is the `category` of a decider. */
export const streamCategories = [
  'account',
  'apiKey',
  'comment',
  'media',
  'post',
  'queue',
  'user',
  'webhookDelivery',
  'webhookEndpoint',
  'webhookReplay',
  'workspace',
] as const;

export type StreamCategory = (typeof streamCategories)[number];

/** The stream of one aggregate. Readers name it without the decider's module, so they cannot decide. */
export const streamOf = (category: StreamCategory, id: string): string => `${category}-${id}`;
