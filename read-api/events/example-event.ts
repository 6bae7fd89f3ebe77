/** An event as clients get it, for the documentation. */
export const exampleEvent = {
  id: '3f0c5a52-7d3e-5c5c-9a53-0d4f5b1a2c11',
  type: 'PostArchived',
  version: 1,
  stream: 'post-c00000000000000000000post1',
  revision: 7,
  position: '10452',
  occurredAt: '2026-03-02T09:00:00.000Z',
  workspaceId: 'c000000000000000workspace',
  mode: 'test',
  actor: { kind: 'api_key', id: 'c000000000000000000000key' },
  correlationId: '00000000-0000-4000-8000-000000000001',
  causationId: '00000000-0000-4000-8000-000000000001',
  data: {},
} as const;
