import { accountRegistryEvents } from '../../domain/accounts/account-registry.ts';
import { allEvents } from '../../domain/events.ts';
import type { Actor, Recorded } from '../../domain/kernel/event.ts';
import { placeOf } from '../../domain/kernel/position.ts';
import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import { fingerprintEvents } from '../../domain/posts/fingerprint.ts';
import { queueSlotEvents } from '../../domain/queues/queue-slot.ts';
import { ApiKeyRevoked } from '../../domain/workspaces/api-key.ts';
import { slotEvents } from '../../domain/workspaces/slots.ts';
import { slugEvents } from '../../domain/workspaces/slug.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/**
 * One row an event whose actor is outside the service's own processes, and one for each key that a process revoked. The address of the request
 * is not among the columns. It stays sealed in the log, where it can be forgotten; readers with the
 * right to see it look it up at `stream` and `revision`.
 */
export type AuditLogRow = {
  id: string;
  workspace_id: string;
  /** The place in the log, as text that sorts like it. */
  place: string;
  type: string;
  actor_kind: Actor['kind'];
  actor_id: string;
  key_id: string | null;
  resource_kind: string;
  resource_id: string;
  stream: string;
  revision: number;
  occurred_at: string;
  correlation_id: string;
  causation_id: string;
};

/**
 * Reservations make two requests for the same name meet. What was requested is an event of its own.
 */
const reservations = new Set<string>(
  [...accountRegistryEvents, ...fingerprintEvents, ...queueSlotEvents, ...slotEvents, ...slugEvents].map(
    ({ type }) => type,
  ),
);

/** What a process decides about who may use a workspace is audited like the decision of a person. */
const auditedOfProcesses: ReadonlySet<string> = new Set([ApiKeyRevoked.type]);

const audited = ({ type, meta }: Recorded): boolean =>
  (meta.actor.kind !== 'process' || auditedOfProcesses.has(type)) && meta.workspaceId !== '';

export const auditLogs = projectionOf<AuditLogRow>({
  name: 'audit_logs',
  version: 5,
  description: 'Who did what in a workspace, when, and with which key?',
  table: {
    key: 'place',
    appendOnly: true,
    columns: {
      id: 'text',
      workspace_id: 'text',
      place: 'text',
      type: 'text',
      actor_kind: 'text',
      actor_id: 'text',
      key_id: 'text?',
      resource_kind: 'text',
      resource_id: 'text',
      stream: 'text',
      revision: 'integer',
      occurred_at: 'instant',
      correlation_id: 'text',
      causation_id: 'text',
    },
    indexes: [
      'workspace_id, place desc',
      'workspace_id, actor_id, place desc',
      'workspace_id, type, place desc',
      // A resource belongs to one workspace.
      'resource_id, place desc',
      'workspace_id, occurred_at desc, place desc',
      'workspace_id, key_id, place desc where key_id is not null',
    ],
  },
  published: {
    id: 'The event',
    workspace_id: 'The workspace',
    type: 'What happened: an event of docs/events.md',
    actor_kind: 'user, api_key, system, or process where the service revoked a key',
    actor_id: "The actor's id, without a name",
    resource_kind: 'The resource of the event',
    resource_id: 'Which one',
    occurred_at: 'When',
    correlation_id: 'The request it belongs to',
  },
  on: onEach(
    allEvents.filter(({ type }) => !reservations.has(type)),
    {
      keys: (event) => (audited(event) ? placeOf(event) : []),
      fold: (_row, { id, type, stream, revision, meta }, place) => {
        const { category, id: resource } = partsOfStream(stream);
        return {
          id,
          workspace_id: meta.workspaceId,
          place,
          type,
          actor_kind: meta.actor.kind,
          actor_id: meta.actor.id,
          key_id: meta.actor.keyId ?? null,
          resource_kind: category,
          resource_id: resource,
          stream,
          revision,
          occurred_at: meta.occurredAt,
          correlation_id: meta.$correlationId,
          causation_id: meta.$causationId,
        };
      },
    },
  ),
});
