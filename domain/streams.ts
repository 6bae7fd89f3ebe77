/**
 * The categories of streams whose history a client can read. Each is the `category` of a decider.
 */
export const streamCategories = [
  'account',
  'apiKey',
  'approvalWorkflow',
  'audience',
  'broadcast',
  'calendarPersona',
  'calendarPost',
  'bulkJob',
  'broadcastBatch',
  'comment',
  'commentAutomation',
  'defaultPersona',
  'contact',
  'contactImport',
  'hashtagSet',
  'imageJob',
  'imagePrompt',
  'media',
  'notificationPreferences',
  'persona',
  'post',
  'queue',
  'subscription',
  'user',
  'webhookDelivery',
  'webhookEndpoint',
  'webhookReplay',
  'workspace',
] as const;

export type StreamCategory = (typeof streamCategories)[number];

/** The stream of one aggregate. Readers name it without importing the decider. */
export const streamOf = (category: StreamCategory, id: string): string => `${category}-${id}`;
