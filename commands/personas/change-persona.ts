import { z } from 'zod';
import { account } from '../../domain/accounts/account.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { isAtTrustedHost } from '../../domain/personas/avatar-hosts.ts';
import { defaultPersona } from '../../domain/personas/default-persona.ts';
import { ModuleData, ModuleType, PersonaPlatform } from '../../domain/personas/persona-fields.ts';
import { requireModuleType } from '../../domain/personas/persona-file.ts';
import { persona } from '../../domain/personas/persona.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { PersonaReply } from '../../read-api/contract/persona.ts';
import { success, Success } from '../../read-api/contract/success.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { Description, Name } from './create-persona.ts';
import { changePersona, loadPersona, replyAfter, viewAfter } from './persona-context.ts';
import type { PersonaPorts } from './ports.ts';

const params = z.object({ id: Id });

const requireTrusted = (url: string | null | undefined, { isHosted }: PersonaPorts): void => {
  if (url === undefined || url === null || isHosted(url) || isAtTrustedHost(url)) return;
  throw new Refused(
    'VALIDATION_ERROR',
    'avatarUrl: must be hosted on this service, a content delivery network or an object store',
    { field: 'avatarUrl' },
  );
};

export const changePersonaProfile = (ports: PersonaPorts) =>
  writeEndpoint({
    method: 'PATCH',
    path: '/v1/personas/:id',
    id: 'changePersona',
    summary: 'Change the profile of a persona',
    description:
      'A field that is left out does not change. The first of `platforms` becomes primary where `primaryPlatform` is left ' +
      'out. The primary platform is always one of the platforms. `avatarUrl` is HTTPS on a known content delivery ' +
      'network or object store, or the address of POST /v1/uploads/avatar-url.',
    params,
    body: z
      .object({
        name: Name,
        description: Description.nullable(),
        primaryPlatform: PersonaPlatform,
        platforms: z.array(PersonaPlatform).min(1).max(32),
        avatarUrl: z.string().max(2048).nullable(),
      })
      .partial(),
    reply: PersonaReply,
    errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'FORBIDDEN'],
    async run({ params: { id }, body: change }, context) {
      requireTrusted(change.avatarUrl, ports);
      const { events } = await changePersona(id, { type: 'change-profile', change }, context);
      return { body: await replyAfter(events, context) };
    },
  });

export const setDefaultPersona = writeEndpoint({
  method: 'PATCH',
  path: '/v1/personas/:id/set-default',
  id: 'setDefaultPersona',
  summary: 'Make a persona the default of the workspace',
  description: 'Another default is none any more. A workspace has at most one default, also when requests race.',
  params,
  reply: PersonaReply,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  async run({ params: { id } }, context) {
    await loadPersona(id, context);
    const command = { type: 'set-default-persona', personaId: id } as const;
    await context.handle(defaultPersona, context.caller.workspaceId, command, { step: 'set-default' });
    const events = (await context.load(persona, id))?.events ?? [];
    return { body: await replyAfter(events, context) };
  },
});

export const deletePersona = (ports: PersonaPorts) =>
  writeEndpoint({
    method: 'DELETE',
    path: '/v1/personas/:id',
    id: 'deletePersona',
    summary: 'Delete a persona that no post refers to',
    description:
      'A persona that posts or calendar posts refer to is 409 PERSONA_IN_USE with `details.linkedPostCount`; published ' +
      'posts count, deleted ones do not. A post that is created at the same moment may keep the id of the deleted persona: it ' +
      'is edited and published like any other. A default persona leaves the workspace without a default.',
    params,
    reply: Success,
    errors: ['NOT_FOUND', 'PERSONA_IN_USE', 'FORBIDDEN', 'SERVICE_UNAVAILABLE'],
    async run({ params: { id } }, context) {
      await loadPersona(id, context);
      const { workspaceId } = context.caller;
      // A courtesy, not an invariant: a post in flight is not counted, and works without the persona.
      const linkedPostCount = await ports.postsOf(workspaceId, id);
      if (linkedPostCount > 0) {
        const message = `${linkedPostCount} posts refer to this persona`;
        throw new Refused('PERSONA_IN_USE', message, { linkedPostCount });
      }
      await changePersona(id, { type: 'delete-persona' }, context);
      const clear = { type: 'clear-default-persona', personaId: id } as const;
      await context.handle(defaultPersona, workspaceId, clear, { step: 'clear-default' });
      return { body: success };
    },
  });

export const putPersonaModule = writeEndpoint({
  method: 'PUT',
  path: '/v1/personas/:id/modules/:moduleType',
  id: 'putPersonaModule',
  summary: 'Set one module of a persona',
  description:
    'A change begins a new version, which has the other modules too and is active. `updated` is true, also where ' +
    'the module was the same before. Another type is 400 UNKNOWN_MODULE_TYPE.',
  params: z.object({ id: Id, moduleType: z.string().max(64) }),
  body: z.object({ data: ModuleData, schemaVersion: z.int().min(1).max(1_000_000).default(1) }),
  reply: z.object({ moduleType: ModuleType, updated: z.boolean() }),
  errors: ['NOT_FOUND', 'UNKNOWN_MODULE_TYPE', 'VALIDATION_ERROR', 'FORBIDDEN'],
  async run({ params: { id, moduleType: named }, body: { data, schemaVersion } }, context) {
    const moduleType = requireModuleType(named);
    const version = { versionId: context.newId('version'), modules: [{ moduleType, data, schemaVersion }] };
    await changePersona(id, { type: 'change-modules', version }, context);
    return { body: { moduleType, updated: true } };
  },
});

const Linked = z.object({ accountIds: z.array(z.string()) });

export const linkPersonaAccount = writeEndpoint({
  method: 'POST',
  path: '/v1/personas/:id/accounts',
  id: 'linkPersonaAccount',
  summary: 'Link an account to a persona',
  description: 'An account can be linked to several personas, a persona to at most 100 accounts.',
  params,
  body: z.object({ socialAccountId: z.string().min(1).max(64) }),
  reply: Linked,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'FORBIDDEN'],
  async run({ params: { id }, body: { socialAccountId: accountId } }, context) {
    await loadPersona(id, context);
    const known = (await context.load(account, accountId))?.state;
    if (!known || known.status === 'disconnected') throw notFound('Account');
    const { events } = await changePersona(id, { type: 'link-account', accountId }, context);
    return { body: { accountIds: [...viewAfter(events).linkedAccountIds] } };
  },
});

export const unlinkPersonaAccount = writeEndpoint({
  method: 'DELETE',
  path: '/v1/personas/:id/accounts/:accountId',
  id: 'unlinkPersonaAccount',
  summary: 'Unlink an account from a persona',
  description: 'An account that is not linked changes nothing.',
  params: z.object({ id: Id, accountId: Id }),
  reply: Linked,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  async run({ params: { id, accountId } }, context) {
    const { events } = await changePersona(id, { type: 'unlink-account', accountId }, context);
    return { body: { accountIds: [...viewAfter(events).linkedAccountIds] } };
  },
});
