/** PENDING: not all lines are stored yet. */
export const importStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'CANCELLED', 'FAILED'] as const;
export type ImportStatus = (typeof importStatuses)[number];
