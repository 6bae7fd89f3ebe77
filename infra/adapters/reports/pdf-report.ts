import PDFDocument from 'pdfkit';
import { engagementsOf } from '../../../domain/analytics/metrics.ts';
import { platformRules } from '../../../domain/content/platform-rules.ts';
import type { Daily, Totals } from '../../../read-api/analytics/totals.ts';
import type { Report, WriteReport } from '../../../read-api/reports/report.ts';
import { wordsOf, type Words } from '../../../read-api/reports/words.ts';
import { barChart, barsOf } from './charts.ts';
import { printable, registerFonts } from './fonts.ts';
import { drawLine, type Direction } from './lines.ts';
import { isKeyOf } from '../../../domain/kernel/keys-of.ts';

const margin = 40;
const ink = '#111827';
const grey = '#6b7280';
const accent = '#2456d6';
const second = '#0f9d76';
const pictureSize = 24;

type Column = Readonly<{ title: string; width: number; align?: 'right'; direction?: Direction }>;

/** Lays a report out on A4 pages. Each page is written as soon as the next one begins. */
const laidOut = (doc: PDFKit.PDFDocument, report: Report): void => {
  const words: Words = wordsOf[report.language];
  const numbers = new Intl.NumberFormat(report.language);
  const shares = new Intl.NumberFormat(report.language, { style: 'percent', maximumFractionDigits: 1 });
  const days = new Intl.DateTimeFormat(report.language, { dateStyle: 'medium', timeZone: 'UTC' });
  const short = new Intl.DateTimeFormat(report.language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  // Some languages group digits by a narrow space, which the standard fonts lack.
  const plain = (text: string): string => text.replace(/[\u202f\u2009]/g, '\u00a0');
  const number = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : plain(numbers.format(value));
  const share = (value: number | null): string => (value === null ? '–' : plain(shares.format(value)));
  const day = (value: string): string => printable(plain(days.format(new Date(value))));
  const width = doc.page.width - 2 * margin;
  let pages = 0;

  const footer = (): void => {
    pages += 1;
    const { bottom } = doc.page.margins;
    doc.page.margins.bottom = 0;
    doc.font('Helvetica').fontSize(7).fillColor(grey);
    doc.text(words.note, margin, doc.page.height - 28, { width: width - 60, lineBreak: false });
    doc.text(`${words.page} ${pages}`, margin, doc.page.height - 28, { width, align: 'right', lineBreak: false });
    doc.page.margins.bottom = bottom;
    doc.x = margin;
    doc.y = margin;
  };
  doc.on('pageAdded', footer);
  footer();

  const hasRoom = (height: number): boolean => doc.y + height <= doc.page.height - margin - 20;
  const room = (height: number): void => {
    if (!hasRoom(height)) doc.addPage();
  };
  const heading = (text: string): void => {
    room(80);
    doc
      .font('Helvetica-Bold')
      .fontSize(12)
      .fillColor(ink)
      .text(text, margin, doc.y + 16, { width });
    doc.moveDown(0.4);
  };

  const image = (bytes: Uint8Array, x: number, y: number, options: PDFKit.Mixins.ImageOption): void => {
    try {
      doc.image(Buffer.from(bytes), x, y, options);
    } catch {
      // A file that is no image after all is left out.
    }
  };

  const title = (): void => {
    if (report.logo) image(report.logo, doc.page.width - margin - 110, margin, { fit: [110, 44], align: 'right' });
    doc
      .font('Helvetica-Bold')
      .fontSize(20)
      .fillColor(ink)
      .text(words.title, margin, margin, { width: width - 120 });
    doc.font('Helvetica').fontSize(11).fillColor(grey);
    const top = doc.y;
    drawLine(doc, printable(report.workspace), { x: margin, y: top, width: width - 120, size: 11 });
    doc.font('Helvetica');
    doc.x = margin;
    doc.y = top + 13;
    doc.text(`${day(report.range.from)} – ${day(report.range.to)}`);
    doc.moveDown(0.8);
  };

  const cards = (): void => {
    const { totals, previous } = report;
    const change = (now: number | null | undefined, before: number | null | undefined): string => {
      if (!before || now === null || now === undefined) return '';
      const part = (now - before) / before;
      return `${part > 0 ? '+' : ''}${share(part)}`;
    };
    const figure = (of: Totals, name: string): number | undefined => of.metrics[name];
    const all = [
      [words.posts, number(totals.posts), change(totals.posts, previous.posts)],
      [
        words.impressions,
        number(figure(totals, 'impressions')),
        change(figure(totals, 'impressions'), figure(previous, 'impressions')),
      ],
      [words.engagements, number(totals.engagements), change(totals.engagements, previous.engagements)],
      [words.engagementRate, share(totals.engagementRate), ''],
      [words.clicks, number(figure(totals, 'clicks')), change(figure(totals, 'clicks'), figure(previous, 'clicks'))],
      [words.followers, number(report.followers), ''],
    ] as const;
    const top = doc.y;
    const cardWidth = (width - 2 * 10) / 3;
    for (const [index, [name, value, changed]] of all.entries()) {
      const x = margin + (index % 3) * (cardWidth + 10);
      const y = top + Math.floor(index / 3) * 62;
      doc.roundedRect(x, y, cardWidth, 54, 4).fill('#f3f5f9');
      doc
        .font('Helvetica')
        .fontSize(8)
        .fillColor(grey)
        .text(name, x + 10, y + 9, { lineBreak: false });
      doc
        .font('Helvetica-Bold')
        .fontSize(16)
        .fillColor(ink)
        .text(value, x + 10, y + 22, { lineBreak: false });
      if (changed !== '')
        doc
          .font('Helvetica')
          .fontSize(8)
          .fillColor(changed.startsWith('+') ? second : '#b3261e');
      if (changed !== '')
        doc.text(changed, x + 10, y + 40, { width: cardWidth - 20, align: 'right', lineBreak: false });
    }
    doc.x = margin;
    doc.y = top + 2 * 62;
    if (all.some(([, , changed]) => changed !== ''))
      doc.font('Helvetica').fontSize(7).fillColor(grey).text(`+/– ${words.before}`, { width });
  };

  const chart = (name: string, color: string, valueOf: (of: Daily[number]) => number): void => {
    room(170);
    heading(name);
    const top = doc.y;
    const label = (date: string): string => printable(short.format(new Date(date)));
    const bars = barsOf(report.range, report.daily, { label, value: valueOf });
    doc.font('Helvetica');
    barChart(doc, { x: margin, y: top, width, height: 120 }, bars, { color, number });
    doc.x = margin;
    doc.y = top + 124;
  };

  const sentence = (name: string, text: string): void => {
    heading(name);
    doc.font('Helvetica').fontSize(9).fillColor(ink).text(text, { width });
  };

  type Row = Readonly<{ cells: readonly string[]; picture?: Uint8Array | undefined }>;

  /** Pictures are at the left of the first column; where a row has one, all rows leave the place for it. */
  const table = (name: string, columns: readonly Column[], rows: readonly Row[]): void => {
    if (rows.length === 0) return;
    heading(name);
    const isIllustrated = rows.some(({ picture }) => picture !== undefined);
    const line = ({ cells, picture }: Row, { isHead }: Readonly<{ isHead: boolean }>): void => {
      const place = isIllustrated && !isHead ? pictureSize : 0;
      const height = place === 0 ? 14 : place + 6;
      if (!hasRoom(height + 6)) {
        doc.addPage();
        // A table that goes over to another page has its head there too.
        if (!isHead) head();
      }
      const y = doc.y;
      if (picture) image(picture, margin, y + 1, { width: pictureSize, height: pictureSize });
      let x = margin;
      doc.fillColor(isHead ? grey : ink);
      for (const [index, { width: cell, align, direction = 'auto' }] of columns.entries()) {
        const inset = index === 0 && place > 0 ? place + 6 : 0;
        const at = { x: x + inset, y: y + (height - 14) / 2, width: cell - 6 - inset };
        drawLine(doc, cells[index] ?? '', { ...at, size: 9, align, isBold: isHead, direction });
        x += cell;
      }
      doc
        .strokeColor('#e3e6ea')
        .lineWidth(0.5)
        .moveTo(margin, y + height)
        .lineTo(margin + width, y + height)
        .stroke();
      doc.x = margin;
      doc.y = y + height + 4;
    };
    const head = (): void => line({ cells: columns.map(({ title: of }) => of) }, { isHead: true });
    head();
    for (const row of rows) line(row, { isHead: false });
  };

  const right = (of: string, part: number): Column => ({ title: of, width: width * part, align: 'right' });
  const nameOf = (platform: string): string =>
    isKeyOf(platformRules, platform) ? platformRules[platform].name : platform;
  const cells = ({ posts, metrics, engagements, engagementRate }: Totals): string[] => [
    number(posts),
    number(metrics['impressions']),
    number(engagements),
    share(engagementRate),
  ];
  const figures = [
    right(words.posts, 0.11),
    right(words.impressions, 0.16),
    right(words.engagements, 0.16),
    right(words.engagementRate, 0.19),
  ];

  title();
  cards();
  if (report.totals.posts === 0) doc.moveDown(1.5).fontSize(11).fillColor(ink).text(words.nothing, { width });
  else {
    chart(words.daily, accent, ({ metrics }) => metrics['impressions'] ?? 0);
    if (report.totals.engagements) chart(words.dailyEngagements, second, ({ metrics }) => engagementsOf(metrics) ?? 0);
    else sentence(words.dailyEngagements, words.noEngagements);
    table(
      words.platforms,
      [{ title: words.platform, width: width * 0.38 }, ...figures],
      report.platforms.map(({ platform, totals }) => ({ cells: [nameOf(platform), ...cells(totals)] })),
    );
  }
  table(
    words.accounts,
    [
      { title: words.account, width: width * 0.34, direction: 'ltr' },
      right(words.followers, 0.14),
      right(words.gained, 0.1),
      right(words.posts, 0.1),
      right(words.impressions, 0.16),
      right(words.engagements, 0.16),
    ],
    report.accounts.map(({ name, platform, followers, gained, totals }) => ({
      cells: [
        `${printable(name)} · ${nameOf(platform)}`,
        number(followers),
        number(gained),
        ...cells(totals).slice(0, 3),
      ],
    })),
  );
  table(
    words.topPosts,
    [
      { title: words.post, width: width * 0.38 },
      { title: words.platform, width: width * 0.16 },
      { title: words.date, width: width * 0.16 },
      right(words.impressions, 0.15),
      right(words.engagements, 0.15),
    ],
    report.topPosts.map(({ text, platform, publishedAt, impressions, engagements, thumbnail }) => ({
      cells: [
        printable(text),
        nameOf(platform),
        publishedAt === null ? '' : day(publishedAt),
        number(impressions),
        number(engagements),
      ],
      picture: thumbnail,
    })),
  );
};

/** What the report shows of texts that people wrote. */
const textsOf = ({ workspace, accounts, topPosts }: Report): readonly string[] =>
  [workspace, ...accounts.map(({ name }) => name), ...topPosts.map(({ text }) => text)].map(printable);

/** A report as PDF: charts drawn as vectors, Western letters in the standard fonts, others in embedded subsets. */
export const pdfReport: WriteReport = async function* (report) {
  const info = { Title: wordsOf[report.language].title, Creator: report.workspace };
  const doc = new PDFDocument({ size: 'A4', margin, info, lang: report.language });
  await registerFonts(doc, textsOf(report));
  laidOut(doc, report);
  doc.end();
  for await (const piece of doc) yield piece as Uint8Array;
};
