import type { Schemas } from './api.ts';

const most = 80;

/** What lists call a post: the beginning of its text. A letter of several code points is not cut. */
export const titleOf = ({
  content,
  threadItems,
}: Pick<Schemas['Post'], 'content'> & Partial<Pick<Schemas['Post'], 'threadItems'>>): string => {
  const letters = [...new Intl.Segmenter().segment(content || threadItems?.[0]?.content || '')];
  if (letters.length === 0) return '(without text)';
  const beginning = letters.slice(0, most).map(({ segment }) => segment);
  return beginning.join('') + (letters.length > most ? '…' : '');
};
