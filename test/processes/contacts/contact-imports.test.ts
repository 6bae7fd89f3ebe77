import { expect } from 'chai';
import { contactIdOf } from '../../../commands/contacts/contact-ids.ts';
import { contactImportPartId } from '../../../commands/contacts/contact-import-part-id.ts';
import { contactImport } from '../../../domain/contacts/contact-import.ts';
import { contactImportPart } from '../../../domain/contacts/contact-import-part.ts';
import { contact } from '../../../domain/contacts/contact.ts';
import { foldState } from '../../../domain/kernel/decider.ts';
import { contactImports } from '../../../processes/contacts/contact-imports.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { killedProcess } from '../../support/killed-process.ts';
import { processSpec } from '../../support/process-spec.ts';

const importId = 'cmk0a2b3c4d5e6f7g8h9j0k1m';
const idOf = (platformId: string): string => contactIdOf('w1', 'FACEBOOK', platformId);

/** Ana is known, Bo opted out, Cy is deleted while the import runs; the last lines of the first part are faulty. */
const parts = [
  [
    [2, ['facebook', 'ana', 'Ana', 'vip', '']],
    [3, ['facebook', 'bo', 'Bo', '', 'true']],
    [4, ['facebook', 'ana', 'Ana Núñez', '', '']],
    [5, ['nowhere', 'x', '', '', '']],
    [6, null],
  ],
  [
    [7, ['facebook', 'ana', 'Ana Núñez', '', '']],
    [8, ['facebook', 'cy', 'Cy', '', '']],
    [9, ['facebook', 'di', 'Di', '', '']],
  ],
];
const columns = ['platform', 'platformId', 'displayName', 'tags', 'isSuppressed'] as const;

type Story = Readonly<{ cancelledAt?: number }>;

/** An import that is killed at a step, and started again. */
const story = async ({ cancelledAt }: Story, killAt: number) => {
  const forgottenImports: string[] = [];
  const who = (platformId: string) => ({ platform: 'FACEBOOK', platformId, contactId: idOf(platformId) }) as const;
  const world = await killedProcess(
    contactImports,
    ({ outside }) => ({
      prepareKeys: async () => undefined,
      forgetImport: (id) => outside(() => void forgottenImports.push(id)),
    }),
    {
      killAt,
      meanwhile: async ({ send }, nth) => {
        // Deleting twice is refused.
        if (nth === 1) await send(contact, idOf('cy'), { type: 'delete-contact', everywhere: false });
        if (nth === cancelledAt) await send(contactImport, importId, { type: 'cancel-import' }).catch(() => undefined);
      },
    },
  );
  const { send, log } = world;
  await send(contact, idOf('cy'), { type: 'upsert-contact', ...who('cy') });
  await send(contact, idOf('ana'), { type: 'upsert-contact', ...who('ana') });
  const open = { type: 'open-import', importId, columns, lines: 8, parts: parts.length } as const;
  await send(contactImport, importId, open);
  for (const [number, lines] of parts.entries())
    await send(contactImportPart, contactImportPartId(importId, number), {
      ...({ type: 'store-part', importId, number, rows: JSON.stringify(lines) } as const),
    });
  await send(contactImport, importId, { type: 'start-import' });
  await world.untilNothingIsOwed();
  const typesOf = (platformId: string) => log.of(`contact-${idOf(platformId)}`).map(({ type }) => type);
  const job = foldState(contactImport, log.of(`contactImport-${importId}`) as never);
  const errors = log.log.flatMap(({ type, data }) =>
    type === 'ContactImportPartDone' ? (data as { errors: { line: number }[] }).errors.map(({ line }) => line) : [],
  );
  return { world, job, errors, forgottenImports, typesOf };
};

describe('an import of contacts that is killed at any step', () => {
  it('imports and counts each line once, and erases the file', async () => {
    for (let killAt = 0; ; killAt++) {
      const { world, job, errors, forgottenImports, typesOf } = await story({}, killAt);
      const at = `killed at step ${killAt}`;
      expect(job, at).to.include({ status: 'COMPLETED', done: 2, erased: true });
      const counts = { created: 2, updated: 2, unchanged: 1, skipped: 1, failed: 2 };
      expect(job?.counts, at).to.deep.equal(counts);
      expect(errors, at).to.deep.equal([5, 6]);
      expect(forgottenImports, at).to.include(importId);
      expect(typesOf('ana'), at).to.deep.equal([
        'ContactCreated',
        'ContactProfileChanged',
        'ContactTagsChanged',
        'ContactProfileChanged',
      ]);
      expect(typesOf('bo'), at).to.deep.equal(['ContactCreated', 'ContactSuppressed']);
      expect(typesOf('cy'), at).to.deep.equal(['ContactCreated', 'ContactDeleted']);
      expect(typesOf('di'), at).to.deep.equal(['ContactCreated']);
      if (!world.wasKilled()) return expect(killAt, 'steps that were killed').to.be.greaterThan(15);
    }
  });
  it('ends behind the part that had begun when it is cancelled', async () => {
    for (let killAt = 0; ; killAt++) {
      const { world, job, forgottenImports, typesOf } = await story({ cancelledAt: 1 }, killAt);
      const at = `killed at step ${killAt}`;
      // Killed before its first part had begun, it imports nothing.
      const done = killAt === 0 ? 0 : 1;
      expect(job, at).to.include({ status: 'CANCELLED', done, erased: true });
      expect(typesOf('bo'), at).to.have.length(2 * done);
      expect(typesOf('di'), at).to.deep.equal([]);
      expect(forgottenImports, at).to.include(importId);
      if (!world.wasKilled()) return expect(killAt, 'steps that were killed').to.be.greaterThan(8);
    }
  });
});

describe('the process of imports of contacts', () => {
  const given = processSpec(contactImports);
  const openedAt = '2026-01-05T09:00:00.000Z';
  const on = (at: string) => ({ stream: `contactImport-${importId}`, at });
  const opened = event('ContactImportOpened', { importId, columns: [...columns], lines: 1, parts: 1 }, on(openedAt));

  it('does nothing until it has the events of its last part', async () => {
    const counts = { created: 1, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
    const ports = { prepareKeys: async () => undefined, forgetImport: async () => undefined };
    await given(opened, event('ContactImportStarted', { importId }, on(openedAt)))
      .missing(
        event('ContactImportPartFinished', { importId, number: 0, ...counts }, on(openedAt)),
        event('ContactImportCompleted', { importId }, on(openedAt)),
      )
      .acting(ports)
      .sendsNothing();
  });
  it('waits ten minutes for the lines of a file', () => {
    const action = { importId, openedAt, step: 'give-up' } as const;
    given(opened).owes(action).at('2026-01-05T09:10:00.000Z');
  });
  it('erases a file that did not come completely', () => {
    const failed = event('ContactImportFailed', { importId, reason: 'late' }, on('2026-01-05T09:10:00.000Z'));
    given(opened, failed).owes({ importId, openedAt, step: 'erase' });
    given(opened, failed, event('ContactImportErased', { importId }, on('2026-01-05T09:10:01.000Z'))).owesNothing();
  });
});
