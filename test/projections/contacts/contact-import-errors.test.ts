import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { contactImportErrors } from '../../../projections/contacts/contact-import-errors.ts';

const given = specFor(contactImportErrors);
const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 2 };
const errors = [
  { line: 4, column: 'platform', message: 'unknown' },
  { line: 9, column: null, message: 'too long' },
];

describe('the read model contact_import_errors', () => {
  it('has a row a faulty line', () =>
    given()
      .when(
        event(
          'ContactImportPartDone',
          { importId: 'i1', number: 0, ...counts, errors },
          { stream: 'contactImportPart-p1', workspaceId: 'w1' },
        ),
      )
      .then(
        { id: 'i1/4', workspace_id: 'w1', import_id: 'i1', line: 4, column_name: 'platform', message: 'unknown' },
        { id: 'i1/9', workspace_id: 'w1', import_id: 'i1', line: 9, column_name: null, message: 'too long' },
      ));
});
