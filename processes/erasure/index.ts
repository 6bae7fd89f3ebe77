import { contactErasure } from './erase-contacts.ts';
import { erasure } from './erasure.ts';

export const erasureProcesses = [contactErasure, erasure] as const;
