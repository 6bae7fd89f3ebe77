import type { RefObject } from 'preact';
import { pictureOf } from './chart-picture.ts';
import { csvOf } from './csv.ts';
import { Act } from './pieces.tsx';
import { saved } from './saved.ts';

type Props = Readonly<{
  title: string;
  /** The name of both files, without an ending. */
  file: string;
  svg: RefObject<SVGSVGElement | null>;
  /** The figures of the chart: the first row has their names. */
  rows: readonly (readonly (string | number)[])[];
}>;

/** A chart as a picture, and its figures as a table. */
export const ChartFiles = ({ title, file, svg, rows }: Props) => {
  const picture = async (): Promise<string> => {
    if (svg.current !== null) saved(await pictureOf(svg.current), `${file}.png`);
    return 'saved';
  };
  const table = async (): Promise<string> => {
    saved(new Blob([csvOf(rows)], { type: 'text/csv' }), `${file}.csv`);
    return 'saved';
  };
  return (
    <p class="actions">
      <Act call={null} label="As PNG" describedAs={`${title} as PNG`} act={picture} />
      <Act call={null} label="As CSV" describedAs={`${title} as CSV`} act={table} />
    </p>
  );
};
