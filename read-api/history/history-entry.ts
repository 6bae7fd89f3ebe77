import { z } from 'zod';
import type { Caller } from '../contract/caller.ts';
import { grants, requiredScope } from '../../domain/access/scopes.ts';
import { sentenceOf } from '../events/sentences.ts';
import { catalogue } from '../../domain/events.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { masked, withTextAt } from '../../domain/kernel/personal.ts';
import { isRecord } from '../../domain/kernel/record.ts';

/** One event of a history, in the form of an answer. */
export const HistoryEntry = z
  .object({
    id: z.string(),
    type: z.string(),
    description: z.string().meta({ description: 'What happened, in one sentence' }),
    occurredAt: z.string(),
    revision: z.int().meta({ description: 'Its index in the history of this resource, from 0' }),
    position: z.string().meta({ description: 'Its position in the log, which asOf accepts' }),
    actor: z.object({
      kind: z.enum(['user', 'api_key', 'process', 'system']),
      id: z.string(),
      keyId: z.string().nullable(),
      address: z
        .string()
        .nullable()
        .meta({ description: `The client address of the request; ${masked} without the scope audit-logs:read` }),
    }),
    correlationId: z.string(),
    causationId: z.string(),
    data: z.record(z.string(), z.unknown()).meta({
      description: `The event's data, as stored; personal data are ${masked} without the scope audit-logs:read`,
    }),
  })
  .meta({ id: 'HistoryEntry' });

/** Digests of secrets and of addresses, and names in the vault: no history returns them. */
const keptBack: ReadonlySet<string> = new Set(['hash', 'emailHash', 'secretName']);

const auditing = requiredScope('GET', '/v1/audit-logs');

/** Whether a caller may see personal data and addresses in histories: the rule of the audit logs. */
export const seesPersonal = ({ kind, scopes }: Pick<Caller, 'kind' | 'scopes'>): boolean =>
  kind === 'session' || grants(scopes, auditing);

const shownData = ({ type, data }: Recorded, { open }: Readonly<{ open: boolean }>): Record<string, unknown> => {
  const personal = open ? undefined : catalogue.definitions.get(type)?.personal;
  const visible = (personal?.fields ?? []).reduce<unknown>(
    (before, field) => withTextAt(before, field.split('.'), () => masked),
    data,
  );
  return Object.fromEntries(Object.entries(isRecord(visible) ? visible : {}).filter(([name]) => !keptBack.has(name)));
};

/** An event with the fields that this caller may see. */
export const presentEvent = (event: Recorded, caller: Caller): z.input<typeof HistoryEntry> => {
  const { id, type, revision, position, meta } = event;
  const open = seesPersonal(caller);
  const { address } = meta.actor;
  return {
    id,
    type,
    description: sentenceOf(event),
    occurredAt: meta.occurredAt,
    revision,
    position: position.commit.toString(),
    actor: {
      kind: meta.actor.kind,
      id: meta.actor.id,
      keyId: meta.actor.keyId ?? null,
      address: address === undefined ? null : open ? address : masked,
    },
    correlationId: meta.$correlationId,
    causationId: meta.$causationId,
    data: shownData(event, { open }),
  };
};
