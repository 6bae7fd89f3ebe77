import type { ControlOf } from './control.ts';
import type { Option } from './form-context.ts';

/** Some of several values, as boxes to tick. */
export const ChoicesControl = ({
  id,
  value,
  change,
  options,
  describedBy,
}: ControlOf<'choices'> & { options: readonly Option[] }) => {
  const chosen = new Set(Array.isArray(value) ? value : []);
  const toggle = (option: Option): void => {
    if (!chosen.delete(option.value)) chosen.add(option.value);
    change(options.flatMap((each) => (chosen.has(each.value) ? [each.value] : [])));
  };
  return (
    <div class="chips" role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      {options.map((option) => (
        <label key={option.value} class={chosen.has(option.value) ? 'chip chosen' : 'chip'}>
          <input type="checkbox" checked={chosen.has(option.value)} onChange={() => toggle(option)} /> {option.label}
        </label>
      ))}
    </div>
  );
};
