import { z } from 'zod';
import { everything } from '../meta/listing.ts';
import { badParameter, missingObject, Refusal } from '../meta/graph-errors.ts';
import { fieldTree, withFields } from '../meta/fields.ts';
import { textOf } from '../meta/parameters.ts';
import { asHolder } from '../meta/session.ts';
import type { Route, SandboxCall } from '../platform.ts';
import { businessOf, host, whatsapp } from './accounts.ts';

const language = 'en_US';

/** What every simulated business account has had approved: a text, and a text below a file of each kind. */
const approved = ['text', 'image', 'video', 'document'].map((kind, index) => ({
  id: String(900_001 + index),
  name: `post_${kind}`,
  language,
  status: 'APPROVED',
  category: 'MARKETING',
  components: [
    ...(kind === 'text' ? [] : [{ type: 'HEADER', format: kind.toUpperCase() }]),
    { type: 'BODY', text: '{{1}}' },
  ],
}));

/** Meta: "WhatsApp Business Account > message_templates". */
const list = (call: SandboxCall): Promise<Response> =>
  asHolder(call, whatsapp, { scope: ['whatsapp_business_management'] }, async ({ account, parameters }) => {
    const business = call.params['business'] ?? '';
    if (business !== businessOf(account)) throw new Refusal(missingObject('get', business));
    const name = textOf(parameters['name']);
    const fields = fieldTree(textOf(parameters['fields']));
    return everything(
      approved
        .filter((template) => name === undefined || template.name.includes(name))
        .map((template) => withFields('WhatsAppMessageTemplate', template, fields, ['name', 'status', 'id'])),
    );
  });

export const templateRoutes: readonly Route[] = [
  { method: 'GET', host, path: '/:version/:business/message_templates', run: list },
];

const Parameter = z.looseObject({ type: z.string(), text: z.string().optional() });
const Components = z.array(z.looseObject({ type: z.string(), parameters: z.array(Parameter).optional() }));

type Sent = Readonly<{
  name: string;
  language: Readonly<{ code: string }>;
  components?: readonly unknown[] | undefined;
}>;

/** What a template carries: the words a person reads, and the file of its header. A template the sandbox does not know is its name; one that it knows in another language only does not exist. */
export const contentOfTemplate = (
  sent: Sent,
): Readonly<{ text: string; file?: Readonly<{ kind: 'image' | 'video' | 'document'; id: string }> }> => {
  const known = approved.find(({ name, language: code }) => name === sent.name && code === sent.language.code);
  if (!known && approved.some(({ name }) => name === sent.name))
    throw new Refusal({ code: 132001, message: '(#132001) Template name does not exist in the translation' });
  if (!known) return { text: sent.name };
  const components = Components.safeParse(sent.components ?? []).data ?? [];
  const [words, ...more] = components.find(({ type }) => type.toLowerCase() === 'body')?.parameters ?? [];
  if (words?.text === undefined || more.length > 0)
    throw new Refusal({
      code: 132000,
      message: '(#132000) Number of parameters does not match the expected number of params',
    });
  if (/[\n\t]| {5}/.test(words.text))
    throw new Refusal(
      badParameter('Param text cannot have new-line/tab characters or more than 4 consecutive spaces', {
        code: 132018,
      }),
    );
  const [kind] = (['image', 'video', 'document'] as const).filter((each) => known.name === `post_${each}`);
  if (kind === undefined) return { text: words.text };
  const [header] = components.find(({ type }) => type.toLowerCase() === 'header')?.parameters ?? [];
  const file = z.object({ id: z.string() }).safeParse(header?.[kind]).data;
  if (!file)
    throw new Refusal({
      code: 132012,
      message: '(#132012) Parameter format does not match format in the created template',
    });
  return { text: words.text, file: { kind, id: file.id } };
};
