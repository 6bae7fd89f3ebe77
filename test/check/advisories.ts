import { execFile } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';

/** `npm run advisories`: asks the registry for known advisories about the packages that the service runs with. */
const root = path.join(import.meta.dirname, '../..');

const Report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});

const said = await new Promise<string>((resolve) =>
  execFile(
    'npm',
    ['audit', '--omit=dev', '--json'],
    { cwd: root, timeout: 60_000, maxBuffer: 64 * 1024 * 1024 },
    (error, stdout) => resolve(stdout || JSON.stringify({ message: error?.message })),
  ),
);

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const report = Report.safeParse(jsonIn(said));
if (!report.success) {
  console.error('The registry could not be asked for advisories. Nothing was checked.');
  process.exitCode = 3;
} else {
  const found = Object.entries(report.data.vulnerabilities);
  for (const [name, { severity, range }] of found) console.log(`${severity}: ${name} ${range}`);
  console.log(found.length === 0 ? 'No known advisories.' : `${found.length} packages have known advisories.`);
  if (found.length > 0) process.exitCode = 1;
}
