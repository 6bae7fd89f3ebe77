import { contactActivities } from './contact-activities.ts';
import { contactImportErrors } from './contact-import-errors.ts';
import { contactImports } from './contact-imports.ts';
import { contactTotals } from './contact-totals.ts';
import { contacts } from './contacts.ts';

export const contactProjections = {
  contacts,
  contact_activities: contactActivities,
  contact_totals: contactTotals,
  contact_imports: contactImports,
  contact_import_errors: contactImportErrors,
};
