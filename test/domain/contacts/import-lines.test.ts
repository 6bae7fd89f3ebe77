import { expect } from 'chai';
import type { CsvRecord } from '../../../domain/contacts/csv.ts';
import { importedFile, importedRow } from '../../../domain/contacts/imported-rows.ts';
import { linesIn, linesOfPart, maxImportLines, maxLineBytes, partsOf } from '../../../domain/contacts/import-lines.ts';

const refusals: readonly (readonly [string, string])[] = [
  ['', 'csv: has no line with the names of the columns'],
  ['platform', 'csv: the column platformId is missing'],
  ['platform;platformId', 'csv: the columns must be separated by commas'],
  ['platform,platformId,shoeSize', 'csv: the column shoeSize is not known'],
  ['platform,platformId,Platform', 'csv: the column platform is there twice'],
  [`${'platform,'.repeat(9_000)}`, 'csv: the line of the columns is longer than 32768 characters'],
  ['platform,platformId,id,id', 'csv: the column id is there twice'],
  ['platform,platformId\nX,"1', 'csv: line 2: a quote is not closed'],
];

describe('the lines of a file of contacts', () => {
  const records = (count: number, cell = 'x') =>
    Array.from({ length: count }, (_, index) => ({ line: index + 2, cells: [cell, String(index)] }));

  const read = (all: Iterable<CsvRecord>) => {
    const parts: string[] = [];
    const reading = partsOf(all);
    for (;;) {
      const step = reading.next();
      if (step.done) return { parts, lines: step.value };
      parts.push(step.value);
    }
  };

  it('are stored in parts of a bounded number of lines and bytes, in their order', () => {
    const { parts, lines } = read(records(1_201));
    expect([lines, parts.map((part) => linesIn(part).length)]).to.deep.equal([1_201, [linesOfPart, linesOfPart, 201]]);
    expect(parts.flatMap((part) => linesIn(part).map(([line]) => line))).to.deep.equal(
      records(1_201).map(({ line }) => line),
    );
    const wide = read(records(100, 'é'.repeat(4_000))).parts;
    for (const part of wide) expect(Buffer.byteLength(part)).to.be.below(46_000);
    expect(wide.flatMap((part) => linesIn(part))).to.have.length(100);
  });
  it('lose their cells where they are too long, and keep their place', () => {
    const { parts } = read(records(2, 'x'.repeat(maxLineBytes)));
    expect(parts.flatMap((part) => linesIn(part))).to.deep.equal([
      [2, null],
      [3, null],
    ]);
  });
  it('are a hundred thousand at most', () => {
    function* many() {
      for (let line = 2; line <= maxImportLines + 2; line++) yield { line, cells: ['x'] };
    }
    expect(() => read(many())).to.throw(`csv: has more than ${maxImportLines} lines`);
  });
  for (const [csv, message] of refusals)
    it(`are refused with the file: ${message}`, () =>
      expect(() => read(importedFile(csv).records), csv).to.throw(message));
  it('are contacts, or name the column at fault without its content', () => {
    const { columns, records: all } = importedFile(
      'platform_id,Platform,createdAt,tags\n7,facebook,,"b, a"\n,FACEBOOK\n8,Zoe',
    );
    expect([...all].map(({ cells }) => importedRow(columns, cells))).to.deep.include({
      row: { platform: 'FACEBOOK', platformId: '7', tags: ['b', 'a'], isSuppressed: false },
    });
    const faults = ['1,zoe,,', '8,facebook,,a,b', ',facebook'].map((line) => importedRow(columns, line.split(',')));
    expect(faults.map((each) => 'fault' in each && each.fault.column)).to.deep.equal(['platform', null, 'platformId']);
    expect(JSON.stringify(faults)).not.to.match(/zoe/i);
  });
});
