import { SourceMap } from 'node:module';
import { transformSync } from 'esbuild';
import { expect } from 'chai';
import { lineMap } from '@social-publishing/child-process/line-map';

const source = `
export const sum = (one: number, other: number): number =>
  [one, other]
    .map((each) => each + 0)
    .reduce((before, each) => before + each, 0);
export const half = (all: number): number => { if (Number.isNaN(all)) throw new Error('no number'); return all / 2; };
`;

describe('a map of lines', () => {
  const { code, map } = transformSync(source, { loader: 'ts', sourcemap: true, sourcefile: 'sum.ts' });
  const whole = JSON.parse(map) as { mappings: string };
  const lines = JSON.parse(lineMap(map)) as { mappings: string; sources: string[] };
  const placesIn = ({ mappings }: { mappings: string }): number => mappings.split(/[;,]/).filter(Boolean).length;

  it('leads from every place of the program to the same line of the source', () => {
    const [one, other] = [map, lineMap(map)].map((each) => new SourceMap(JSON.parse(each)));
    for (const [line, text] of code.split('\n').entries())
      for (let column = 0; column < text.length; column += 1) {
        const [expected, found] = [one, other].map((each) => each?.findEntry(line, column));
        if (expected && 'originalLine' in expected)
          expect(found, `${line}:${column}`).to.include({
            originalSource: expected.originalSource,
            originalLine: expected.originalLine,
          });
      }
  });

  it('has no columns', () => {
    expect(placesIn(lines)).to.be.lessThan(placesIn(whole) / 3);
    expect(lines.sources).to.deep.equal(['sum.ts']);
  });
});
