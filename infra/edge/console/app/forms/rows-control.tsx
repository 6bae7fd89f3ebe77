import type { ComponentChildren } from 'preact';
import { isValues, type Values } from './values.ts';

type Props = Readonly<{
  value: unknown;
  change(value: unknown): void;
  label: string;
  /** The fields of one row. */
  draw(row: Values, index: number, change: (row: Values) => void): ComponentChildren;
}>;

/** A list of objects: each has its own fields, and can be taken out. */
export const RowsControl = ({ value, change, label, draw }: Props) => {
  const rows = Array.isArray(value) ? value.filter(isValues) : [];
  return (
    <fieldset class="rows">
      <legend>{label}</legend>
      {rows.map((row, index) => (
        <div class="row" role="group" aria-label={`${label}, ${index + 1}`} key={index}>
          {draw(row, index, (next) => change(rows.map((each, at) => (at === index ? next : each))))}
          <button
            type="button"
            aria-label={`Remove ${label}, ${index + 1}`}
            onClick={() => change(rows.filter((_, at) => at !== index))}
          >
            Remove
          </button>
        </div>
      ))}
      <button type="button" onClick={() => change([...rows, {}])}>
        Add
      </button>
    </fieldset>
  );
};
