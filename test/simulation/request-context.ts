import { commandIdFor, idFrom } from '../../commands/kernel/deterministic-ids.ts';
import type { WriteContext } from '../../commands/kernel/endpoint.ts';
import type { Role } from '../../domain/workspaces/role.ts';
import { remembering } from './remembering.ts';
import type { Service } from './service.ts';
import { workspaceId } from './simulated-platforms.ts';

export type Request = Readonly<{
  requestId: string;
  now: string;
  userId: string;
  /** Of the person in the workspace, where they act by it. */
  role?: Role;
}>;

/** What an endpoint of one service gets for a request: the same each time that the request is sent. */
export const requestContext = ({ commands }: Service, { requestId, now, userId, role }: Request): WriteContext => {
  const meta = { mode: 'live', actor: { kind: 'user', id: userId } } as const;
  const of = (step = '', of = workspaceId) => ({
    commandId: commandIdFor(requestId, step),
    meta: { workspaceId: of, ...meta, $correlationId: requestId, occurredAt: now },
  });
  const context: Partial<WriteContext> = {
    ...of(),
    now,
    signal: new AbortController().signal,
    caller: { kind: 'session', workspaceId, mode: 'live', userId, role } as unknown as WriteContext['caller'],
    newId: (name = '') => idFrom(Date.parse(now), `${requestId}/${name}`),
    handle: (decider, id, command, { step, workspaceId: ofWorkspace, ...options } = {}) =>
      commands.handle(remembering(decider), id, command, { ...of(step, ofWorkspace), ...options }),
    preview: (decider, id, command, { step, workspaceId: ofWorkspace, ...options } = {}) =>
      commands.preview(remembering(decider), id, command, { ...of(step, ofWorkspace), ...options }),
    load: (decider, id, { shared = false } = {}) =>
      commands.load(remembering(decider), id, shared ? undefined : workspaceId),
  };
  return context as WriteContext;
};
