import { expect } from 'chai';
import { Linter } from 'eslint';
import { definedFields } from './defined-fields.js';

const problemsIn = (code: string): number =>
  new Linter().verify(code, {
    plugins: { fields: { rules: { 'defined-fields': definedFields } } },
    rules: { 'fields/defined-fields': 'error' },
  }).length;

describe('the rule of defined fields', () => {
  for (const code of [
    'const a = { ...(x === undefined ? {} : { x }) };',
    'const a = { ...(x !== undefined ? { x } : {}) };',
    'const a = { ...(x !== undefined && { x }) };',
    'const a = { ...(media.width !== undefined && { width: media.width }) };',
  ])
    it(`refuses ${code}`, () => {
      expect(problemsIn(code)).to.equal(1);
    });

  for (const code of [
    'const a = { ...defined({ x }) };',
    'const a = { ...(x !== undefined && { y: f(x) }) };',
    'const a = { ...(x !== undefined && { x, y }) };',
    'const a = { ...(x === undefined ? { y } : { x }) };',
    'const a = { ...(x && { x }) };',
  ])
    it(`allows ${code}`, () => {
      expect(problemsIn(code)).to.equal(0);
    });
});
