import { useRef } from 'preact/hooks';
import { ChartFiles } from './chart-files.tsx';
import type { DayValue } from './day-values.ts';
import { stepsOf } from './periods.ts';
import { Table } from './pieces.tsx';

const [width, height] = [720, 220];
const frame = { left: 48, right: 8, top: 12, bottom: 32 };
const [across, tall] = [width - frame.left - frame.right, height - frame.top - frame.bottom];
/** So many dates stand below the bars at most. */
const datesShown = 6;

const shortDate = (date: string): string =>
  new Date(date).toLocaleDateString(undefined, { timeZone: 'UTC', day: 'numeric', month: 'short' });

/** The figures of each day as bars, the days before as a line; the same figures are in a table behind it. */
export const DayChart = ({ title, days }: { title: string; days: readonly DayValue[] }) => {
  const svg = useRef<SVGSVGElement>(null);
  const steps = stepsOf(Math.max(0, ...days.flatMap(({ value, before }) => [value, before])));
  const most = steps.at(-1) ?? 1;
  const step = across / Math.max(1, days.length);
  const heightOf = (value: number): number => (value / most) * tall;
  const yOf = (value: number): number => frame.top + tall - heightOf(value);
  const xOf = (index: number): number => frame.left + index * step;
  const every = Math.max(1, Math.ceil(days.length / datesShown));
  const line = days.map(({ before }, index) => `${xOf(index) + step / 2},${yOf(before)}`).join(' ');
  return (
    <figure class="chart">
      <figcaption>
        <strong>{title}</strong> <span class="key now">this period</span> <span class="key before">the one before</span>
      </figcaption>
      <svg ref={svg} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${title}, day by day`}>
        {steps.map((value) => (
          <g key={value}>
            <line class="grid" x1={frame.left} x2={width - frame.right} y1={yOf(value)} y2={yOf(value)} />
            <text x={frame.left - 8} y={yOf(value) + 4} text-anchor="end">
              {value.toLocaleString()}
            </text>
          </g>
        ))}
        {days.map(({ date, value }, index) => (
          <g key={date}>
            <rect x={xOf(index) + step * 0.15} y={yOf(value)} width={step * 0.7} height={heightOf(value)}>
              <title>
                {shortDate(date)}: {value}
              </title>
            </rect>
            {index % every === 0 && (
              <text x={xOf(index) + step / 2} y={height - 6} text-anchor="middle">
                {shortDate(date)}
              </text>
            )}
          </g>
        ))}
        <polyline points={line} />
      </svg>
      <ChartFiles
        title={title}
        file={`${title.toLowerCase()}-${days[0]?.date ?? ''}-${days.at(-1)?.date ?? ''}`}
        svg={svg}
        rows={[
          ['day', 'this period', 'the one before'],
          ...days.map(({ date, value, before }) => [date, value, before]),
        ]}
      />
      <details>
        <summary>The figures of the chart</summary>
        <Table
          caption={`${title} by day`}
          heads={['Day', 'This period', 'The one before']}
          rows={days.map(({ date, value, before }) => (
            <tr key={date}>
              <td>{shortDate(date)}</td>
              <td>{value}</td>
              <td>{before}</td>
            </tr>
          ))}
        />
      </details>
    </figure>
  );
};
