import { expect } from 'chai';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { contactImport } from '../../../domain/contacts/contact-import.ts';
import { forgetImports } from '../../../processes/erasure/forget-imports.ts';
import type { ActContext } from '../../../processes/kernel/act-context.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';

describe('the imports of contacts of a deleted workspace', () => {
  it('end, and their lines become unreadable, however many they are', async () => {
    const log = new MemoryEventStore();
    const commands = new CommandHandler(log);
    const meta = {
      workspaceId: 'w1',
      mode: 'test' as const,
      actor: { kind: 'process' as const, id: 'erasure' },
      $correlationId: 'c',
      occurredAt: '2026-01-05T09:00:00.000Z',
    };
    const send: ActContext['send'] = (decider, id, command, { step }) =>
      commands.handle(decider, id, command, { commandId: step, meta });
    const ids = Array.from({ length: 201 }, (_, n) => `i${String(n).padStart(3, '0')}`);
    for (const importId of ids) {
      const open = { type: 'open-import', importId, columns: ['platform' as const], lines: 1, parts: 1 } as const;
      await send(contactImport, importId, open, { step: `open/${importId}` });
    }
    await send(contactImport, 'i000', { type: 'cancel-import' }, { step: 'cancel' });
    const destroyed: string[] = [];
    const ports = {
      importsOf: async (_workspaceId: string, after: string, limit: number) =>
        ids.filter((id) => id > after).slice(0, limit),
      forgetImport: async (importId: string) => void destroyed.push(importId),
    };
    const { signal } = new AbortController();
    await forgetImports('w1', ports, { send, signal });
    expect(destroyed).to.deep.equal(ids);
    const lastOf = (id: string) => log.of(`contactImport-${id}`).map(({ type }) => type);
    expect(lastOf('i000')).to.deep.equal(['ContactImportOpened', 'ContactImportCancelled', 'ContactImportErased']);
    expect(lastOf('i200')).to.deep.equal(['ContactImportOpened', 'ContactImportFailed', 'ContactImportErased']);
  });
});
