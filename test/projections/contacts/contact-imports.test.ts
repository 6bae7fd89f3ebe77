import { expect } from 'chai';
import { presentContactImport, type ContactImportView } from '../../../domain/contacts/contact-import-view.ts';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { event, rowsOf, specFor } from '../../../projections/authoring/projection-spec.ts';
import { contactImports } from '../../../projections/contacts/contact-imports.ts';

const importId = 'i1';
const at = (minute: number) => `2026-01-05T09:0${minute}:00.000Z`;
const in1 = (minute: number) => ({ stream: 'contactImport-i1', workspaceId: 'w1', at: at(minute) });
const counts = { created: 1, updated: 0, unchanged: 0, skipped: 0, failed: 1 };
const opened = event(
  'ContactImportOpened',
  { importId, columns: ['platform', 'platformId'], lines: 3, parts: 2 },
  in1(0),
);
const part = event('ContactImportPartFinished', { importId, number: 0, ...counts }, in1(2));
const begun = [opened, event('ContactImportStarted', { importId }, in1(1)), part];

const shownAfter = (...events: readonly Recorded[]) => {
  const [row] = rowsOf(contactImports, events);
  return row && presentContactImport(row['view'] as ContactImportView);
};

describe('the read model contact_imports', () => {
  it('has how far each import has come', () => {
    expect(shownAfter(...begun)).to.deep.equal({
      id: importId,
      status: 'PROCESSING',
      total: 3,
      done: 2,
      percent: 66,
      ...counts,
      startedAt: at(0),
      finishedAt: null,
      failureReason: null,
    });
  });
  it('knows what is still to be erased', () => {
    const cancelled = event('ContactImportCancelled', { importId }, in1(3));
    const given = specFor(contactImports);
    given(...begun)
      .when(cancelled)
      .then({ id: importId, workspace_id: 'w1', started_at: at(0), erased: false });
    given(...begun, cancelled)
      .when(event('ContactImportErased', { importId }, in1(4)))
      .then({ id: importId, erased: true });
    expect(shownAfter(...begun, cancelled)).to.include({ status: 'CANCELLED', finishedAt: at(3), percent: 66 });
  });
});
