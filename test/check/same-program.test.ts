import { expect } from 'chai';
import { hasSameTypes, isSameProgram } from './same-program.ts';

const before = 'export const most = (a: number): number => a + 1;\n';

describe('two versions of a module', () => {
  it('are the same program where types, comments or spaces differ', () => {
    const after = '/** One more. */\nexport const most = (a: number | bigint) =>\n  a + 1;\n';
    expect(isSameProgram('a.ts', before, after)).to.equal(true);
  });

  it('have the same types where comments or spaces differ', () => {
    const after = '/** One more. */\nexport const most = (a: number): number =>\n  a + 1;\n';
    expect(hasSameTypes('a.ts', before, after)).to.equal(true);
    expect(hasSameTypes('a.ts', before, before.replace('a: number', 'a: bigint'))).to.equal(false);
  });

  it('are two programs where a value differs, or where one is no program', () => {
    expect(isSameProgram('a.ts', before, before.replace('1', '2'))).to.equal(false);
    expect(isSameProgram('a.ts', before, 'export const most = (')).to.equal(false);
    expect(isSameProgram('a.ts', 'const (', 'const (')).to.equal(false);
  });
});
