import { z } from 'zod';
import { contact, type ContactCommand } from '../../domain/contacts/contact.ts';
import { ContactDetail } from '../../read-api/contract/contact.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';
import { answeredContact } from './answered-contact.ts';
import {
  AvatarUrl,
  CustomFields,
  Name,
  PlatformField,
  PlatformId,
  Tag,
  Tags,
} from '../../domain/contacts/contact-fields.ts';
import { contactIdOf } from './contact-ids.ts';
import { contactParams } from './contact-params.ts';
import type { ContactPorts } from './ports.ts';
import { importContacts } from './import-contacts.ts';
import { cancelContactImport, startContactImport } from './start-import.ts';
import { previewMessage } from './preview-message.ts';
import { sendMessage } from './send-message.ts';

/** Changes a contact that exists, and answers its detail. */
const changed = async (id: string, command: ContactCommand, ports: ContactPorts, context: WriteContext) => {
  const { events } = await context.handle(contact, id, command);
  return { body: await answeredContact(events, ports, context) };
};

const upsertContact = (ports: ContactPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/contacts',
    id: 'upsertContact',
    summary: 'Create a contact, or change the one with the same platform and platformId',
    description:
      'An existing contact keeps what the request leaves out; `tags` and `customFields` replace its own. The ' +
      'answer is 201 in both cases. A contact made here has no `socialAccount` and no `lastSeenAt` until the ' +
      'person writes. A person who opted out stays suppressed, also after their contact was deleted.',
    body: z.object({
      platform: PlatformField,
      platformId: PlatformId,
      displayName: Name.nullish(),
      username: Name.nullish(),
      avatarUrl: AvatarUrl.nullish(),
      tags: Tags.optional(),
      customFields: CustomFields.optional(),
    }),
    reply: ContactDetail,
    status: 201,
    errors: ['VALIDATION_ERROR'],
    async run({ body: { platform, platformId, ...given } }, context) {
      const contactId = contactIdOf(context.caller.workspaceId, platform, platformId);
      const command = { type: 'upsert-contact', contactId, platform, platformId, ...given } as const;
      const { events } = await context.handle(contact, contactId, command);
      return { status: 201, body: await answeredContact(events, ports, context) };
    },
  });

const changeContact = (ports: ContactPorts) =>
  writeEndpoint({
    method: 'PATCH',
    path: '/v1/contacts/:id',
    id: 'changeContact',
    summary: 'Change the name, tags, custom fields or suppression of a contact',
    description:
      '`tags` and `customFields` replace what the contact has. `isSuppressed` true suppresses with the reason ' +
      'MANUAL; false lifts any suppression. A person who opted out by a keyword lifts that by writing START.',
    params: contactParams,
    body: z.object({
      displayName: Name.nullable().optional(),
      tags: Tags.optional(),
      customFields: CustomFields.optional(),
      isSuppressed: z.boolean().optional(),
    }),
    reply: ContactDetail,
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
    run: ({ params: { id }, body }, context) => changed(id, { type: 'change-contact', ...body }, ports, context),
  });

const deleteContact = writeEndpoint({
  method: 'DELETE',
  path: '/v1/contacts/:id',
  id: 'deleteContact',
  summary: 'Delete a contact, and erase its personal data',
  description:
    'The key of its personal data is destroyed: its names, messages and custom fields become unreadable in ' +
    'the log, in histories and in every copy of these. Its sequence enrollments end. `erase=true` also erases ' +
    'the comments and mentions that the person wrote, and the reports of webhooks of the platform, which hold messages ' +
    'as they were received. A suppression is remembered without the data, so a person who ' +
    'opted out and is added again is still suppressed.',
  params: contactParams,
  query: z.object({
    erase: z
      .enum(['true', 'false'])
      .transform((text) => text === 'true')
      .optional()
      .meta({
        override: { type: 'boolean', description: 'Whether the comments and mentions of the person are erased too' },
      }),
  }),
  reply: z.object({ ok: z.boolean().meta({ description: 'true' }) }),
  errors: ['NOT_FOUND'],
  async run({ params: { id }, query: { erase = false } }, context) {
    await context.handle(contact, id, { type: 'delete-contact', everywhere: erase });
    return { body: { ok: true } };
  },
});

const addTag = (ports: ContactPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/contacts/:id/tags',
    id: 'tagContact',
    summary: 'Add a tag to a contact',
    description: 'A tag that the contact already has changes nothing. Tags differ by casing.',
    params: contactParams,
    body: z.object({ tag: Tag }),
    reply: ContactDetail,
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
    run: ({ params: { id }, body: { tag } }, context) => changed(id, { type: 'add-tag', tag }, ports, context),
  });

const removeTag = (ports: ContactPorts) =>
  writeEndpoint({
    method: 'DELETE',
    path: '/v1/contacts/:id/tags/:tag',
    id: 'untagContact',
    summary: 'Remove a tag from a contact',
    description: 'A tag that the contact does not have changes nothing.',
    params: contactParams.extend({ tag: z.string().max(100) }),
    reply: ContactDetail,
    errors: ['NOT_FOUND'],
    run: ({ params: { id, tag } }, context) => changed(id, { type: 'remove-tag', tag: tag.trim() }, ports, context),
  });

/** The write endpoints of contacts. */
export const contactEndpoints = (ports: ContactPorts): readonly WriteEndpoint[] => [
  previewMessage,
  upsertContact(ports),
  importContacts,
  startContactImport,
  cancelContactImport,
  changeContact(ports),
  deleteContact,
  addTag(ports),
  removeTag(ports),
  sendMessage(ports),
];
