import type { Recorded } from '../../domain/kernel/event.ts';
import { user, UserDeleted, UserForgotten, type UserEvent } from '../../domain/users/user.ts';
import {
  workspace,
  WorkspaceDeleted,
  WorkspaceErased,
  type WorkspaceEvent,
} from '../../domain/workspaces/workspace.ts';
import { runnable, type ProcessManager, type RunnableProcess } from '../kernel/process-manager.ts';

/** Somebody or something that was deleted and still stands somewhere it can be read. */
export type Erasing = Readonly<{ what: 'user' | 'workspace'; id: string; at: string }>;

export type ErasurePorts = Readonly<{
  /** Destroys the key of a person's data. Safe to repeat. */
  forgetPerson(userId: string): Promise<void>;
  /** Destroys the secrets of a workspace and the key its requests' addresses are sealed with. Safe to repeat. */
  forgetWorkspace(workspaceId: string): Promise<void>;
}>;

const ended = [UserForgotten, WorkspaceErased].map(({ type }) => type) as readonly string[];

/** Sees to it that what was deleted cannot be read any more, also when the request that deleted it died on the way. */
export const erasure: ProcessManager<Erasing, Erasing> = {
  name: 'erasure',
  says: 'Destroys the keys and secrets of deleted people and workspaces.',
  handles: [UserDeleted, UserForgotten, WorkspaceDeleted, WorkspaceErased].map(({ type }) => type),
  instancesOf: ({ stream }) => [stream],
  evolve: (_erasing, recorded, instance) => {
    const { type, meta } = recorded as Recorded<UserEvent | WorkspaceEvent>;
    if (ended.includes(type)) return undefined;
    const id = instance.slice(instance.indexOf('-') + 1);
    return { what: type === 'UserDeleted' ? 'user' : 'workspace', id, at: meta.occurredAt };
  },
  next: (erasing) => ({ at: erasing.at, action: erasing }),
};

export const erasureProcess = ({ forgetPerson, forgetWorkspace }: ErasurePorts): RunnableProcess =>
  runnable(erasure, async ({ what, id }, { send }) => {
    if (what === 'user') {
      await forgetPerson(id);
      await send(user, id, { type: 'note-forgotten' }, 'note-forgotten', { shared: true });
    } else {
      await forgetWorkspace(id);
      await send(workspace, id, { type: 'note-erased' }, 'note-erased', { shared: true });
    }
  });
