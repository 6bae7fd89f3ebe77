import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { sandboxAppNames, type SandboxApps } from './client-registrations.ts';

const Registrations = z.record(z.enum(sandboxAppNames), z.object({ clientId: z.string(), clientSecret: z.string() }));

const appsFile = (dataDir: string): string => path.join(dataDir, 'sandbox-apps.json');

/**
 * Writes the registrations beside `connection.json`, readable by their owner only. A tester signs with these secrets
 * what a simulated platform would report.
 */
export const writeSandboxApps = async (dataDir: string, apps: SandboxApps): Promise<void> => {
  const file = appsFile(dataDir);
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(apps, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, file);
};

/** The registrations of the service that ran last on this data folder. */
export const readSandboxApps = async (dataDir: string): Promise<SandboxApps> =>
  Registrations.parse(JSON.parse(await readFile(appsFile(dataDir), 'utf8')));
