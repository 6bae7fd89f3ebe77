import { useEffect, useRef, useState } from 'preact/hooks';
import { useRefusals } from './allowed.tsx';
import type { Call } from './rights.ts';
import { usePlaces } from './use-places.ts';

type Command = Readonly<{ name: string; group: string; address: string }>;

/** What can be made on a page that is not in the menu. */
const makings: readonly (Command & Readonly<{ call: Call }>)[] = [
  { name: 'New broadcast', group: 'Talk', address: '#/broadcasts/new', call: 'POST /v1/broadcasts' },
  { name: 'New automation', group: 'Talk', address: '#/automations/new', call: 'POST /v1/comment-automations' },
];

/** What the person who looks can go to. */
const useCommands = (): readonly Command[] => {
  const refused = useRefusals();
  const pages = usePlaces().flatMap(([group, places]) =>
    places.map(([place, name]) => ({ name, group, address: `#/${place}` })),
  );
  return [...pages, ...makings.filter(({ call }) => refused(call) === undefined)];
};

/** The commands that have all the words that were typed. */
const found = (typed: string, commands: readonly Command[]): readonly Command[] => {
  const words = typed.toLowerCase().split(/\s+/);
  return commands.filter(({ name, group }) => words.every((word) => `${group} ${name}`.toLowerCase().includes(word)));
};

const idOf = (index: number): string => `command-${index}`;

/** A place of the console by a word of its name: opened with Ctrl+K, or ⌘K on a Mac. */
export const Palette = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = found(typed, useCommands());
  const open = (): void => {
    setTyped('');
    setAt(0);
    dialog.current?.showModal();
  };
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (dialog.current?.open !== true) open();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
  useEffect(() => document.getElementById(idOf(at))?.scrollIntoView({ block: 'nearest' }), [at]);
  const go = (command: Command | undefined): void => {
    if (command === undefined) return;
    dialog.current?.close();
    location.hash = command.address;
  };
  const move = (by: number): void => setAt((at + by + list.length) % Math.max(1, list.length));
  const pressed = (event: KeyboardEvent): void => {
    const does: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => go(list[at]),
    };
    const act = does[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      <button type="button" aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        Go to … <kbd>Ctrl K</kbd>
      </button>
      <dialog ref={dialog} class="palette" aria-label="Go to">
        <input
          role="combobox"
          aria-label="Page"
          aria-expanded={list.length > 0}
          aria-controls="commands"
          aria-activedescendant={list.length === 0 ? undefined : idOf(at)}
          autocomplete="off"
          value={typed}
          onInput={({ currentTarget: { value } }) => (setTyped(value), setAt(0))}
          onKeyDown={pressed}
        />
        <ul id="commands" role="listbox" aria-label="Pages">
          {list.map((command, index) => (
            <li
              key={command.address}
              id={idOf(index)}
              role="option"
              aria-selected={index === at}
              onClick={() => go(command)}
            >
              {command.name} <span class="quiet">{command.group}</span>
            </li>
          ))}
        </ul>
        {list.length === 0 && <p class="quiet">No page has this name.</p>}
      </dialog>
    </>
  );
};
