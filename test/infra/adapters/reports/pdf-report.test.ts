import { expect } from 'chai';
import { roundedUp } from '../../../../infra/adapters/reports/charts.ts';
import { pdfReport, printable } from '../../../../infra/adapters/reports/pdf-report.ts';
import type { Totals } from '../../../../read-api/analytics/totals.ts';
import { reportLanguages, type Report } from '../../../../read-api/reports/report.ts';
import { csvReport } from '../../../../read-api/reports/sheets.ts';
import { wordsOf } from '../../../../read-api/reports/words.ts';
import { drawingsOfPdf, textOfPdf } from '../../../support/text-of-pdf.ts';

const totals = (posts: number, impressions: number, likes: number): Totals => ({
  ...{ posts, metrics: { impressions, likes }, engagements: likes, engagementRate: likes / impressions },
});
const report: Report = {
  ...{ workspace: 'Café Zürich', language: 'en', range: { from: '2026-03-01', to: '2026-03-30' }, logo: undefined },
  ...{ totals: totals(2, 12_345, 100), previous: totals(1, 10_000, 200), followers: 321 },
  daily: Array.from({ length: 30 }, (_, day) => ({
    date: `2026-03-${String(day + 1).padStart(2, '0')}`,
    ...{ posts: 1, metrics: { impressions: 100 * day, likes: day }, engagements: day },
  })),
  platforms: [{ platform: 'TWITTER', totals: totals(2, 12_345, 100) }],
  accounts: [{ name: 'cafe', platform: 'TWITTER', followers: 321, gained: 12, totals: totals(2, 12_345, 100) }],
  topPosts: [
    {
      ...{ text: '=Spring is here, "finally"', platform: 'TWITTER', publishedAt: '2026-03-02T10:00:00.000Z' },
      ...{ impressions: 9_000, engagements: 80 },
    },
  ],
};
const bytesOf = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};

describe('a report as PDF', () => {
  it('shows figures, tables and the page in each language', async () => {
    for (const language of reportLanguages) {
      const bytes = await bytesOf(pdfReport({ ...report, language }));
      expect(bytes.subarray(0, 5).toString()).to.equal('%PDF-');
      const text = textOfPdf(bytes);
      const { title, impressions, accounts, page } = wordsOf[language];
      for (const shown of [title, impressions, accounts, `${page} 1`, 'Café Zürich']) expect(text).to.include(shown);
    }
    const text = textOfPdf(await bytesOf(pdfReport(report)));
    for (const shown of ['12,345', '+23.5%', '-50%', '321', 'cafe · X', 'Mar 1, 2026', 'Spring is here'])
      expect(text).to.include(shown);
  });
  it('draws the charts as vectors: a bar for each day with figures', async () => {
    const [drawing = ''] = drawingsOfPdf(await bytesOf(pdfReport(report)));
    expect(drawing.match(/ re\n/g)?.length ?? 0).to.be.at.least(29);
    expect(drawing).to.not.include(' Do');
  });
  it('says that nothing was measured where that is so', async () => {
    const empty: Totals = { posts: 0, metrics: {}, engagements: null, engagementRate: null };
    const nothing = { ...report, totals: empty, previous: empty, daily: [], platforms: [], accounts: [], topPosts: [] };
    expect(textOfPdf(await bytesOf(pdfReport(nothing)))).to.include('No posts were measured');
  });
  it('continues on further pages', async () => {
    const accounts = Array.from({ length: 100 }, () => report.accounts).flat();
    const text = textOfPdf(await bytesOf(pdfReport({ ...report, accounts })));
    expect(text).to.include('Page 3');
  });
  it('prints letters that its fonts have', () => {
    expect(printable('Ça va? 👍 “ja” – 日本')).to.equal('Ça va? “ja” – ??');
    expect([0, 3, 12, 99, 1000].map(roundedUp)).to.deep.equal([1, 5, 20, 100, 1000]);
  });
});

describe('a report as CSV', () => {
  it('quotes texts and runs none as a formula', async () => {
    const text = (await bytesOf(csvReport(report))).toString();
    expect(text).to.include('"\'=Spring is here, ""finally"""').and.include('cafe,TWITTER,321,12,2,12345,100');
  });
});
