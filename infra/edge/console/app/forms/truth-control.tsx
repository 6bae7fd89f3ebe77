import { attributesOf, type ControlOf } from './control.ts';

/** A yes or no that may be left to the service. It is no checkbox, because an empty one would say no. */
export const TruthControl = (props: ControlOf<'truth'>) => (
  <select
    {...attributesOf(props)}
    value={typeof props.value === 'boolean' ? String(props.value) : ''}
    onChange={({ currentTarget: { value } }) => props.change(value === '' ? undefined : value === 'true')}
  >
    <option value="">not set</option>
    <option value="true">yes</option>
    <option value="false">no</option>
  </select>
);
