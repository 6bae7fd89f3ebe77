import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** What a screen reader says of the field beside what it says of the list. */
type Described = Readonly<{
  id?: string;
  placeholder?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
}>;

type Props<Choice> = Readonly<{
  /** The id of the list. */
  list: string;
  listName: string;
  field: Described;
  typed: string;
  type(typed: string): void;
  /** What fits what is typed. */
  choices: readonly Choice[];
  keyOf(choice: Choice): string;
  draw(choice: Choice): ComponentChildren;
  choose(choice: Choice): void;
  /** A list that is closed opens with the field. */
  isOpen?: boolean;
  turn?(isOpen: boolean): void;
}>;

/** A field whose list shows what fits: chosen by the pointer, or by the arrows and Enter. */
export function Combobox<Choice>({
  list,
  listName,
  field,
  typed,
  type,
  choices,
  keyOf,
  draw,
  choose,
  isOpen = true,
  turn,
}: Props<Choice>) {
  // Of another text it is no place: it begins at the first choice with each letter, also before a quick arrow.
  const [place, setPlace] = useState({ typed, at: 0 });
  const at = place.typed === typed ? place.at : 0;
  const shown = isOpen ? choices : [];
  const idOf = (index: number): string => `${list}-${index}`;
  useEffect(() => document.getElementById(idOf(at))?.scrollIntoView({ block: 'nearest' }), [at]);
  const move = (by: number): void => setPlace({ typed, at: (at + by + shown.length) % Math.max(1, shown.length) });
  const pressed = (event: KeyboardEvent): void => {
    const chosen = shown[at];
    const does: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: () => (isOpen ? move(1) : turn?.(true)),
      ArrowUp: () => move(-1),
      Enter: isOpen ? () => chosen !== undefined && choose(chosen) : undefined,
      // Without a list that closes, the key closes what the field is in.
      Escape: turn !== undefined && isOpen ? () => turn(false) : undefined,
    };
    const act = does[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      <input
        {...field}
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={list}
        aria-activedescendant={shown.length === 0 ? undefined : idOf(at)}
        autocomplete="off"
        value={typed}
        onFocus={() => turn?.(true)}
        onBlur={() => turn?.(false)}
        onInput={({ currentTarget: { value } }) => (turn?.(true), type(value))}
        onKeyDown={pressed}
      />
      <ul id={list} class="choices" role="listbox" aria-label={listName} hidden={!isOpen}>
        {shown.map((choice, index) => (
          <li
            key={keyOf(choice)}
            id={idOf(index)}
            role="option"
            aria-selected={index === at}
            // The field keeps the focus, so that the list stays until the click is over.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(choice)}
          >
            {draw(choice)}
          </li>
        ))}
      </ul>
    </>
  );
}
