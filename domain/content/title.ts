import { cutText } from '../kernel/stored-text.ts';
import type { Platform } from '../platforms/platform.ts';
import { platformRules } from './platform-rules.ts';

const cut = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const short = cutText(text, limit - 1);
  const space = text[short.length] === ' ' ? short.length : short.lastIndexOf(' ');
  const kept = space > limit / 2 ? short.slice(0, space) : short;
  return `${kept.trimEnd()}…`;
};

/**
 * The title of a post on platforms with titles: the `title` of its metadata, else the first
 * non-empty line of its text, cut to the platform's limit at a word. Empty only where the text is.
 */
export const titleFor = (platform: Platform, text: string, metadata: Readonly<Record<string, unknown>>): string => {
  const given = metadata['title'];
  if (typeof given === 'string' && given.trim() !== '') return given.trim();
  const line = text.split(/\r?\n/).find((one) => one.trim() !== '') ?? '';
  return cut(line.trim(), platformRules[platform].title?.limit ?? line.length);
};
