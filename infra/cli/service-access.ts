import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** What a running service says of itself in `connection.json`. */
const Connection = z.object({ baseUrl: z.string(), apiKey: z.string() });

/** How a command reaches a running service: its origin, without `/v1`, and an API key. */
export type ServiceAccess = Readonly<{ origin: string; key: string }>;

/**
 * From SERVICE_URL and API_KEY, or from the service that runs on this machine's data folder. Throws
 * where neither exists.
 */
export const serviceAccessFrom = async (env: NodeJS.ProcessEnv): Promise<ServiceAccess> => {
  const { SERVICE_URL: url, API_KEY: key, DATA_DIR: dataDir = '.data' } = env;
  const at = (address: string): string => address.replace(/\/+$/, '').replace(/\/v1$/, '');
  if (url && key) return { origin: at(url), key };
  try {
    const file = await readFile(path.join(dataDir, 'connection.json'), 'utf8');
    const { baseUrl, apiKey } = Connection.parse(JSON.parse(file));
    return { origin: at(url || baseUrl), key: key || apiKey };
  } catch {
    throw new Error('Set SERVICE_URL and API_KEY, or start the service on this DATA_DIR first');
  }
};
