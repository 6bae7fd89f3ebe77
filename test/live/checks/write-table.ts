import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatted } from '../../../infra/cli/formatted.ts';
import { checksPage } from './table.ts';

/** `npm run checks`: generates docs/platform-checks.md. */
const page = path.resolve(import.meta.dirname, '../../../docs/platform-checks.md');
writeFileSync(page, await formatted(checksPage(), page));
