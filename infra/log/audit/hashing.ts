import { hash } from 'node:crypto';
import { hashingWith } from '@social-publishing/audit-proofs';

/** The hashes of tamper evidence, with Node's SHA-256. Not for use by several threads. */
export const auditHashing = hashingWith((bytes) => hash('sha256', bytes, 'buffer'));
