import { commonWords } from './common.ts';
import { conversationWords } from './conversation.ts';
import { deliveryWords } from './deliveries.ts';
import { figureWords } from './figures.ts';
import { messagingWords } from './messaging.ts';
import { parameterWords } from './parameters.ts';
import { peopleWords } from './people.ts';
import { publishingWords } from './publishing.ts';
import type { Words } from './words.ts';

/** The words of all names. Those of parameters are for parameters only. */
export const words: Words = {
  ...commonWords,
  ...conversationWords,
  ...deliveryWords,
  ...figureWords,
  ...messagingWords,
  ...peopleWords,
  ...publishingWords,
};

/** The key of the words of a name at a place. */
export const keyOf = (of: string, name: string): string | undefined =>
  [`${of.replace(/Output$/, '')}.${name}`, name].find((key) => Object.hasOwn(words, key));

export const wordsFor = (of: string, name: string): string | undefined => words[keyOf(of, name) ?? ''];

export const wordsForParameter = (of: string, name: string): string | undefined =>
  parameterWords[`${of}.${name}`] ?? wordsFor(of, name);
