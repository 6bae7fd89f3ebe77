import type { components } from '@social-publishing/client/schema';
import type { Named, Names } from './named.ts';

type Actor = Pick<components['schemas']['AuditLogEntry']['actor'], 'kind' | 'id'> & Readonly<{ keyId?: string | null }>;

/** What is known of those who act. */
export type KnownActors = Readonly<{
  people: Names;
  /** The keys of the workspace, also revoked ones; undefined for a person who may not see them. */
  keys: Names | undefined;
}>;

/** Who did something: by what name, and with which key where a person used one. */
export type Doer = Named & Readonly<{ key?: Named }>;

/** Enough of an id to tell it from others: its end is random, its beginning is the time. */
const shortOf = (id: string): string => `…${id.slice(-6)}`;

/** The ids of the members and keys, by what a person types to find what they did. Namesakes have the end of their id, too. */
export const idsByName = ({ people, keys }: KnownActors): ReadonlyMap<string, string> => {
  const members = [...people].filter(([, { isMember }]) => isMember);
  const ids = new Map<string, string>();
  for (const [id, { name }] of [...members, ...(keys ?? [])])
    ids.set(ids.has(name) ? `${name} ${shortOf(id)}` : name, id);
  return ids;
};

/** A key by its name. The list of keys leaves out those that were revoked long ago. */
const keyOf = (id: string, { keys }: KnownActors): Named =>
  keys?.get(id) ?? { name: `${keys === undefined ? 'an API key' : 'a removed key'} ${shortOf(id)}` };

/** The names that every page gives to those who did something. */
export const doerOf = ({ kind, id, keyId = null }: Actor, known: KnownActors): Doer => {
  if (kind === 'api_key') return keyOf(keyId ?? id, known);
  const name = kind === 'user' ? (known.people.get(id)?.name ?? 'a person') : 'the service';
  return { name, ...(keyId === null ? {} : { key: keyOf(keyId, known) }) };
};

/** The same in one line, where no link can be. */
export const nameOfDoer = ({ name, key }: Doer): string => (key === undefined ? name : `${name} by ${key.name}`);
