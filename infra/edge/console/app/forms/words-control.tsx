import { useState } from 'preact/hooks';
import { attributesOf, type ControlOf } from './control.ts';

const listOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A list of texts, one a line. */
export const WordsControl = (props: ControlOf<'words'>) => {
  const { value, change } = props;
  // The text is kept as it is typed: an empty last line is where the next word begins.
  const [text, setText] = useState(Array.isArray(value) ? value.join('\n') : '');
  const typed = (next: string): void => {
    setText(next);
    const list = listOf(next);
    change(list.length === 0 ? undefined : list);
  };
  return (
    <textarea
      rows={Math.min(6, Math.max(2, text.split('\n').length))}
      placeholder="one a line"
      {...attributesOf(props)}
      value={text}
      onInput={({ currentTarget }) => typed(currentTarget.value)}
    />
  );
};
