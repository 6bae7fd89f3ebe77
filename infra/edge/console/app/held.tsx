import { createContext, type ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';

type Hold = () => () => void;

const Holding = createContext<Hold | undefined>(undefined);

/** Holds the fields beside an action, until the function that it answers is called; undefined where no fields are held. */
export const useHold = (): Hold | undefined => useContext(Holding);

/**
 * Fields, and the actions that send what they hold. The fields cannot be changed while an action is under way: they go away
 * with its answer, or show another state of what they are about, so a text that is typed in the meantime would be lost.
 */
export const Held = ({ fields, children }: { fields: ComponentChildren; children: ComponentChildren }) => {
  const [holders, setHolders] = useState(0);
  const hold: Hold = () => {
    setHolders((before) => before + 1);
    return () => setHolders((before) => before - 1);
  };
  return (
    <Holding.Provider value={hold}>
      <span class="held" inert={holders > 0}>
        {fields}
      </span>{' '}
      {children}
    </Holding.Provider>
  );
};
