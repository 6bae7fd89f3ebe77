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

/** The data block of a prompt of this service; the whole text of any other prompt. */
const givenIn = (user: string): Given => {
  const start = user.indexOf('{');
  try {
    return start < 0 ? { text: user } : (JSON.parse(user.slice(start)) as Given);
  } catch {
    return { text: user };
  }
};

const textOf = (given: Given): string => {
  const text = given['text'] ?? given['content'] ?? given['instructions'] ?? given['topic'];
  return typeof text === 'string' ? text : JSON.stringify(given);
};

const openings = ['Here is a thought', 'Good news', 'A short story', 'Something new', 'Worth a look'];

const post = (given: Given): string => {
  const text = textOf(given);
  const topic = typeof given['topic'] === 'string' && given['topic'] !== '' ? given['topic'] : undefined;
  const of = numbersOf(JSON.stringify(given));
  const number = typeof given['number'] === 'number' ? ` (${given['number']})` : '';
  const subject = topic ?? (wordsOf(text).slice(0, 5).join(' ') || 'today');
  return `${openings[(of[0] ?? 0) % openings.length]}${number}: ${subject}. ${text}`.trim();
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

const thread = (given: Given): readonly string[] => {
  const count = typeof given['count'] === 'number' ? given['count'] : 3;
  return Array.from({ length: count }, (_, index) => `${index + 1}/${count} ${post({ ...given, number: index + 1 })}`);
};

/** The answer of the simulated model: the same prompt always gets the same answer. */
export const sandboxAnswer = ({ user, form }: AskedOfSandbox): string => {
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
      return JSON.stringify({ items: thread(given) });
    case 'image_prompt':
      return JSON.stringify({
        prompt: `A clear, bright picture of ${Array.from(textOf(given)).slice(0, 400).join('')}`,
      });
    default:
      return post(given);
  }
};
