import { z } from 'zod';
import { contact } from '../../domain/contacts/contact.ts';
import { filledTemplate, placeholders, placeholdersIn, type Names } from '../../domain/contacts/message-template.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { aboutPlaceholders, MessageTemplate } from '../../read-api/contract/message-template.ts';
import { writeEndpoint, type WriteContext } from '../kernel/endpoint.ts';

const sample: Names = { displayName: 'Ada Lovelace', username: 'ada' };

const namesOf = async (contactId: string | undefined, context: WriteContext): Promise<Names> => {
  if (contactId === undefined) return sample;
  const state = (await context.load(contact, contactId))?.state;
  if (state?.kind !== 'existing') throw notFound('contact');
  return state;
};

/** POST /v1/contacts/preview-message */
export const previewMessage = writeEndpoint({
  method: 'POST',
  path: '/v1/contacts/preview-message',
  id: 'previewMessage',
  summary: 'Show the message that a contact would get from a template',
  description:
    `${aboutPlaceholders}Without \`contactId\` the message is for ${sample.displayName} (${sample.username}). Nothing is sent ` +
    'or stored.',
  body: z.object({ messageTemplate: MessageTemplate(2_000), contactId: Id.optional() }),
  reply: z
    .object({
      text: z.string(),
      placeholders: z.array(z.enum(placeholders)).meta({ description: 'Those in the template, each once' }),
    })
    .meta({ id: 'MessagePreview' }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  idempotent: false,
  async run({ body: { messageTemplate, contactId } }, context) {
    const text = filledTemplate(messageTemplate, await namesOf(contactId, context));
    return { body: { text, placeholders: [...placeholdersIn(messageTemplate)] } };
  },
});
