import { expect } from 'chai';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { fewParameters } from './few-parameters.js';

const problemsIn = (code: string): readonly string[] =>
  new Linter()
    .verify(code, {
      languageOptions: { parser: tseslint.parser },
      plugins: { parameters: { rules: { 'few-parameters': fewParameters } } },
      rules: { 'parameters/few-parameters': 'error' },
    })
    .map(({ message }) => message);

describe('the rule of few parameters', () => {
  for (const code of [
    'const f = (a, b, c, d, e) => a;',
    'class Named { constructor(a, b, c, d, e) {} }',
    'type Ports = { send(a: 1, b: 1, c: 1, d: 1, e: 1): void };',
    'type Send = (a: 1, b: 1, c: 1, d: 1, e: 1) => void;',
  ])
    it(`refuses the fifth parameter of ${code}`, () => {
      expect(problemsIn(code)).to.have.length(1);
    });

  for (const code of [
    'const f = (a: string, isLast: boolean) => a;',
    'const f = (a: string, isLast = false) => a;',
    'const f = (a: string, isLast?: boolean | undefined) => a;',
    'type Send = (key: string, again: boolean) => void;',
  ])
    it(`refuses the flag of ${code}`, () => {
      expect(problemsIn(code)).to.have.length(1);
    });

  for (const code of [
    'const f = (a, b, c, { d, e }) => a;',
    'const setEnabled = (enabled: boolean) => enabled;',
    'const f = (a: string, { isLast = false }: { isLast?: boolean } = {}) => a;',
    'const f = (a: string, b: boolean | string) => a;',
  ])
    it(`allows ${code}`, () => {
      expect(problemsIn(code)).to.deep.equal([]);
    });
});
