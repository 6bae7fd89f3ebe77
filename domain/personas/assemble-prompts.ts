import { Refused } from '../kernel/refused.ts';
import type { PersonaArc, PersonaMemory, PersonaModule } from './persona-fields.ts';
import { cutText } from '../kernel/stored-text.ts';

/** The most characters that POST /v1/ai/generate-post-content takes. */
export const maxSystemPrompt = 100_000;
export const maxUserPrompt = 50_000;

type Assembled = Readonly<{ systemPrompt: string; userPrompt: string }>;

type Voice = Readonly<{
  name: string;
  description: string | null;
  modules: readonly PersonaModule[];
  memory: readonly PersonaMemory[];
  arcs: readonly PersonaArc[];
}>;

/** What a persona can be asked for. */
export const generationTypes = [
  'POST_GENERATION',
  'THREAD_GENERATION',
  'COMMENT_GENERATION',
  'REPLY_GENERATION',
  'IMAGE_GENERATION',
] as const;
export type GenerationType = (typeof generationTypes)[number];

type Wanted = Readonly<{ platform: string; generationType: GenerationType; idea: string | undefined }>;

const titles: Readonly<Record<PersonaModule['moduleType'], string>> = {
  voice: 'Voice',
  pillars: 'Content pillars',
  visual_style: 'Visual style',
  audience: 'Audience',
  posting_strategy: 'Posting strategy',
  image_prompt_engine: 'Rules for image prompts',
};

const words = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();

/** Data of any shape as indented lines that a model can read. */
const linesOf = (value: unknown, indent: string): readonly string[] => {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value))
    return value.flatMap((item) => {
      const [first, ...rest] = linesOf(item, `${indent}  `);
      return first === undefined ? [] : [`${indent}- ${first.trim()}`, ...rest];
    });
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, inner]) => {
      const lines = linesOf(inner, `${indent}  `);
      const isShort = lines.length === 1 && (typeof inner !== 'object' || inner === null);
      if (isShort) return [`${indent}${words(name)}: ${lines[0]?.trim()}`];
      return lines.length === 0 ? [] : [`${indent}${words(name)}:`, ...lines];
    });
  return [`${indent}${String(value)}`];
};

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`## ${title}\n${lines.join('\n')}`];

/** Image prompts use what concerns images; texts use the rest. */
const concerns = (generationType: GenerationType, { moduleType }: PersonaModule): boolean =>
  generationType === 'IMAGE_GENERATION'
    ? moduleType !== 'posting_strategy'
    : moduleType !== 'image_prompt_engine' && moduleType !== 'visual_style';

/** How the images of a persona look, as an image model reads it; empty where it says nothing of images. */
export const visualRules = (modules: readonly PersonaModule[]): string =>
  modules
    .filter(({ moduleType }) => moduleType === 'visual_style' || moduleType === 'image_prompt_engine')
    .flatMap(({ moduleType, data }) => section(titles[moduleType], linesOf(data, '')))
    .join('\n\n');

const tasks: Readonly<Record<GenerationType, string>> = {
  POST_GENERATION: 'Write one post',
  THREAD_GENERATION: 'Write one thread, its items separated by blank lines',
  COMMENT_GENERATION: 'Write one comment',
  REPLY_GENERATION: 'Write one reply',
  IMAGE_GENERATION: 'Write one prompt for an image',
};

/**
 * The prompts of a persona for a text model, within what its endpoint takes. A persona without
 * modules says nothing of its voice and is refused.
 */
export const assemblePrompts = (voice: Voice, { platform, generationType, idea }: Wanted): Assembled => {
  if (voice.modules.length === 0)
    throw new Refused('PERSONA_INCOMPLETE', 'This persona has no modules yet', { field: 'modules' });
  const relevant = voice.modules.filter((module) => concerns(generationType, module));
  const modules = relevant.length > 0 ? relevant : voice.modules;
  const arcs = voice.arcs.filter(({ status }) => status === 'active');
  const parts = [
    `You write as ${voice.name}.${voice.description ? ` ${voice.description}` : ''}`,
    ...modules.flatMap(({ moduleType, data }) => section(titles[moduleType], linesOf(data, ''))),
    ...section(
      'Current storylines',
      arcs.map(({ title, description }) => `- ${title}${description ? `: ${description}` : ''}`),
    ),
    ...section(
      'What you remember',
      voice.memory.map(({ content }) => `- ${content}`),
    ),
  ];
  const userPrompt = [
    `${tasks[generationType]} for ${platform}.`,
    ...(idea === undefined || idea === '' ? [] : [`The idea:\n${idea}`]),
    'Answer with the text alone.',
  ].join('\n\n');
  return {
    systemPrompt: cutText(parts.join('\n\n'), maxSystemPrompt),
    userPrompt: cutText(userPrompt, maxUserPrompt),
  };
};
