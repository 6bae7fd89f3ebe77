import { createHash } from 'node:crypto';

/** What was asked: the messages, and the name of the wanted form where there is one. */
export type AskedOfSandbox = Readonly<{ system: string; user: string; form: string | undefined }>;

const numbersOf = (text: string): readonly number[] => [...createHash('sha256').update(text).digest()];

const ignored = new Set(['about', 'that', 'this', 'with', 'from', 'have', 'will', 'your', 'their', 'content', 'data']);

/** The words of a text that could be its topic, each once, in their order. */
const wordsOf = (text: string): readonly string[] => [
  ...new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{4,24}/gu) ?? []).filter(
      (word) => !ignored.has(word) && !/^\d+$/.test(word),
    ),
  ),
];

type Given = Readonly<Record<string, unknown>>;

const isGiven = (given: unknown): given is Given => typeof given === 'object' && given !== null;

/** The data block of a prompt of this service; the whole text of any other prompt. */
const givenIn = (user: string): Given => {
  const start = user.indexOf('{');
  try {
    const given: unknown = start < 0 ? undefined : JSON.parse(user.slice(start));
    return isGiven(given) ? given : { text: user };
  } catch {
    return { text: user };
  }
};

const textOf = (given: Given): string => {
  const text = given['text'] ?? given['content'] ?? given['instructions'] ?? given['topic'];
  return typeof text === 'string' ? text : JSON.stringify(given);
};

/** What a sentence of a prompt is about, without what it asks the model to do. */
const aboutOf = (sentence: string): string =>
  sentence
    .replace(
      /^(please )?(write|create|generate)\b( (a|an|one|the|short|new|post|thread|comment|reply|text)\b)*( for \S+)?( (about|on|of))?[.: ]*/i,
      '',
    )
    .replace(/^(answer with|do not|never) .*$/i, '')
    .trim();

/** The idea of a prompt: what a persona's prompt names as such, else what its sentences are about. */
const ideaIn = (prompt: string): string => {
  const named = /The idea:\n([\s\S]*?)(?:\n\nAnswer with the text alone\.)?$/.exec(prompt)?.[1];
  if (named !== undefined) return named.trim();
  const sentences = prompt.split(/(?<=[.!?])\s+/).map(aboutOf);
  return sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence)).join(' ');
};

/** Who speaks, and the first trait of their voice, as the instructions of a persona say it. */
const voiceIn = (system: string): string => {
  const name = /^You write as ([^\n.]{1,100})\./.exec(system)?.[1];
  if (name === undefined) return '';
  const trait = /## Voice\n\s*([^\n]{1,100})/.exec(system)?.[1];
  return ` (${name}${trait === undefined ? '' : `, ${trait}`})`;
};

const openings = ['Here is a thought', 'Good news', 'A short story', 'Something new', 'Worth a look'];

const post = (given: Given, system: string): string => {
  const { instructions } = given;
  const text = typeof instructions === 'string' ? ideaIn(instructions) : textOf(given);
  const topic = typeof given['topic'] === 'string' && given['topic'] !== '' ? given['topic'] : undefined;
  const of = numbersOf(JSON.stringify(given));
  const number = typeof given['number'] === 'number' ? ` (${given['number']})` : '';
  const isShort = text !== '' && text.length <= 60;
  const subject = topic ?? (isShort ? text : wordsOf(text).slice(0, 5).join(' ') || 'today');
  const rest = text === '' || text === subject ? '' : ` ${text}`;
  return `${openings[(of[0] ?? 0) % openings.length]}${number}${voiceIn(system)}: ${subject.replace(/[.!?]+$/, '')}.${rest}`;
};

const tagsOf = (given: Given) => {
  const words = wordsOf(textOf(given)).slice(0, 8);
  const tags = words.length > 0 ? words : ['social', 'update'];
  return tags.map((tag, index) => ({
    tag,
    relevance: Math.max(0.1, Math.round((0.95 - index * 0.08) * 100) / 100),
    trending: (numbersOf(tag)[0] ?? 0) % 4 === 0,
  }));
};

const thread = (given: Given, system: string): readonly string[] => {
  const count = typeof given['count'] === 'number' ? given['count'] : 3;
  return Array.from(
    { length: count },
    (_, index) => `${index + 1}/${count} ${post({ ...given, number: index + 1 }, system)}`,
  );
};

/** The answer of the simulated model: the same prompt always gets the same answer. */
export const sandboxAnswer = ({ system, user, form }: AskedOfSandbox): string => {
  const given = givenIn(user);
  switch (form) {
    case 'enhanced_text':
      return JSON.stringify({
        enhanced: `${textOf(given).trim()} ✨`,
        suggestions: ['Add a question at the end.', 'Begin with the result.'],
        changes: ['A mark was added at the end.'],
      });
    case 'hashtags':
      return JSON.stringify({ hashtags: tagsOf(given) });
    case 'reason':
      return JSON.stringify({ reason: `The numbers speak for this time (${JSON.stringify(given['numbers'] ?? {})}).` });
    case 'thread':
      return JSON.stringify({ items: thread(given, system) });
    case 'image_prompt':
      return JSON.stringify({
        prompt: `A clear, bright picture of ${Array.from(textOf(given)).slice(0, 400).join('')}`,
      });
    default:
      return post(given, system);
  }
};
