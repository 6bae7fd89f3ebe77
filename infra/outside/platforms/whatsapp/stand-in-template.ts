import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { MediaFile, RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { graphOf } from '../meta/graph.ts';
import { shaped } from '../shape.ts';
import { businessNumbers } from './numbers.ts';

export const fileKinds = ['image', 'video', 'document'] as const;
export type FileKind = (typeof fileKinds)[number];

export const fileKindOf = ({ contentType }: Pick<MediaFile, 'contentType'>): FileKind =>
  contentType.startsWith('image/') ? 'image' : contentType.startsWith('video/') ? 'video' : 'document';

/** A template by which a post goes out where the person has not written within a day: `post_text`, `post_image` and so on. */
export const standInName = (kind: FileKind | undefined): string => `post_${kind ?? 'text'}`;

const Templates = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      status: z.string(),
      components: z.array(z.object({ type: z.string(), format: z.string().optional(), text: z.string().optional() })),
    }),
  ),
});
type Template = z.infer<typeof Templates>['data'][number];

/** Whether the text of a post fits as the only variable, and its file as the header. */
const fits = ({ status, components }: Template, kind: FileKind | undefined): boolean => {
  const body = components.find(({ type }) => type === 'BODY')?.text ?? '';
  const header = components.find(({ type }) => type === 'HEADER')?.format?.toLowerCase();
  const variables = body.match(/\{\{\s*\w+\s*\}\}/g) ?? [];
  return status === 'APPROVED' && header === kind && variables.length === 1 && /\{\{\s*1\s*\}\}/.test(body);
};

/** Meta: "Message templates": a body has 1,024 characters with its variables. */
const longestText = 1024;

/** Meta: a variable has no line breaks and no tabs, and at most four spaces in a row (error 132018). */
const asVariable = (text: string): string =>
  text
    .replace(/\s*[\n\t\r]\s*/g, ' ')
    .replace(/ {5,}/g, '    ')
    .trim();

/** What a post needs of its template: one text, and at most one file. */
type Wanted = Readonly<{ text: string; files: readonly Pick<MediaFile, 'contentType'>[] }>;

export const mayStandIn = ({ text, files }: Wanted): boolean =>
  text.trim() !== '' && text.length <= longestText && files.length <= 1;

/**
 * The language of the approved template that carries the post, asked of the business account (Meta: "WhatsApp
 * Business Account > message_templates"). Undefined where the account has none that fits.
 */
export const standInLanguage = async (
  tools: PlatformTools,
  { account, credentials, signal }: RunContext,
  kind: FileKind | undefined,
): Promise<string | undefined> => {
  const id = account.page?.id ?? account.nativeId;
  try {
    const business = (await businessNumbers(tools)(credentials)).find((number) => number.id === id)?.business;
    if (business === undefined) return undefined;
    const reply = await graphOf(tools.http)({
      method: 'GET',
      url: `${tools.hosts.urls.WHATSAPP.api}/${business}/message_templates`,
      token: credentials.accessToken,
      effect: 'read',
      signal,
      parameters: { name: standInName(kind), fields: 'name,language,status,components', limit: 20 },
    });
    const { data } = shaped(Templates, reply, 'read');
    return data.find((template) => template.name === standInName(kind) && fits(template, kind))?.language;
  } catch (error) {
    // A token without the right to read templates sends as one without templates.
    if (error instanceof PlatformError && error.kind === 'refused') return undefined;
    throw error;
  }
};

/** The message: the text as the variable of the body, the file as the header. */
export const standInMessage = (
  { text, kind, mediaId }: Readonly<{ text: string; kind: FileKind | undefined; mediaId: string | undefined }>,
  language: string,
): Readonly<Record<string, unknown>> => {
  const header = kind && { type: 'header', parameters: [{ type: kind, [kind]: { id: mediaId } }] };
  const body = { type: 'body', parameters: [{ type: 'text', text: asVariable(text) }] };
  const components = header ? [header, body] : [body];
  return {
    type: 'template',
    template: { name: standInName(kind), language: { code: language, policy: 'deterministic' }, components },
  };
};
