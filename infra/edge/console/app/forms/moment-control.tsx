import { localTime, zone } from '../moments.ts';
import { attributesOf, type ControlOf } from './control.ts';

/** A moment, which the person gives in the time zone of this browser. */
export const MomentControl = (props: ControlOf<'moment'>) => (
  <span>
    <input
      type="datetime-local"
      {...attributesOf(props)}
      value={typeof props.value === 'string' ? localTime(props.value) : ''}
      onInput={({ currentTarget: { value } }) => props.change(value === '' ? undefined : new Date(value).toISOString())}
    />{' '}
    <span class="quiet">in {zone}</span>
  </span>
);
