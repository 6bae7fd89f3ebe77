import type { Body, Home } from './home.ts';

/** What an operation is asked with. Without `token` it comes with the key or the session that it requires. */
export type Asked = Readonly<{
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  token?: string;
}>;

export type Situations = Readonly<Record<string, (home: Home) => Promise<Asked>>>;

let dishes = 0;
/** A text of its own each: a platform and the service refuse the same one twice. */
export const text = (): string => `Dish ${++dishes} of our spring menu`;

export const post = ({ made, accounts }: Home, more: object = {}): Promise<Body> =>
  made('POST /posts', { content: text(), accountIds: [accounts['BLUESKY']], ...more });

export const published = async (home: Home): Promise<Body> => {
  const { id } = await post(home);
  return home.made(`POST /posts/${id}/publish?sync=true&timeout=60`);
};

/** On a platform that nothing else here publishes to, so that no other post meets the fault. */
export const failedOn = async (platform: 'THREADS' | 'LINKEDIN', home: Home): Promise<Body> => {
  await home.made('POST /sandbox/faults', { platform, operation: 'publish', fault: 'forbidden', times: 1 });
  const { id } = await post(home, { accountIds: [home.accounts[platform]] });
  return home.made(`POST /posts/${id}/publish?sync=true&timeout=60`);
};

/** The path of the workspace. */
export const at = ({ workspaceId }: Home): string => `/workspaces/${workspaceId}`;
