import { useContext } from 'preact/hooks';
import { attributesOf, type ControlOf } from './control.ts';
import { FormShared, type Option } from './form-context.ts';

/** One of several values. The empty one leaves the field out. */
export const ChoiceControl = (props: ControlOf<'choice'> & { options: readonly Option[] }) => {
  const { value, change, isRequired, options } = props;
  const { isWhole } = useContext(FormShared);
  const chosen = options.find((option) => option.value === value);
  return (
    <select
      {...attributesOf(props)}
      value={chosen === undefined ? '' : String(chosen.value)}
      onChange={({ currentTarget }) =>
        change(options.find((each) => String(each.value) === currentTarget.value)?.value)
      }
    >
      {!(isWhole && chosen !== undefined) && <option value="">{isRequired ? 'choose' : 'not set'}</option>}
      {options.map((option) => (
        <option key={option.value} value={String(option.value)}>
          {option.label}
        </option>
      ))}
    </select>
  );
};
