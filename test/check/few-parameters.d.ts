import type { Rule } from 'eslint';

export const fewParameters: Rule.RuleModule;
