import type { Json, JsonObject } from '../store.ts';
import { badParameter, Refusal } from './graph-errors.ts';

/** `fields=id,from{id,name},comments.limit(0).summary(true)` as a tree; modifiers are left out. */
export type FieldTree = ReadonlyMap<string, FieldTree>;

const name = /[a-z0-9_]+/y;
const modifier = /\.[a-z_]+\([^)]*\)/y;

const read = (text: string, from: number): Readonly<{ tree: FieldTree; end: number }> => {
  const tree = new Map<string, FieldTree>();
  let at = from;
  for (;;) {
    name.lastIndex = at;
    const found = name.exec(text)?.[0];
    if (found === undefined)
      throw new Refusal({ code: 2500, message: `Syntax error "Expected name at character ${at}: ${text.slice(at)}"` });
    at += found.length;
    for (modifier.lastIndex = at; modifier.exec(text); modifier.lastIndex = at) at = modifier.lastIndex;
    let inner: FieldTree = new Map();
    if (text[at] === '{') {
      const nested = read(text, at + 1);
      inner = nested.tree;
      at = nested.end + 1;
    }
    tree.set(found, inner);
    if (text[at] !== ',') return { tree, end: at };
    at += 1;
  }
};

export const fieldTree = (text: string | undefined): FieldTree =>
  text === undefined || text === '' ? new Map() : read(text, 0).tree;

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const narrowed = (value: Json, tree: FieldTree): Json => {
  if (tree.size === 0 || value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map((each) => narrowed(each, tree));
  const { data } = value;
  if (data !== undefined && isList(data)) return { ...value, data: narrowed(data, tree) };
  return Object.fromEntries([...tree.keys()].flatMap((key) => (key in value ? [[key, value[key] ?? null]] : [])));
};

/** The requested fields of a node; its id always. An unknown field is refused as Meta does. */
export const withFields = (
  type: string,
  node: Readonly<Record<string, Json | undefined>>,
  tree: FieldTree,
  standard: readonly string[] = ['id'],
): JsonObject => {
  const asked: FieldTree = tree.size > 0 ? tree : new Map(standard.map((each) => [each, new Map()]));
  const shown: Record<string, Json> = {};
  for (const [field, inner] of asked) {
    if (!(field in node))
      throw new Refusal(badParameter(`Tried accessing nonexisting field (${field}) on node type (${type})`));
    const value = node[field];
    if (value !== undefined) shown[field] = narrowed(value, inner);
  }
  return { ...shown, ...(node['id'] !== undefined && { id: node['id'] }) };
};
