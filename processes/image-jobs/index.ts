import { imageItems } from './image-items.ts';

export const imageJobProcesses = [imageItems] as const;
