import type { ReadEndpoint } from '../kernel/endpoint.ts';
import { calendarPersonaReads } from './calendar-persona-reads.ts';
import { calendarReads as calendarPostReads } from './calendar-reads.ts';

export const calendarReads: readonly ReadEndpoint[] = [...calendarPostReads, ...calendarPersonaReads];
