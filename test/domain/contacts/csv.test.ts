import { expect } from 'chai';
import { csvLine, csvRecords, maxFileLines, maxRecordLength, UnreadableCsv } from '../../../domain/contacts/csv.ts';

describe('CSV of contacts', () => {
  const cellsIn = (text: string) => [...csvRecords(text)].map(({ cells }) => cells);

  it('reads quotes, commas, line ends of any kind and a mark at the beginning', () => {
    expect(cellsIn('\ufeffa,b\r\n"x, y","say ""hi""\nthere"\n\n,\r\nlast,')).to.deep.equal([
      ['a', 'b'],
      ['x, y', 'say "hi"\nthere'],
      ['', ''],
      ['last', ''],
    ]);
    expect(cellsIn('')).to.deep.equal([]);
  });
  it('names the line that each record begins on', () =>
    expect([...csvRecords('a\n"b\nb"\nc')].map(({ line }) => line)).to.deep.equal([1, 2, 4]));
  it('refuses a quote that is not closed', () =>
    expect(() => [...csvRecords('a\n"b')]).to.throw(UnreadableCsv, 'line 2'));
  it('keeps no cells of a record that is longer than a contact can be, and goes on behind it', () => {
    const long = [
      `"${'x'.repeat(maxRecordLength)}\n",y`,
      ','.repeat(maxRecordLength + 1),
      'x'.repeat(maxRecordLength + 1),
    ];
    for (const record of long)
      expect([...csvRecords(`a\n${record}\nb`)].map(({ cells }) => cells)).to.deep.equal([['a'], null, ['b']]);
    expect(cellsIn('x'.repeat(maxRecordLength))).to.deep.equal([['x'.repeat(maxRecordLength)]]);
  });
  it('ends at a record that is longer than a megabyte, and at more lines than files have', () => {
    const records = ['x'.repeat(2_000_000), `"${'x'.repeat(2_000_000)}"`, ','.repeat(2_000_000), '"",'.repeat(700_000)];
    for (const record of records)
      expect(() => cellsIn(`a\n${record}`)).to.throw(UnreadableCsv, 'line 2: is longer than a megabyte');
    expect(() => cellsIn(`a${'\r'.repeat(maxFileLines)}`)).to.throw(UnreadableCsv, 'lines');
  });
  it('keeps the text behind closed quotes', () =>
    expect(cellsIn('"Anna" Smith,"a ""b""" "c"')).to.deep.equal([['Anna Smith', 'a "b" "c"']]));
  it('counts empty lines, and lines within quotes', () =>
    expect([...csvRecords('\r\n\n\ra\r\n\r\n"b\n\n",c\r\rd')].map(({ line }) => line)).to.deep.equal([4, 6, 10]));
  it('reads what it writes, also what a spreadsheet would run as a formula', () => {
    const cells = ['=1+1', '-5', '\n=1', '＝1', "'=1", 'a,b', 'say "hi"', 'two\nlines', '', "'quoted'", 'plain'];
    expect(csvLine(cells)).to.match(/^'=1\+1,'-5,"'\n=1",'＝1,''=1,/);
    expect(cellsIn(csvLine(cells))).to.deep.equal([cells]);
  });
});
