#!/usr/bin/env node
/** `npx social` in this repository: it compiles the tool and runs it. The package of the client has the compiled tool instead. */
import path from 'node:path';

process.argv.splice(2, 0, path.join(import.meta.dirname, 'main.ts'));
await import('@social-publishing/child-process/launch');
