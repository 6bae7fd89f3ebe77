import { attributesOf, type ControlOf } from './control.ts';

export const NumberControl = (props: ControlOf<'number'>) => {
  const { shape, value, change } = props;
  return (
    <input
      type="number"
      {...attributesOf(props)}
      {...(shape.minimum === undefined ? {} : { min: shape.minimum })}
      {...(shape.maximum === undefined ? {} : { max: shape.maximum })}
      step={shape.isWhole ? 1 : 'any'}
      value={typeof value === 'number' ? value : ''}
      onInput={({ currentTarget }) => change(currentTarget.value === '' ? undefined : currentTarget.valueAsNumber)}
    />
  );
};
