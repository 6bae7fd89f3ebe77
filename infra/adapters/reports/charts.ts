/** The part of a PDF document that charts are drawn with. */
export type Canvas = Pick<
  PDFKit.PDFDocument,
  'fontSize' | 'fillColor' | 'strokeColor' | 'lineWidth' | 'rect' | 'fill' | 'moveTo' | 'lineTo' | 'stroke' | 'text'
>;

export type Bar = Readonly<{ label: string; value: number }>;
export type Box = Readonly<{ x: number; y: number; width: number; height: number }>;

/** The least round number of 1, 2 or 5 times a power of ten that covers a value. */
export const roundedUp = (value: number): number => {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return (([1, 2, 5, 10] as const).find((factor) => factor * power >= value) ?? 10) * power;
};

const maxLabels = 8;
const labelWidth = 60;
const dayMs = 86_400_000;

/** Each day of a range in order: a day without figures has a bar of nothing, so the axis covers the period. */
export const barsOf = <Of extends Readonly<{ date: string }>>(
  { from, to }: Readonly<{ from: string; to: string }>,
  daily: readonly Of[],
  { label, value }: Readonly<{ label: (date: string) => string; value: (of: Of) => number }>,
): readonly Bar[] => {
  const known = new Map(daily.map((each) => [each.date, each]));
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10);
    const of = known.get(date);
    return { label: label(date), value: of ? value(of) : 0 };
  });
};

/** Bars over a grid with its scale, drawn as vectors. */
export const barChart = (
  doc: Canvas,
  { x, y, width, height }: Box,
  bars: readonly Bar[],
  { color, number }: Readonly<{ color: string; number: (value: number) => string }>,
): void => {
  const [left, bottom] = [x + 40, y + height - 14];
  const [plotWidth, plotHeight] = [width - 40, height - 20];
  const top = roundedUp(Math.max(0, ...bars.map(({ value }) => value)));
  for (const part of [0, 0.5, 1]) {
    const level = bottom - plotHeight * part;
    doc
      .strokeColor('#e3e6ea')
      .lineWidth(0.5)
      .moveTo(left, level)
      .lineTo(x + width, level)
      .stroke();
    doc
      .fontSize(7)
      .fillColor('#6b7280')
      .text(number(top * part), x, level - 3, { width: 34, align: 'right', lineBreak: false });
  }
  const slot = plotWidth / Math.max(1, bars.length);
  const every = Math.ceil(bars.length / maxLabels);
  for (const [index, { label, value }] of bars.entries()) {
    const barHeight = (plotHeight * value) / top;
    const barWidth = Math.max(0.5, Math.min(24, slot * 0.7));
    const at = left + slot * index + (slot - barWidth) / 2;
    if (barHeight > 0) doc.rect(at, bottom - barHeight, barWidth, barHeight).fill(color);
    if (index % every === 0)
      doc
        .fontSize(7)
        .fillColor('#6b7280')
        .text(label, at + (barWidth - labelWidth) / 2, bottom + 4, {
          width: labelWidth,
          align: 'center',
          lineBreak: false,
        });
  }
};
