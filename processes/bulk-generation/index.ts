import { bulkGeneration } from './bulk-generation.ts';

export const bulkProcesses = [bulkGeneration] as const;
