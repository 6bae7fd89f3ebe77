/** What starts the node as a process of its own. It loads nothing of the node. */
import path from 'node:path';

export { runtime } from './cli/runtime.ts';
export { secretUser } from './security/secret-user.ts';
export { selfSigned } from './security/self-signed.ts';

/** The program of the node, for a launcher of TypeScript programs. */
export const eventStoreProgram = path.join(import.meta.dirname, 'cli/main.ts');
