import { expect } from 'chai';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { create, type Font } from 'fontkit';
import sharp from 'sharp';
import { barChart, barsOf, roundedUp, type Canvas } from '../../../../infra/adapters/reports/charts.ts';
import { fontsIn, printable } from '../../../../infra/adapters/reports/fonts.ts';
import { runsOf } from '../../../../infra/adapters/reports/lines.ts';
import { pdfReport } from '../../../../infra/adapters/reports/pdf-report.ts';
import { webFont, webFontIn } from '../../../../infra/adapters/reports/web-fonts.ts';
import { xlsxReport } from '../../../../infra/adapters/reports/xlsx-report.ts';
import type { Totals } from '../../../../read-api/analytics/totals.ts';
import { reportLanguages, type Report } from '../../../../read-api/reports/report.ts';
import { csvReport } from '../../../../read-api/reports/sheets.ts';
import { wordsOf } from '../../../../read-api/reports/words.ts';
import { drawingsOfPdf, outlinesOfPdf, jpegsOfPdf, textOfPdf } from '../../../support/text-of-pdf.ts';

const totals = (posts: number, impressions: number, likes: number): Totals => ({
  posts,
  copies: posts,
  metrics: { impressions, likes },
  engagements: likes,
  engagementRate: likes / impressions,
});
const report: Report = {
  workspace: 'Café Zürich',
  language: 'en',
  range: { from: '2026-03-01', to: '2026-03-30' },
  logo: undefined,
  totals: totals(2, 12_345, 100),
  previous: totals(1, 10_000, 200),
  followers: 321,
  daily: Array.from({ length: 30 }, (_, day) => ({
    date: `2026-03-${String(day + 1).padStart(2, '0')}`,
    posts: 1,
    copies: 1,
    metrics: { impressions: 100 * day, likes: day },
    engagements: day,
  })),
  platforms: [{ platform: 'TWITTER', totals: totals(2, 12_345, 100) }],
  accounts: [{ name: 'cafe', platform: 'TWITTER', followers: 321, gained: 12, totals: totals(2, 12_345, 100) }],
  topPosts: [
    {
      text: '=Spring is here, "finally"',
      platform: 'TWITTER',
      publishedAt: '2026-03-02T10:00:00.000Z',
      impressions: 9_000,
      engagements: 80,
      thumbnail: undefined,
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
      for (const view of [title, impressions, accounts, `${page} 1`, 'Café Zürich']) expect(text).to.include(view);
    }
    const text = textOfPdf(await bytesOf(pdfReport(report)));
    for (const view of ['12,345', '+23.5%', '-50%', '321', 'cafe · X', 'Mar 1, 2026', 'Spring is here'])
      expect(text).to.include(view);
  });
  it('draws the charts as vectors: a bar for each day with figures', async () => {
    const [drawing = ''] = drawingsOfPdf(await bytesOf(pdfReport(report)));
    expect(drawing.match(/ re\n/g)?.length ?? 0).to.be.at.least(29);
    expect(drawing).to.not.include(' Do');
  });
  it('has each day of the period on the axis, also those without posts', () => {
    const daily = [{ date: '2026-03-03', likes: 7 }];
    const wanted = { label: (date: string) => date, value: ({ likes }: { likes: number }) => likes };
    expect(barsOf({ from: '2026-03-01', to: '2026-03-04' }, daily, wanted)).to.deep.equal([
      { label: '2026-03-01', value: 0 },
      { label: '2026-03-02', value: 0 },
      { label: '2026-03-03', value: 7 },
      { label: '2026-03-04', value: 0 },
    ]);
  });
  it('centres the label of a day under its bar', () => {
    const drawn: { x: number; width: number }[] = [];
    const bars: { x: number; width: number }[] = [];
    const canvas: unknown = new Proxy(
      {},
      {
        get: (_, name) => (first: unknown, x: number, _y: number, options?: { width: number; align: string }) => {
          if (name === 'text' && options?.align === 'center') drawn.push({ x, width: options.width });
          if (name === 'rect') bars.push({ x: Number(first), width: _y });
          return canvas;
        },
      },
    );
    const at = { x: 0, y: 0, width: 400, height: 100 };
    const values = [1, 2, 3].map((value) => ({ label: `day ${value}`, value }));
    barChart(canvas as Canvas, at, values, { color: '#000', number: String });
    const middles = (of: typeof drawn) => of.map(({ x, width }) => x + width / 2);
    expect(middles(drawn)).to.deep.equal(middles(bars)).and.have.length(3);
  });
  it('says that nothing was measured where that is so', async () => {
    const empty: Totals = { posts: 0, copies: 0, metrics: {}, engagements: null, engagementRate: null };
    const nothing = { ...report, totals: empty, previous: empty, daily: [], platforms: [], accounts: [], topPosts: [] };
    const text = textOfPdf(await bytesOf(pdfReport(nothing)));
    expect(text).to.include('No posts were measured').and.not.include('against the period before');
  });
  it('shows letters of other scripts, by an embedded font with no more than these', async () => {
    const [account] = report.accounts;
    const accounts = account ? [{ ...account, name: 'Кафе Αθήνα Łódź' }] : [];
    const [post] = report.topPosts;
    const topPosts = post ? [{ ...post, text: 'Скоро весна' }] : [];
    const bytes = await bytesOf(pdfReport({ ...report, workspace: 'Ереван Երևան', accounts, topPosts }));
    const text = textOfPdf(bytes);
    for (const view of ['Ереван Երևան', 'Кафе Αθήνα Łódź · X', 'Скоро весна', 'Impressions'])
      expect(text).to.include(view);
    expect(bytes.length).to.be.below(100_000);
  });
  it('shows a picture beside each post that has one, and leaves out what is no picture', async () => {
    const red = await sharp({ create: { width: 96, height: 96, channels: 3, background: '#f00' } })
      .jpeg()
      .toBuffer();
    const [post] = report.topPosts;
    const pictures = [red, undefined, Buffer.from('no picture'), Buffer.concat([red.subarray(0, 2)])];
    const topPosts = post ? pictures.map((thumbnail, n) => ({ ...post, text: `Post ${n}`, thumbnail })) : [];
    const bytes = await bytesOf(pdfReport({ ...report, topPosts }));
    expect(jpegsOfPdf(bytes).map((jpeg) => jpeg.equals(red))).to.deep.equal([true]);
    expect(drawingsOfPdf(bytes).join('').match(/ Do\n/g)).to.have.length(1);
    const text = textOfPdf(bytes);
    for (const n of pictures.keys()) expect(text).to.include(`Post ${n}`);
    expect(jpegsOfPdf(await bytesOf(pdfReport(report)))).to.deep.equal([]);
  });
  it('says that there are no engagements yet', async () => {
    const quiet = { ...report, totals: { ...totals(2, 50, 0), engagementRate: 0 }, topPosts: [] };
    const text = textOfPdf(await bytesOf(pdfReport(quiet)));
    expect(text).to.include('No engagements yet').and.include('Impressions by day');
    expect(textOfPdf(await bytesOf(pdfReport(report)))).not.to.include('No engagements yet');
  });
  it('continues on further pages', async () => {
    const accounts = Array.from({ length: 100 }, () => report.accounts).flat();
    const text = textOfPdf(await bytesOf(pdfReport({ ...report, accounts })));
    expect(text).to.include('Page 3');
    // The head of the table is on each page that has rows of it.
    const pages = text.split(/^Page \d+$/m).filter((page) => page.includes('cafe'));
    expect(pages).to.have.length(4);
    for (const page of pages) expect(page.match(/^Account$/gm)).to.have.length(1);
  });
  it('shows Chinese, Japanese and Korean', async () => {
    const texts = ['春天来了，我们的新茶。', '新しいお茶、東京で。', '새로운 차가 나왔습니다.', 'Ça va 漢字 Łódź'];
    const [post] = report.topPosts;
    const topPosts = post ? texts.map((text) => ({ ...post, text })) : [];
    const bytes = await bytesOf(pdfReport({ ...report, workspace: '茶館 東京', topPosts }));
    // Each font draws its letters as a piece of their own.
    const text = textOfPdf(bytes).replaceAll('\n', '');
    for (const view of [...texts, '茶館 東京']) expect(text).to.include(view);
    expect(bytes.length).to.be.below(200_000);
    const outlines = outlinesOfPdf(bytes);
    for (const letter of texts.join('').replace(/[ Ça va.]/g, '')) expect(outlines.get(letter), letter).to.match(/^M/);
    const regular = create(await webFont(webFontIn('noto-sans-sc', 0x6625) ?? 'noto-sans-sc/0')) as Font;
    expect(outlines.get('春')).to.equal(regular.glyphForCodePoint(0x6625).path.toSVG());
  });
  it('shows Hebrew and Arabic from right to left', async () => {
    const [post] = report.topPosts;
    const texts = ['שלום עולם (2026) Tea', 'مرحبا بالعالم', 'Tea שלום now'];
    const topPosts = post ? texts.map((text) => ({ ...post, text })) : [];
    const text = textOfPdf(await bytesOf(pdfReport({ ...report, topPosts })));
    const reversed = (word: string) => Array.from(word).reverse().join('');
    const [hebrew, world] = [reversed('שלום'), reversed('עולם')];
    expect(text.replaceAll('\n', '')).to.include(`Tea (2026) ${world} ${hebrew}`).and.include(`Tea ${hebrew} now`);
    expect(text).to.include(reversed('مرحبا بالعالم'));
  });
  it('cuts a line to its width, between letters as people see them', async () => {
    const [post] = report.topPosts;
    const texts = ['茶'.repeat(200), 'ש'.repeat(200), 'e\u0301\u0323'.repeat(200)];
    const topPosts = post ? texts.map((text) => ({ ...post, text })) : [];
    const text = textOfPdf(await bytesOf(pdfReport({ ...report, topPosts }))).replaceAll('\n', '');
    // The decoder of Node 20 reads the ellipsis of Helvetica as U+0085.
    expect(text)
      .to.match(/茶{20,30}[…\u0085]/)
      .and.match(/…ש{20,60}/);
    expect(text).not.to.match(/茶{40}|ש{80}/);
  });
  it('keeps the fonts of a Japanese or Korean title whose kana or hangul are cut off', async () => {
    for (const text of [`${'東京都庁舎'.repeat(12)}です`, `${'大韓民國'.repeat(15)}입니다`]) {
      const [post] = report.topPosts;
      const bytes = await bytesOf(pdfReport({ ...report, topPosts: post ? [{ ...post, text }] : [] }));
      expect(bytes.subarray(-6).toString()).to.include('%%EOF');
    }
  });
  it('draws the runs of a line from left to right, each in the font that has its letters', () => {
    expect(runsOf('Ça va?', 'auto')).to.deep.equal([{ text: 'Ça va?', font: 'Helvetica' }]);
    expect(runsOf('Łódź', 'auto', fontsIn('Łódź', { isBold: true }))).to.deep.equal([
      { text: 'Łódź', font: 'DejaVuSans-Bold' },
    ]);
    const hebrew = { font: 'DejaVuSans', script: 'hebr' } as const;
    expect(runsOf('אב Tea', 'auto')).to.deep.equal([
      { text: 'Tea', font: 'DejaVuSans' },
      { text: 'אב ', ...hebrew },
    ]);
    expect(runsOf('אב · X', 'ltr')).to.deep.equal([
      { text: 'אב', ...hebrew },
      { text: ' · X', font: 'DejaVuSans' },
    ]);
    expect(runsOf('(אב)', 'auto').map(({ text }) => text)).to.deep.equal([')אב(']);
    expect(runsOf('۱۲۳', 'auto')).to.deep.equal([{ text: '۱۲۳', font: 'DejaVuSans', script: 'latn' }]);
    const fontOf = (text: string) => runsOf(text, 'auto')[0]?.font.split('/')[0];
    expect(['茶', '茶の', '차', '차 茶'].map(fontOf)).to.deep.equal([
      'noto-sans-sc',
      'noto-sans-jp',
      'noto-sans-kr',
      'noto-sans-kr',
    ]);
  });
  it('prints letters that its fonts have, and leaves out emoji', () => {
    expect(printable('Ça va? 👍🏽 “ja” – 日本 👩‍👩‍👧 → ✓ © ™ ❤️ 1️⃣')).to.equal('Ça va? “ja” – 日本 → ✓ © ™');
    expect(printable('Tea \ud800 ខ្មែរ')).to.match(/^Tea \ufffd □+$/);
    expect([0, 3, 12, 99, 1000].map(roundedUp)).to.deep.equal([1, 5, 20, 100, 1000]);
  });
  it('leaves out each emoji wherever it lies, and no digit of a number', () => {
    const parts = ['👍', '🏽', '👩‍👩‍👧', '1', '23', '#', '️', '⃣', '‍', '🇩', '🇪', '🏴', '󠁧', '❤', '©', 'a', ' ', '*', '️⃣'];
    const emoji = new RegExp('\\p{RGI_Emoji}', 'gv');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (chosen) => {
        const text = chosen.join('');
        // Where an emoji goes, its neighbours may look like another one.
        const once = text.replace(emoji, '');
        fc.pre(!emoji.test(once));
        expect(printable(text)).to.equal(printable(once));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a report as CSV', () => {
  it('quotes texts and runs none as a formula', async () => {
    const text = (await bytesOf(csvReport(report))).toString();
    const named = (name: string) => ({ ...report, accounts: report.accounts.map((each) => ({ ...each, name })) });
    for (const name of ['=1', '＝1', '＋1', '－1', '＠1'])
      expect((await bytesOf(csvReport(named(name)))).toString()).to.include(`'${name},TWITTER`);
    expect(text).to.include('"\'=Spring is here, ""finally"""').and.include('cafe,TWITTER,321,12,2,12345,100');
  });
});

describe('a report as XLSX', () => {
  /** The files of the archive, by their names. */
  const filesOf = async (of: Report): Promise<Record<string, string>> => {
    const files = unzipSync(await bytesOf(xlsxReport(of)));
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
  };
  it('has a sheet for each table, with names that spreadsheets take', async () => {
    for (const language of reportLanguages) {
      const names = [
        ...((await filesOf({ ...report, language }))['xl/workbook.xml'] ?? '').matchAll(/<sheet [^>]*name="([^"]*)"/g),
      ];
      expect(names, language).to.have.length(5);
      expect(Math.max(...names.map(([, name = '']) => name.length))).to.be.at.most(31);
    }
  });
  it('has the numbers as numbers, and texts as texts that are no formulas', async () => {
    const [post] = report.topPosts;
    const topPosts = post ? [{ ...post, text: '=1+1 \u0007\ud800 日本' }] : [];
    const files = await filesOf({ ...report, topPosts });
    const all = Object.values(files).join('\n');
    expect(all).to.include('<v>12345</v>').and.include('=1+1  日本');
    expect(all).not.to.match(/<f>|\u0007/);
  });
});
