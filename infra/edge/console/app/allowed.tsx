import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { chosenWorkspace } from './api.ts';
import { useMe } from './here.ts';
import { refusalOf, type Call, type Person } from './rights.ts';

/** `unknown` until the service has answered, `unasked` where it cannot be asked. */
const Looking = createContext<Person | 'unknown' | 'unasked'>('unknown');

export const WithRights = ({ children }: { children: ComponentChildren }) => {
  const { data, problem } = useMe();
  const chosen = chosenWorkspace();
  const workspace = data?.workspaces.find(({ id }) => chosen === undefined || id === chosen);
  const person = workspace && data ? { role: workspace.role, isOperator: data.isOperator } : undefined;
  const otherwise = problem === undefined && data === undefined ? 'unknown' : 'unasked';
  return <Looking.Provider value={person ?? otherwise}>{children}</Looking.Provider>;
};

/** Whether it is known what the person who looks may do. Before that, a page lacks buttons that come later. */
export const useIsPersonKnown = (): boolean => useContext(Looking) !== 'unknown';

/**
 * Why a call is not offered to the person who looks; undefined where it is. Without an answer about the person
 * everything is offered, for the service decides in the end: a page keeps its buttons where the connection is lost.
 */
export const useRefusals = (): ((call: Call) => string | undefined) => {
  const person = useContext(Looking);
  return (call) => {
    if (person === 'unasked') return undefined;
    return person === 'unknown' ? '' : refusalOf(call, person);
  };
};

/** What leads to a call: it is there for those who may make it. `says` writes the reason in its place for the others. */
export const Allowed = ({
  call,
  says = false,
  children,
}: {
  call: Call;
  says?: boolean;
  children: ComponentChildren;
}) => {
  const refusal = useRefusals()(call);
  if (refusal === undefined) return <>{children}</>;
  return says && refusal !== '' ? <p class="empty">{refusal}</p> : null;
};
