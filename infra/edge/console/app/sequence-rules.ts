import { answered, api } from './api.ts';
import { messagePlatforms } from './account-options.ts';
import { platformName } from './platforms.ts';

export type Rules = Readonly<{ tags: readonly string[]; platforms: readonly string[] }>;

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Rules without tags enrol no contact. */
export const rulesOf = (rules: Readonly<Record<string, unknown>>): Rules => ({
  tags: textsOf(rules['tags']),
  platforms: textsOf(rules['platforms']),
});

/** Who enters the sequence by itself, as a sentence. */
export const enrolsBySentence = ({ tags, platforms }: Rules): string => {
  if (tags.length === 0) return 'No contact enters by itself. Each one is enrolled by hand or by an automation.';
  const on = platforms.length === 0 ? '' : ` on ${platforms.map(platformName).join(' or ')}`;
  const has = tags.length === 1 ? 'the tag' : 'all of the tags';
  return `A contact${on} who comes to have ${has} ${tags.join(', ')} enters while the sequence is active, once.`;
};

export const matchSentence = (count: number): string =>
  count === 1 ? '1 contact matches now.' : `${count} contacts match now.`;

/** How many contacts who can be written to fit the rules now. */
export const matchesNow = async ({ tags, platforms }: Rules): Promise<number> => {
  if (tags.length === 0) return 0;
  const on = platforms.length === 0 ? messagePlatforms.map(({ value }) => String(value)) : platforms;
  const body = { tags: [...tags], platforms: [...on] };
  return (await answered(api.POST('/v1/broadcasts/preview-count', { body }))).count;
};
