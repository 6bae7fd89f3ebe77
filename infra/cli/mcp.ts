import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { restAt } from '../mcp/rest-client.ts';
import { toolServer } from '../mcp/tool-server.ts';

type Access = Readonly<{ url: string; key: string }>;

/** The service to speak to: named by the environment, or the one that runs on this machine's data folder. */
const accessFrom = async (env: NodeJS.ProcessEnv): Promise<Access> => {
  const { SERVICE_URL: url, API_KEY: key, DATA_DIR: dataDir = '.data' } = env;
  if (url && key) return { url, key };
  try {
    const file = await readFile(path.join(dataDir, 'connection.json'), 'utf8');
    const { baseUrl, apiKey } = JSON.parse(file) as Readonly<{ baseUrl: string; apiKey: string }>;
    return { url: url || baseUrl, key: key || apiKey };
  } catch {
    throw new Error('Set SERVICE_URL and API_KEY, or start the service on this DATA_DIR first');
  }
};

// Standard output belongs to the protocol: whatever is for people goes to standard error.
try {
  const { url, key } = await accessFrom(process.env);
  const origin = url.replace(/\/+$/, '').replace(/\/v1$/, '');
  const server = toolServer(restAt({ origin, authorization: `Bearer ${key}` }));
  await server.connect(new StdioServerTransport());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
