import { useContext, useId } from 'preact/hooks';
import { ChoiceControl } from './choice-control.tsx';
import { ChoicesControl } from './choices-control.tsx';
import { attributesOf, type ControlOf } from './control.ts';
import { FormShared, type Option } from './form-context.ts';
import { MomentControl } from './moment-control.tsx';
import { NumberControl } from './number-control.tsx';
import { RowsControl } from './rows-control.tsx';
import type { Field, Shape } from './shape.ts';
import { TextControl } from './text-control.tsx';
import { TruthControl } from './truth-control.tsx';
import { isValues, type Values } from './values.ts';
import { wordsOf } from './words.ts';
import { WordsControl } from './words-control.tsx';

type Props = Readonly<{ field: Field; path: string; value: unknown; change(value: unknown): void }>;

const named = (value: string | number): Option => ({ value, label: wordsOf(String(value)) });

/** The values that a page knows turn a free text into a choice, and free words into boxes to tick. */
const shapeWith = (shape: Shape, options: readonly Option[] | undefined): Shape => {
  if (options === undefined) return shape;
  const values = options.map(({ value }) => value);
  return { kind: shape.kind === 'words' || shape.kind === 'choices' ? 'choices' : 'choice', values };
};

type SimpleKind = Exclude<Shape['kind'], 'record' | 'rows'>;

const Control = ({
  shape,
  known,
  ...common
}: Omit<ControlOf<SimpleKind>, 'shape'> & {
  shape: Extract<Shape, { kind: SimpleKind }>;
  known: readonly Option[] | undefined;
}) => {
  switch (shape.kind) {
    case 'text':
      return <TextControl {...common} shape={shape} />;
    case 'choice':
      return <ChoiceControl {...common} shape={shape} options={known ?? shape.values.map(named)} />;
    case 'choices':
      return <ChoicesControl {...common} shape={shape} options={known ?? shape.values.map(named)} />;
    case 'number':
      return <NumberControl {...common} shape={shape} />;
    case 'truth':
      return <TruthControl {...common} shape={shape} />;
    case 'moment':
      return <MomentControl {...common} shape={shape} />;
    case 'words':
      return <WordsControl {...common} shape={shape} />;
  }
};

/** One field of a form: its name, its control, what the API says of it, and why the service refuses it. */
const FieldOf = ({ field, path, value, change }: Props) => {
  const { problems, options, pickers, isWhole } = useContext(FormShared);
  const id = useId();
  const place = path.replaceAll(/\.\d+\./g, '.*.');
  const known = options[place];
  const Picker = pickers[place];
  // Where the values have names, the field is about what they name, not about ids.
  const isNamed = known !== undefined || Picker !== undefined;
  const label = wordsOf(isNamed ? field.name.replace(/Ids?$/, '') : field.name);
  const shape = shapeWith(field.shape, known);
  const problem = problems.get(path);
  const common = {
    id,
    value,
    change,
    isRequired: field.isRequired,
    describedBy: `${id}-help`,
    isInvalid: problem !== undefined,
  };
  const help = (
    <span id={`${id}-help`} class="help">
      {field.help !== undefined && <span class="quiet">{field.help.replaceAll('`', '')}</span>}
      {problem !== undefined && <span class="bad-text"> {problem}</span>}
    </span>
  );
  if (shape.kind === 'record')
    return (
      <fieldset>
        <legend>{label}</legend>
        {help}
        <Fields fields={shape.fields} values={isValues(value) ? value : {}} path={path} change={change} />
      </fieldset>
    );
  if (shape.kind === 'rows')
    return (
      <RowsControl
        value={value}
        change={change}
        label={label}
        draw={(values, index, changed) => (
          <Fields fields={shape.fields} values={values} path={`${path}.${index}`} change={changed} />
        )}
      />
    );
  if (shape.kind === 'truth' && (isWhole || field.preset !== undefined || field.isRequired))
    return (
      <div class="field">
        <label class="choice">
          <input
            type="checkbox"
            {...attributesOf(common)}
            checked={value === true}
            onChange={({ currentTarget: { checked } }) => change(checked)}
          />{' '}
          {label}
        </label>
        {help}
      </div>
    );
  return (
    <div class="field">
      {shape.kind === 'choices' ? (
        <span id={`${id}-label`} class="label">
          {label}
        </span>
      ) : (
        <label for={id}>
          {label} {field.isRequired && <span class="quiet">(needed)</span>}
        </label>
      )}
      {Picker !== undefined && shape.kind === 'text' ? (
        <Picker {...common} shape={shape} />
      ) : (
        <Control {...common} shape={shape} known={known} />
      )}
      {help}
    </div>
  );
};

/** The fields of an object. */
export const Fields = ({
  fields,
  values,
  change,
  path = '',
}: {
  fields: readonly Field[];
  values: Values;
  change(values: Values): void;
  path?: string;
}) => (
  <div class="fields">
    {fields.map((field) => (
      <FieldOf
        key={field.name}
        field={field}
        path={path === '' ? field.name : `${path}.${field.name}`}
        value={values[field.name]}
        change={(value) => change({ ...values, [field.name]: value })}
      />
    ))}
  </div>
);
