import { hash } from 'node:crypto';
import { hashingWith } from '../../products/audit-proofs/hashing.ts';

/**
 * The hashes of tamper evidence, with the platform's own SHA-256. Not to be shared between threads.
 */
export const auditHashing = hashingWith((bytes) => hash('sha256', bytes, 'buffer'));
