import type { Rule } from 'eslint';

export const definedFields: Rule.RuleModule;
