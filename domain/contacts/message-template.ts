import { nearest } from '../kernel/nearest.ts';

/** What a template may name of the contact who gets the message. */
export const placeholders = ['first_name', 'last_name', 'display_name', 'username'] as const;
export type Placeholder = (typeof placeholders)[number];

/** The names of a contact; null for what is not known, or was forgotten. */
export type Names = Readonly<{ displayName: string | null; username: string | null }>;

/** `{{first_name}}`, or with a fallback `{{first_name|there}}`; any casing, with `_` or without. */
const place = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;

const plain = (name: string): string => name.replace(/[\s_-]/g, '').toLowerCase();
const byName: ReadonlyMap<string, Placeholder> = new Map(placeholders.map((name) => [plain(name), name]));

const wordsOf = (name: string | null): readonly string[] => (name ?? '').split(/\s+/).filter((word) => word !== '');

const valueOf: Readonly<Record<Placeholder, (of: Names) => string>> = {
  first_name: ({ displayName }) => wordsOf(displayName)[0] ?? '',
  last_name: ({ displayName }) => wordsOf(displayName).slice(1).at(-1) ?? '',
  display_name: ({ displayName }) => wordsOf(displayName).join(' '),
  username: ({ username }) => username ?? '',
};

/** The placeholders of a template, each once. */
export const placeholdersIn = (template: string): readonly Placeholder[] => [
  ...new Set([...template.matchAll(place)].flatMap(([, name = '']) => byName.get(plain(name)) ?? [])),
];

/** What is wrong with a template that names something else: the person would read the braces. */
export const faultOfTemplate = (template: string): string | undefined => {
  for (const [whole, name = ''] of template.matchAll(place)) {
    if (byName.has(plain(name))) continue;
    const meant = byName.get(nearest(plain(name), [...byName.keys()]) ?? '');
    const hint = meant === undefined ? '' : `; did you mean {{${meant}}}?`;
    return `${whole} is no placeholder${hint || '.'} Known are ${placeholders.map((each) => `{{${each}}}`).join(', ')}`;
  }
  return undefined;
};

/**
 * The text that a contact gets. An absent name becomes its fallback. Without a fallback, the place and
 * the space before it are left out. An unknown placeholder is left in the text.
 */
export const filledTemplate = (template: string, names: Names): string =>
  template.replace(
    new RegExp(`( ?)${place.source}`, 'g'),
    (whole: string, space: string, name: string, fallback: string | undefined) => {
      const known = byName.get(plain(name));
      if (known === undefined) return whole;
      const value = valueOf[known](names) || (fallback ?? '').trim();
      return value === '' ? '' : `${space}${value}`;
    },
  );
