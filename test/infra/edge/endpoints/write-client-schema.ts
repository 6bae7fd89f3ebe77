import { rename, writeFile } from 'node:fs/promises';
import { clientTypes } from '../../../check/client-types.ts';
import { makeClientSchema } from './client-schema.ts';

// A type check that runs meanwhile reads the whole file, old or new.
const written = `${clientTypes}.${process.pid}`;
await writeFile(written, await makeClientSchema());
await rename(written, clientTypes);
