import { expect } from 'chai';
import { PlatformId } from '../../../domain/contacts/contact-fields.ts';
import { importedFile, importedRow } from '../../../domain/contacts/imported-rows.ts';

describe('the id of a contact at its platform', () => {
  for (const shortened of ['4.91512E+11', '4,91512E+11', '4.91512e+11', '5E+12', ' 4.91512E+11 ', '491512345678.0'])
    it(`is refused by name where a spreadsheet shortened it: ${shortened}`, () => {
      const { error } = PlatformId.safeParse(shortened);
      expect(error?.issues[0]?.message).to.include('a spreadsheet shortened');
      const { columns, records } = importedFile(`platform,platformId\nWHATSAPP,"${shortened}"\n`);
      const [record] = [...records];
      const imported = importedRow(columns, record?.cells ?? null);
      expect(imported).to.have.nested.property('fault.column', 'platformId');
      expect(JSON.stringify(imported), 'it quotes no cell').not.to.include(shortened.trim());
    });

  for (const id of ['491512345678', '+491512345678', 'US.13491208655302741918', 'did:plc:abc', '1e5.bread', '4.9e11'])
    it(`is accepted unchanged: ${id}`, () => {
      expect(PlatformId.parse(id)).to.equal(id);
    });
});
