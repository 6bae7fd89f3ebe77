import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';

const root = path.join(import.meta.dirname, '../..');

/**
 * How many casts all sources may have. A cast is a claim that the compiler does not check, so the number only falls: a
 * change that removes some lowers it here.
 */
const most = 188;

const castsIn = (text: string, file = 'some.ts'): number => {
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node) && node.type.getText() !== 'const') count += 1;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return count;
};

const areaOf = (file: string): string =>
  file
    .split('/')
    .slice(0, file.startsWith('infra/') ? 2 : 1)
    .join('/');

/** The sources of the service; generated schemas and builds are not among them. */
const sources = (): readonly string[] =>
  ['domain', 'commands', 'projections', 'read-api', 'processes', 'infra'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$|(^|\/)(node_modules|dist)\//.test(file)),
  );

describe('casts', () => {
  it('are counted, except those to const', () => {
    expect(
      castsIn('const a = b as string; const c = d as unknown as Kysely<T>; const e = { f: 1 } as const;'),
    ).to.equal(3);
  });

  it('do not grow in number', () => {
    const counts: Record<string, number> = {};
    for (const file of sources()) {
      const text = readFileSync(path.join(root, file), 'utf8');
      const count = text.includes(' as ') ? castsIn(text, file) : 0;
      counts[areaOf(file)] = (counts[areaOf(file)] ?? 0) + count;
    }
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    console.log(
      `      ${total} casts: ${Object.entries(counts)
        .map(([area, count]) => `${area} ${count}`)
        .join(', ')}`,
    );
    // A count that saw nothing would stay below every limit.
    expect(total).to.be.within(1, most);
  });
});
