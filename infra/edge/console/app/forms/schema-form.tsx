import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Allowed } from '../allowed.tsx';
import { Refusal } from '../api.ts';
import { messageOf } from '../message-of.ts';
import { Problem } from '../pieces.tsx';
import type { Call } from '../rights.ts';
import { Fields } from './fields.tsx';
import { FormShared, type FormContext, type Option } from './form-context.ts';
import type { Field } from './shape.ts';
import { changedOf, presetsOf, requestOf, type Values } from './values.ts';

type Props = Readonly<{
  /** The operation of the API that the form sends to. Its refusal is written in place of the form. */
  call: Call;
  name: string;
  fields: readonly Field[];
  /** What the fields hold at first. */
  first?: Values;
  options?: Readonly<Record<string, readonly Option[]>>;
  pickers?: FormContext['pickers'];
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
  pickers = {},
  isWhole = false,
  submit,
  send,
  children,
}: Omit<Props, 'call'>) => {
  // A field that the person left alone shows what the service says now.
  const [typed, setTyped] = useState<Values>({});
  const values: Values = { ...presetsOf(fields), ...first, ...typed };
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<string>();
  const [said, setSaid] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const refused = (fault: unknown): void => {
    setProblem(messageOf(fault));
    setProblems(fault instanceof Refusal ? fault.fields : new Map());
  };
  const sent = (text: string): void => {
    setSaid(text);
    setTyped({});
  };
  const submitted = async (): Promise<void> => {
    // Fields that cannot be changed lose the focus of the keyboard.
    const focused = document.activeElement;
    setBusy(true);
    setProblem(undefined);
    setProblems(new Map());
    setSaid(undefined);
    await send(requestOf(fields, first, values)).then(sent, refused);
    setBusy(false);
    requestAnimationFrame(() => {
      const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      if (wrong) wrong.focus();
      else if (focused instanceof HTMLElement && document.activeElement === document.body) focused.focus();
    });
  };
  return (
    <FormShared.Provider value={{ problems, options, pickers, isWhole }}>
      <form
        ref={form}
        class="form"
        aria-label={name}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submitted();
        }}
      >
        {/* A text that is typed while another one is on its way would go away with the answer. */}
        <div class="held" inert={busy}>
          <Fields
            fields={fields}
            values={values}
            change={(next) => setTyped((earlier) => ({ ...earlier, ...changedOf(values, next) }))}
          />
        </div>
        {children?.(values)}
        <Problem text={problem} />
        <p class="actions">
          {/* A disabled button would lose the focus of the keyboard. */}
          <button type="submit" class="first" aria-disabled={busy}>
            {submit}
          </button>
          <span role="status">{busy ? 'Sending …' : said}</span>
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
