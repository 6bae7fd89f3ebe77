import { commandIdFor } from '../../commands/kernel/deterministic-ids.ts';
import type { CommandContext } from '../../commands/kernel/command.ts';
import type { CommandHandler } from '../../commands/kernel/handle.ts';
import type { StreamReader } from '../../domain/kernel/event-store.ts';
import {
  invitationMails,
  type InvitationMailPorts,
  type OwedInvitation,
} from '../../processes/workspaces/invitation-mails.ts';
import type { ActContext } from '../../processes/kernel/act-context.ts';

type Parts = InvitationMailPorts &
  Readonly<{
    store: StreamReader;
    commands: CommandHandler;
    contextFor(workspaceId: string): CommandContext;
    clock(): number;
  }>;

/** Runs the process that mails invitations over one workspace's stream: what is owed, and one try of each mail. */
export const invitationMailer = ({ store, commands, contextFor, clock, ...ports }: Parts) => {
  const owedBy = async (workspaceId: string): Promise<readonly OwedInvitation[]> => {
    const { events } = await store.read(`workspace-${workspaceId}`);
    const owed = new Map<string, OwedInvitation | undefined>();
    for (const event of events) {
      if (!invitationMails.handles.includes(event.type)) continue;
      for (const instance of invitationMails.instancesOf(event))
        owed.set(instance, invitationMails.evolve(owed.get(instance), event, instance));
    }
    return [...owed.values()].filter((one) => one !== undefined);
  };
  const mail = async (workspaceId: string, one: OwedInvitation): Promise<void> => {
    const send: ActContext['send'] = (decider, id, command, { step }) =>
      commands.handle(decider, id, command, {
        ...contextFor(workspaceId),
        commandId: commandIdFor(invitationMails.name, one.invitationId, step),
      });
    const load: ActContext['load'] = (decider, id) => commands.load(decider, id, workspaceId);
    const context = { workspaceId, mode: 'live', now: () => new Date(clock()), send, load } as ActContext;
    await invitationMails.act(one, context, ports);
  };
  return {
    owedBy,
    mail,
    mailOwed: async (workspaceId: string): Promise<void> => {
      for (const one of await owedBy(workspaceId)) await mail(workspaceId, one);
    },
  };
};
