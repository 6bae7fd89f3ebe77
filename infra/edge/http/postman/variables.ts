/** An id as the examples have it: `c`, and 24 letters and digits. */
const id = /\bc[0-9a-z]{24}\b/g;
const isId = (text: string): boolean => text.replace(id, '') === '' && text !== '';

/** What the recording knows by a name has an id that ends with it: c0…0bluesky. */
const nameOf = (text: string): string | undefined => /^c0+([a-z][a-z0-9]*)$/.exec(text)?.[1];

const oneOf = (plural: string): string => plural.replace(/ies$/, 'y').replace(/s$/, '');

const camel = (words: string): string => words.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const endings: Readonly<Record<string, string>> = { id: 'Id', token: 'Token' };

/** The variable of a path's parameter: the one of `/v1/hashtag-sets/{id}` is `hashtagSetId`. */
export const variableInPath = (path: string, parameter: string): string => {
  const ending = endings[parameter];
  if (ending === undefined) return parameter;
  const [before = ''] = path.split(`/{${parameter}}`)[0]?.split('/').slice(-1) ?? [];
  return `${camel(oneOf(before))}${ending}`;
};

const named = (text: string): string | undefined => {
  const name = nameOf(text);
  if (name === undefined) return undefined;
  return name === 'workspace' ? 'workspaceId' : `${name}AccountId`;
};

const variable = (text: string, otherwise: string): string => `{{${named(text) ?? otherwise}}}`;

/** The value of a path's parameter. An id, or what has one in it, is a variable, because each installation has its own. */
export const valueInPath = (path: string, parameter: string, example: string): string =>
  example.search(id) === -1 ? example : variable(example, variableInPath(path, parameter));

/** A body with a variable for each id, by the name of its field: `approverIds` has `{{approverId}}`. */
export const withVariables = (value: unknown, field = ''): unknown => {
  if (typeof value === 'string') return isId(value) ? variable(value, oneOf(field)) : value;
  if (Array.isArray(value)) return value.map((item: unknown) => withVariables(item, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withVariables(part, name)]));
};

/** The names of the variables in a text. */
export const variablesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);

type Answered = Readonly<{ path: string; paths: readonly string[]; answer: unknown; operationId: string }>;

const has = <Name extends string>(value: unknown, name: Name): value is Readonly<Record<Name, unknown>> =>
  typeof value === 'object' && value !== null && name in value;

const set = (name: string, value: string): string => `pm.collectionVariables.set(${name}, ${value});`;

/**
 * What runs after an answer: what was made, and the first item of a list, are what the requests below it are about. A list of
 * accounts has one for each platform too.
 */
export const remembering = ({ path, paths, answer, operationId }: Answered): readonly string[] => {
  const item = paths.find((each) => each.startsWith(`${path}/{`) && each.indexOf('/', path.length + 1) === -1);
  const parameter = item?.slice(path.length + 2, -1);
  if (parameter === undefined) return [];
  const name = JSON.stringify(variableInPath(`${path}/{${parameter}}`, parameter));
  if (has(answer, 'id')) return ['const made = pm.response.json();', `if (made.id) ${set(name, 'made.id')}`];
  const data = has(answer, 'data') ? answer.data : undefined;
  if (!Array.isArray(data) || !has(data[0], 'id')) return [];
  return [
    'const items = pm.response.json().data ?? [];',
    `if (items.length > 0) ${set(name, 'items[0].id')}`,
    ...(operationId === 'listAccounts'
      ? [`for (const { platform, id } of items) ${set("platform.replace(/_/g, '') + 'AccountId'", 'id')}`]
      : []),
  ];
};
