import {
  ContactImportCancelled,
  ContactImportCompleted,
  ContactImportErased,
  ContactImportFailed,
  ContactImportOpened,
  ContactImportPartBegun,
  ContactImportPartDone,
  ContactImportPartFinished,
  ContactImportPartStored,
  ContactImportStarted,
} from '../../../domain/contacts/contact-import-events.ts';
import { contactImportPart } from '../../../domain/contacts/contact-import-part.ts';
import { contactImport } from '../../../domain/contacts/contact-import.ts';
import { specFor } from '../../support/spec.ts';

const importId = 'i1';
const counts = { created: 2, updated: 0, unchanged: 0, skipped: 0, failed: 1 };

describe('an import of contacts', () => {
  const given = specFor(contactImport);
  const file = {
    importId,
    columns: ['platform', null, 'platformId'] as ('platform' | 'platformId' | null)[],
    lines: 6,
  };
  const opened = ContactImportOpened({ ...file, parts: 2 });
  const started = ContactImportStarted({ importId });
  const part = (number: number) => ContactImportPartFinished({ importId, number, ...counts });
  const finish = (number: number) => ({ type: 'finish-part', number, counts }) as const;
  const completed = ContactImportCompleted({ importId });
  const cancelled = ContactImportCancelled({ importId });
  const failed = ContactImportFailed({ importId, reason: 'late' });

  it('starts when all of its lines are stored', () => {
    given()
      .when({ type: 'open-import', ...file, parts: 2 })
      .then(opened);
    given(opened).when({ type: 'start-import' }).then(started);
    given(opened, failed).when({ type: 'start-import' }).thenRefused('CONFLICT');
  });
  it('is completed by its last part, and counts each part once', () => {
    given(opened).when(finish(0)).thenNothing();
    given(opened, started).when(finish(1)).thenNothing();
    given(opened, started).when(finish(0)).then(part(0));
    given(opened, started, part(0)).when(finish(0)).thenNothing();
    given(opened, started, part(0)).when(finish(1)).then(part(1), completed);
  });
  it('is cancelled until it has ended, and counts the part that had begun', () => {
    given(opened).when({ type: 'cancel-import' }).then(cancelled);
    given(opened, started, cancelled).when({ type: 'cancel-import' }).thenNothing();
    given(opened, started, cancelled).when(finish(0)).then(part(0));
    given(opened, started, part(0), part(1), completed)
      .when({ type: 'cancel-import' })
      .thenRefused('JOB_ALREADY_TERMINAL');
    given().when({ type: 'cancel-import' }).thenRefused('NOT_FOUND');
  });
  it('fails while it has not ended, and is erased when it has', () => {
    given(opened).when({ type: 'fail-import', reason: 'late' }).then(failed);
    given(opened, started, cancelled).when({ type: 'fail-import', reason: 'late' }).thenNothing();
    given(opened, started).when({ type: 'note-erased' }).thenNothing();
    given(opened, failed).when({ type: 'note-erased' }).then(ContactImportErased({ importId }));
    given(opened, started, cancelled, ContactImportErased({ importId })).when(finish(0)).thenNothing();
  });
});

describe('a part of an import of contacts', () => {
  const given = specFor(contactImportPart);
  const stored = ContactImportPartStored({ importId, number: 0, rows: '[]' });
  const begun = ContactImportPartBegun({ importId, number: 0 });
  const errors = [{ line: 4, column: 'platform', message: 'unknown' }];
  const done = ContactImportPartDone({ importId, number: 0, ...counts, errors });

  it('is stored, begun and done once', () => {
    given().when({ type: 'store-part', importId, number: 0, rows: '[]' }).then(stored);
    given(stored).when({ type: 'begin-part' }).then(begun);
    given(stored, begun).when({ type: 'end-part', counts, errors }).then(done);
    given(stored, begun, done).when({ type: 'begin-part' }).thenNothing();
    given().when({ type: 'begin-part' }).thenRefused('NOT_FOUND');
  });
});
