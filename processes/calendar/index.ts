import { calendarResults } from './calendar-results.ts';

export const calendarProcesses = [calendarResults] as const;
