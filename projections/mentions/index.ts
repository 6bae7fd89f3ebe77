import { mentions } from './mentions.ts';

export const mentionProjections = {
  mentions,
};
