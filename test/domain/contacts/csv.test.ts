import { expect } from 'chai';
import { csvLine, csvRecords, UnclosedQuote } from '../../../domain/contacts/csv.ts';

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
    expect(() => [...csvRecords('a\n"b')]).to.throw(UnclosedQuote, 'line 2'));
  it('reads a cell of megabytes', () => {
    const [record] = csvRecords(`"${'x'.repeat(9_000_000)}${'""'.repeat(9)}",x`);
    expect(record?.cells.map(({ length }) => length)).to.deep.equal([9_000_009, 1]);
  });
  it('reads what it writes, also what a spreadsheet would run as a formula', () => {
    const cells = ['=1+1', '-5', '\n=1', '＝1', "'=1", 'a,b', 'say "hi"', 'two\nlines', '', "'quoted'", 'plain'];
    expect(csvLine(cells)).to.match(/^'=1\+1,'-5,"'\n=1",'＝1,''=1,/);
    expect(cellsIn(csvLine(cells))).to.deep.equal([cells]);
  });
});
