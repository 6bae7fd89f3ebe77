import { expect } from 'chai';
import { CommandHandler } from '../../../../commands/kernel/handle.ts';
import { notificationPreferences } from '../../../../domain/notifications/notification-preferences.ts';
import { user } from '../../../../domain/users/user.ts';
import { workspace } from '../../../../domain/workspaces/workspace.ts';
import { recipientsIn } from '../../../../infra/adapters/notifications/recipients.ts';
import { MemoryEventStore } from '../../../support/memory-event-store.ts';

describe('the people who want a mail', () => {
  const commands = new CommandHandler(new MemoryEventStore());
  const recipients = recipientsIn(commands);
  const meta = {
    workspaceId: 'w1',
    mode: 'test' as const,
    actor: { kind: 'system' as const, id: 'test' },
    $correlationId: 'test',
    occurredAt: '2026-01-05T09:00:00.000Z',
  };
  let step = 0;
  const context = () => ({ commandId: `step-${(step += 1)}`, meta });
  const register = (userId: string) => {
    const data = { userId, externalId: userId, email: `${userId}@example.com`, name: null, avatarUrl: null };
    return commands.handle(user, userId, { type: 'sign-in', ...data }, { ...context(), shared: true });
  };
  const save = (userId: string, change: object) =>
    commands.handle(
      notificationPreferences,
      userId,
      { type: 'save-notification-preferences', userId, change },
      { ...context(), shared: true },
    );

  before(async () => {
    for (const userId of ['olga', 'mia', 'nils']) await register(userId);
    const founded = { workspaceId: 'w1', name: 'W', slug: 'w', logo: null, plan: 'pro', mode: 'test' } as const;
    const create = { type: 'create-workspace', ...founded, ownerId: 'olga', settings: {} } as const;
    await commands.handle(workspace, 'w1', create, context());
    const join = { type: 'add-member', userId: 'mia', role: 'MEMBER' } as const;
    await commands.handle(workspace, 'w1', join, context());
  });

  it('are members with their addresses, each once', async () => {
    expect(await recipients.owner('w1', 'webhookFailed')).to.deep.equal([
      { userId: 'olga', email: 'olga@example.com' },
    ]);
    const asked = ['mia', 'nils', 'mia'];
    expect(await recipients.among('w1', asked, 'postFailed')).to.deep.equal([
      { userId: 'mia', email: 'mia@example.com' },
    ]);
    expect(await recipients.owner('w2', 'webhookFailed')).to.deep.equal([]);
  });

  it('are the author, or the owner where the author has left', async () => {
    const emails = async (userId: string | null) =>
      (await recipients.author('w1', userId, ['postFailed'])).map(({ email }) => email);
    expect(await emails('mia')).to.deep.equal(['mia@example.com']);
    expect(await emails('nils')).to.deep.equal(['olga@example.com']);
    expect(await emails(null)).to.deep.equal(['olga@example.com']);
  });

  it('are none who switched the kind off, or all mail', async () => {
    await save('olga', { webhookFailed: false });
    await save('mia', { emailEnabled: false });
    expect(await recipients.owner('w1', 'webhookFailed')).to.deep.equal([]);
    expect(await recipients.owner('w1', 'approvalUpdates')).to.have.length(1);
    expect(await recipients.among('w1', ['mia'], 'postFailed')).to.deep.equal([]);
  });
});
