import { z } from 'zod';
import { account } from '../../domain/accounts/account.ts';
import { broadcast } from '../../domain/broadcasts/broadcast.ts';
import type { BroadcastEvent } from '../../domain/broadcasts/broadcast-events.ts';
import { NamedPlatforms, type SendingAccount } from '../../domain/broadcasts/broadcast-fields.ts';
import { broadcastView } from '../../domain/broadcasts/broadcast-view.ts';
import { foldView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { BroadcastReply, presentBroadcast, requireBroadcasts } from '../../read-api/contract/broadcast.ts';
import { Id, Instant, NameOf } from '../../read-api/contract/fields.ts';
import { aboutPlaceholders, MessageTemplate } from '../../read-api/contract/message-template.ts';
import { Success, success } from '../../read-api/contract/success.ts';
import type { BroadcastCommandPorts } from './ports.ts';
import { RequestedRules, rulesOf } from './requested-rules.ts';
import { sendingEndpoints } from './sending-endpoints.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';

const params = z.object({ id: Id });
const Name = NameOf(255);
const Template = MessageTemplate(1000);
const audienceId = Id.nullable()
  .optional()
  .meta({ description: 'Copies the rules of a saved audience to segmentRules; give one of the two' });

const Changed = BroadcastReply.extend({
  broadcast: BroadcastReply.meta({ description: 'The same fields' }),
}).meta({ id: 'ChangedBroadcast' });

/** The answer after a command that cannot have deliveries yet. */
const changed = (events: readonly Recorded<BroadcastEvent>[]) => {
  const view = foldView(broadcastView, events);
  if (!view) throw notFound('broadcast');
  const reply = presentBroadcast(view);
  return { ...reply, broadcast: reply };
};

/** The account that a request names; one of another workspace does not exist. */
const senderOf = async (
  accountId: string | null | undefined,
  context: WriteContext,
): Promise<SendingAccount | null | undefined> => {
  if (accountId === undefined || accountId === null) return accountId;
  const state = (await context.load(account, accountId))?.state;
  if (state === undefined || state.status === 'disconnected') {
    const message = 'socialAccountId: not a connected account of this workspace';
    throw new Refused('VALIDATION_ERROR', message, { field: 'socialAccountId' });
  }
  return { accountId, platform: state.profile.platform };
};

const createBroadcast = writeEndpoint({
  method: 'POST',
  path: '/v1/broadcasts',
  id: 'createBroadcast',
  summary: 'Create a broadcast',
  description:
    'A draft, or scheduled where `scheduledFor` is given. ' +
    aboutPlaceholders +
    'Only ' +
    'FACEBOOK and INSTAGRAM have direct messages: other platforms are accepted and have no eligible ' +
    'contacts. The conditions of `segmentRules` are ANDed: a contact must have all `tags`, be on one of ' +
    '`platforms`, and with `hasInteraction: true` have written to the account. ' +
    '`audienceId` copies the rules of a saved audience, and later changes of that audience do not reach the broadcast. The answer holds the ' +
    'fields of the broadcast both at its top and under `broadcast`.',
  body: z.object({
    name: Name,
    messageTemplate: Template,
    platforms: NamedPlatforms,
    socialAccountId: Id.nullable().optional(),
    segmentRules: RequestedRules.nullable().optional(),
    audienceId,
    scheduledFor: Instant.nullable().optional(),
  }),
  reply: Changed,
  status: 201,
  errors: ['VALIDATION_ERROR', 'PLAN_UPGRADE_REQUIRED'],
  gate: requireBroadcasts,
  async run({ body }, context) {
    const { name, messageTemplate, platforms, socialAccountId, scheduledFor = null } = body;
    const segmentRules = (await rulesOf(body, context)) ?? {};
    const sender = (await senderOf(socialAccountId, context)) ?? null;
    const broadcastId = context.newId('broadcast');
    const content = { name, messageTemplate, platforms, sender, segmentRules };
    const command = { type: 'create-broadcast', broadcastId, content, scheduledFor, now: context.now } as const;
    const { events } = await context.handle(broadcast, broadcastId, command, { fresh: true });
    return { status: 201, body: changed(events) };
  },
});

const changeBroadcast = writeEndpoint({
  method: 'PATCH',
  path: '/v1/broadcasts/:id',
  id: 'changeBroadcast',
  summary: 'Change a draft or a scheduled broadcast',
  description:
    'A field that is left out does not change. `scheduledFor: null` makes a scheduled broadcast a draft; a time ' +
    'makes a draft scheduled. `socialAccountId: null` leaves the choice of the account to the service, ' +
    'which sends by the account that a contact is linked to. `segmentRules` replaces all rules, and ' +
    '`audienceId` replaces them by those that the audience has now.',
  params,
  body: z
    .object({
      name: Name,
      messageTemplate: Template,
      platforms: NamedPlatforms,
      socialAccountId: Id.nullable(),
      segmentRules: RequestedRules.nullable(),
      audienceId,
      scheduledFor: Instant.nullable(),
    })
    .partial(),
  reply: Changed,
  errors: ['VALIDATION_ERROR', 'PLAN_UPGRADE_REQUIRED', 'NOT_FOUND', 'BROADCAST_NOT_EDITABLE'],
  gate: requireBroadcasts,
  async run({ params: { id }, body }, context) {
    const { socialAccountId, segmentRules: _rules, audienceId: _audience, scheduledFor, ...rest } = body;
    const sender = await senderOf(socialAccountId, context);
    const changes = { ...rest, sender, segmentRules: await rulesOf(body, context) };
    const command = { type: 'change-broadcast', changes, scheduledFor, now: context.now } as const;
    const { events } = await context.handle(broadcast, id, command);
    return { body: changed(events) };
  },
});

const deleteBroadcast = writeEndpoint({
  method: 'DELETE',
  path: '/v1/broadcasts/:id',
  id: 'deleteBroadcast',
  summary: 'Delete a broadcast that is DRAFT, FAILED or SENT',
  description:
    'A scheduled one becomes a draft by `scheduledFor: null` first. The deliveries of a sent one stay ' +
    'with their contacts, without the broadcast.',
  params,
  reply: Success,
  errors: ['PLAN_UPGRADE_REQUIRED', 'NOT_FOUND', 'BROADCAST_NOT_DELETABLE'],
  gate: requireBroadcasts,
  async run({ params: { id } }, context) {
    const known = await context.load(broadcast, id);
    if (known?.state.kind !== 'existing') throw notFound('broadcast');
    await context.handle(broadcast, id, { type: 'delete-broadcast' });
    return { body: success };
  },
});

/** The write endpoints of broadcasts. */
export const broadcastEndpoints = (ports: BroadcastCommandPorts): readonly WriteEndpoint[] => [
  createBroadcast,
  changeBroadcast,
  deleteBroadcast,
  ...sendingEndpoints(ports),
];
