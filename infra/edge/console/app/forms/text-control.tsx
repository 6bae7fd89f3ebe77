import { attributesOf, type ControlOf } from './control.ts';

/** From this length on a text has room for several lines. */
const longText = 256;

export const TextControl = (props: ControlOf<'text'>) => {
  const { shape, value, change } = props;
  const text = typeof value === 'string' ? value : '';
  const common = {
    ...attributesOf(props),
    value: text,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => change(currentTarget.value || undefined),
  };
  const isLong = !shape.isAddress && (shape.maxLength ?? 0) >= longText;
  return isLong ? (
    <textarea rows={3} {...common} />
  ) : (
    <input inputMode={shape.isAddress ? 'url' : 'text'} {...common} />
  );
};
