import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { answered, api } from './api.ts';
import { useLately } from './asked.ts';
import { spokenIn, zone } from './moments.ts';

/** The time zone of the workspace, which is that of its queue; undefined until it is known. */
const WorkspaceZone = createContext<string | undefined>(undefined);

const useZone = () => useLately('zone of the workspace', () => answered(api.GET('/v1/queues', {})));

/** Whether it is known which times have that of the workspace beside them. */
export const useIsZoneKnown = (): boolean => {
  const { data, problem } = useZone();
  return data !== undefined || problem !== undefined;
};

export const WithWorkspaceZone = ({ children }: { children: ComponentChildren }) => {
  const { data } = useZone();
  return <WorkspaceZone.Provider value={data?.timezone}>{children}</WorkspaceZone.Provider>;
};

/** What the clocks of the workspace show at an instant; undefined where they show the same as those of the reader. */
export const useWorkspaceTime = (instant: string | undefined): string | undefined => {
  const workspace = useContext(WorkspaceZone);
  if (workspace === undefined || instant === undefined) return undefined;
  const there = spokenIn(instant, workspace);
  return there === spokenIn(instant, zone) ? undefined : `${there} in ${workspace}`;
};

/** When something goes out: in the reader's time zone, and beside it in that of the workspace. */
export const WorkspaceTime = ({ at }: { at: string | undefined }) => {
  const there = useWorkspaceTime(at);
  return there === undefined ? null : <small class="quiet beside-time">{there}</small>;
};
