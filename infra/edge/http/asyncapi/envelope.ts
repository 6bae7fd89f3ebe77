const text = (description: string) => ({ type: 'string', description });

const described = {
  id: text('Identifies the event'),
  type: text('The type of the event'),
  version: {
    type: 'integer',
    description: 'The schema version of `data`: the newest, because older events are lifted',
  },
  stream: text('`<category>-<id>` of the aggregate that the event belongs to'),
  revision: { type: 'integer', minimum: 0, description: 'The index of the event in its stream' },
  position: text('The place in the log, which `after`, `asOf` and `X-After-Position` take'),
  occurredAt: { type: 'string', format: 'date-time', description: 'When it happened, on the clock of the workspace' },
  workspaceId: text('The workspace in which it happened'),
  mode: { type: 'string', enum: ['live', 'test'], description: 'Whether platforms are real or simulated' },
  actor: {
    type: 'object',
    description: 'Who caused it',
    required: ['kind', 'id'],
    properties: {
      kind: { type: 'string', enum: ['user', 'api_key', 'process', 'system'], description: 'What kind of actor' },
      id: text('The person, or the process'),
      keyId: { type: ['string', 'null'], description: 'The API key, where one was used' },
    },
  },
  correlationId: text('The X-Request-Id of the request that led to it'),
  causationId: text('The command that stored it; events with the same one were stored together'),
  data: { description: 'What happened, by type and version' },
} as const;

/** What each event has around its data. */
export const envelope = {
  type: 'object',
  description: 'An event of the log, as clients get it',
  required: Object.keys(described),
  properties: described,
} as const;
