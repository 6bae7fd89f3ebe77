import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { checksPage } from './table.ts';

/** `npm run checks`: generates docs/platform-checks.md. */
const page = path.resolve(import.meta.dirname, '../../../docs/platform-checks.md');
writeFileSync(page, await format(checksPage(), { ...(await resolveConfig(page)), filepath: page }));
