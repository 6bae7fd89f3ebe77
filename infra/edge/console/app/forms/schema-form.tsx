import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Allowed } from '../allowed.tsx';
import { Refusal } from '../api.ts';
import { Problem } from '../pieces.tsx';
import type { Call } from '../rights.ts';
import { Fields } from './fields.tsx';
import { FormShared, type Option } from './form-context.ts';
import type { Field } from './shape.ts';
import { presetsOf, requestOf, type Values } from './values.ts';

type Props = Readonly<{
  /** The operation of the API that the form sends to. Its refusal is written in place of the form. */
  call: Call;
  name: string;
  fields: readonly Field[];
  /** What the fields hold at first. */
  first?: Values;
  options?: Readonly<Record<string, readonly Option[]>>;
  isWhole?: boolean;
  submit: string;
  /** Sends what was filled in, and answers what came of it in words. */
  send(request: Values): Promise<string>;
  /** What else is shown of what is being filled in. */
  children?(values: Values): ComponentChildren;
}>;

const Form = ({
  name,
  fields,
  first = {},
  options = {},
  isWhole = false,
  submit,
  send,
  children,
}: Omit<Props, 'call'>) => {
  const [values, setValues] = useState<Values>({ ...presetsOf(fields), ...first });
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<string>();
  const [said, setSaid] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const refused = (fault: unknown): void => {
    setProblem(fault instanceof Error ? fault.message : String(fault));
    setProblems(fault instanceof Refusal ? fault.fields : new Map());
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const submitted = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    setProblems(new Map());
    setSaid(undefined);
    await send(requestOf(fields, first, values)).then(setSaid, refused);
    setBusy(false);
  };
  return (
    <FormShared.Provider value={{ problems, options, isWhole }}>
      <form
        ref={form}
        class="form"
        aria-label={name}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submitted();
        }}
      >
        <Fields fields={fields} values={values} change={setValues} />
        {children?.(values)}
        <Problem text={problem} />
        <p class="actions">
          <button type="submit" class="first" disabled={busy}>
            {submit}
          </button>
          <span role="status">{said}</span>
        </p>
      </form>
    </FormShared.Provider>
  );
};

/** A form that the schema of a request describes. A refused field says why, and takes the focus. */
export const SchemaForm = ({ call, ...form }: Props) => (
  <Allowed call={call} says>
    <Form {...form} />
  </Allowed>
);
