import { z } from 'zod';
import { audience, type SavedAudience } from '../../domain/audiences/audience.ts';
import type { AudienceEvent } from '../../domain/audiences/audience-events.ts';
import { audienceView } from '../../domain/audiences/audience-view.ts';
import { audienceOf, type Audiences } from '../../domain/broadcasts/audience.ts';
import { NamedPlatforms } from '../../domain/broadcasts/broadcast-fields.ts';
import { requireView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { platforms as everyPlatform } from '../../domain/platforms/platform.ts';
import { AudienceReply, presentAudience } from '../../read-api/contract/audience.ts';
import { Id, NameOf } from '../../read-api/contract/fields.ts';
import { Success, success } from '../../read-api/contract/success.ts';
import { RequestedRules } from '../broadcasts/requested-rules.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';

const params = z.object({ id: Id });
const Name = NameOf(255);
const Description = z.string().trim().max(1_000).nullable();

const Changed = AudienceReply.extend({
  audience: AudienceReply.meta({ description: 'The same fields' }),
}).meta({ id: 'ChangedAudience' });

const changed = (events: readonly Recorded<AudienceEvent>[]) => {
  const view = presentAudience(requireView(audienceView, events));
  return { ...view, audience: view };
};

/** The audience, read from the log; of another workspace it does not exist. */
export const loadAudience = async (id: string, context: Pick<WriteContext, 'load'>): Promise<SavedAudience> => {
  const state = (await context.load(audience, id))?.state;
  if (state?.kind !== 'existing') throw notFound('audience');
  return state;
};

const createAudience = writeEndpoint({
  method: 'POST',
  path: '/v1/audiences',
  id: 'createAudience',
  summary: 'Save rules that choose contacts under a name',
  description:
    'The conditions of `segmentRules` are those of a broadcast and are ANDed: a contact must have all `tags`, be on ' +
    'one of `platforms`, and with `hasInteraction: true` have written to an account. Without conditions every ' +
    'contact fits. A broadcast takes the rules by `audienceId`. Names may repeat. The answer holds the fields both ' +
    'at its top and under `audience`.',
  body: z.object({
    name: Name,
    description: Description.optional(),
    segmentRules: RequestedRules.nullable().optional(),
  }),
  reply: Changed,
  status: 201,
  errors: ['VALIDATION_ERROR'],
  async run({ body: { name, description = null, segmentRules } }, context) {
    const audienceId = context.newId('audience');
    const content = { name, description, segmentRules: segmentRules ?? {} };
    const command = { type: 'create-audience', audienceId, content } as const;
    const { events } = await context.handle(audience, audienceId, command, { fresh: true });
    return { status: 201, body: changed(events) };
  },
});

const changeAudience = writeEndpoint({
  method: 'PATCH',
  path: '/v1/audiences/:id',
  id: 'changeAudience',
  summary: 'Change the name, the description or the rules of an audience',
  description:
    'A field that is left out does not change; `segmentRules` replaces all rules. Broadcasts that took the rules before keep ' +
    'what they took.',
  params,
  body: z.object({ name: Name, description: Description, segmentRules: RequestedRules.nullable() }).partial(),
  reply: Changed,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  async run({ params: { id }, body: { segmentRules, ...rest } }, context) {
    const changes = { ...rest, segmentRules: segmentRules === null ? {} : segmentRules };
    const { events } = await context.handle(audience, id, { type: 'change-audience', changes });
    return { body: changed(events) };
  },
});

const deleteAudience = writeEndpoint({
  method: 'DELETE',
  path: '/v1/audiences/:id',
  id: 'deleteAudience',
  summary: 'Delete an audience',
  description: 'Its contacts stay, and so do broadcasts that took its rules.',
  params,
  reply: Success,
  errors: ['NOT_FOUND'],
  async run({ params: { id } }, context) {
    await loadAudience(id, context);
    await context.handle(audience, id, { type: 'delete-audience' });
    return { body: success };
  },
});

const previewAudience = ({ audiences }: AudiencePorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/audiences/:id/preview-count',
    id: 'previewAudienceCount',
    summary: 'How many contacts a broadcast to an audience would reach now',
    description:
      'Counts as POST /v1/broadcasts/preview-count does: contacts that fit the rules and may be messaged now. By ' +
      'default on all platforms and by any account.',
    params,
    body: z.object({ platforms: NamedPlatforms, socialAccountId: Id.nullable() }).partial(),
    reply: z.object({ count: z.int() }),
    errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    idempotent: false,
    async run({ params: { id }, body: { platforms = [...everyPlatform], socialAccountId = null } }, context) {
      const { caller, now } = context;
      const { segmentRules } = (await loadAudience(id, context)).content;
      const query = audienceOf({ platforms, sender: null, segmentRules }, caller.workspaceId, now);
      return { body: { count: await audiences.count({ ...query, accountId: socialAccountId }) } };
    },
  });

export type AudiencePorts = Readonly<{ audiences: Pick<Audiences, 'count'> }>;

/** The write endpoints of audiences. */
export const audienceEndpoints = (ports: AudiencePorts): readonly WriteEndpoint[] => [
  createAudience,
  changeAudience,
  deleteAudience,
  previewAudience(ports),
];
