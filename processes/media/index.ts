import { mediaProcess } from './media-process.ts';

export const mediaProcesses = [mediaProcess] as const;
