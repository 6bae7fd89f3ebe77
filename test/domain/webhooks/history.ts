import type { NewEvent, Recorded } from '../../../domain/kernel/event.ts';

export const workspaceId = 'c0000000000000000000000w1';

/** Minute n of the story, ISO 8601. */
export const minute = (n: number): string =>
  new Date(Date.parse('2026-05-01T10:00:00.000Z') + n * 60_000).toISOString();

/** Events as one stream holds them, one a minute; those of one inner list were stored by one command. */
export const stored = (stream: string, ...commands: readonly (readonly NewEvent[])[]): Recorded[] => {
  const events = commands.flatMap((decided, command) => decided.map((event) => ({ event, command })));
  return events.map(({ event, command }, revision) => ({
    ...event,
    id: `event-${revision}`,
    stream,
    revision,
    position: { commit: BigInt(revision), prepare: BigInt(revision) },
    meta: {
      workspaceId,
      mode: 'test',
      actor: { kind: 'user', id: 'u1', address: '192.0.2.7' },
      $correlationId: 'r1',
      $causationId: `command-${command}`,
      occurredAt: minute(command),
    },
  }));
};
