import { writeFile } from 'node:fs/promises';
import { clientSchemaFile, makeClientSchema } from './client-schema.ts';

await writeFile(clientSchemaFile, await makeClientSchema());
