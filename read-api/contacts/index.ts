import type { ReadEndpoint } from '../kernel/endpoint.ts';
import { contactImportReads } from './contact-import-reads.ts';
import { contactReads as personReads } from './contact-reads.ts';

export const contactReads: readonly ReadEndpoint[] = [...personReads, ...contactImportReads];
