import { everyAccount } from './account-options.ts';
import { answered, api } from './api.ts';
import { useLately } from './asked.ts';
import { whoIsHere } from './here.ts';
import type { Named, Names } from './named.ts';

const namesOfAccounts = async (): Promise<Names> => {
  const accounts = await everyAccount();
  return new Map(accounts.map(({ id, displayName }) => [id, { name: displayName, href: `#/accounts/${id}` }]));
};

const namesOfPeople = async (): Promise<Names> => {
  const { workspace } = await whoIsHere();
  const params = { path: { id: workspace.id }, query: { limit: 100 } };
  const { data } = await answered(api.GET('/v1/workspaces/{id}/members', { params }));
  return new Map<string, Named>([
    [workspace.id, { name: workspace.name }],
    ...data.map(({ userId, name, email }) => [userId, { name: name ?? email ?? userId, isMember: true }] as const),
  ]);
};

/** The workspace, its accounts and the first hundred of its people by their ids. Another id stays an id. */
export const useNames = (): Readonly<{
  names: Names;
  /** Before that, a name that is absent may still come. */
  areKnown: boolean;
  /** What an account is called; empty where the service does not say. */
  nameOfAccount(id: string): string;
}> => {
  const accounts = useLately('names of accounts', namesOfAccounts);
  const people = useLately('names of people', namesOfPeople);
  return {
    names: new Map([...(accounts.data ?? []), ...(people.data ?? [])]),
    nameOfAccount: (id) =>
      accounts.data === undefined ? '' : (accounts.data.get(id)?.name ?? 'an account that is gone'),
    areKnown: [accounts.data ?? accounts.problem, people.data ?? people.problem].every((part) => part !== undefined),
  };
};

/** The keys of the workspace by their ids, also those that were revoked: the hundred newest. */
export const namesOfKeys = async (): Promise<Names> => {
  const { workspace } = await whoIsHere();
  const { data } = await answered(api.GET('/v1/workspaces/{id}/api-keys', { params: { path: { id: workspace.id } } }));
  return new Map(data.map(({ id, name }) => [id, { name, href: `#/keys/${id}` }]));
};
