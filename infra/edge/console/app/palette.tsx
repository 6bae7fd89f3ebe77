import { useEffect, useRef, useState } from 'preact/hooks';
import { useRefusals } from './allowed.tsx';
import { Combobox } from './combobox.tsx';
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

/** A place of the console by a word of its name: opened with Ctrl+K, or ⌘K on a Mac. */
export const Palette = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const list = found(typed, useCommands());
  const open = (): void => {
    setTyped('');
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
  const go = ({ address }: Command): void => {
    dialog.current?.close();
    location.hash = address;
  };
  return (
    <>
      <button type="button" aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        Go to … <kbd>Ctrl K</kbd>
      </button>
      <dialog ref={dialog} class="palette" aria-label="Go to">
        <Combobox
          list="commands"
          listName="Pages"
          field={{ 'aria-label': 'Page' }}
          typed={typed}
          type={setTyped}
          choices={list}
          keyOf={({ address }) => address}
          draw={({ name, group }) => (
            <>
              {name} <span class="quiet">{group}</span>
            </>
          )}
          choose={go}
        />
        {list.length === 0 && <p class="quiet">No page has this name.</p>}
      </dialog>
    </>
  );
};
