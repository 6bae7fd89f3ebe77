import { timeOfId } from '../../domain/kernel/ids.ts';
import { idFrom } from '../kernel/deterministic-ids.ts';

/** A part of an import: its id follows from its number, so a repeated request stores no second one. */
export const contactImportPartId = (importId: string, number: number): string =>
  idFrom(timeOfId(importId), `${importId}/part/${number}`);
