const bare = (source, node) => source.getText(node).replace(/\s+/g, ' ');
const isUndefined = (node) => node.type === 'Identifier' && node.name === 'undefined';
const isEmpty = (node) => node.type === 'ObjectExpression' && node.properties.length === 0;

/** The expression that `test` compares with undefined, by this operator. */
const compared = (test, operator) =>
  test.type === 'BinaryExpression' && test.operator === operator && isUndefined(test.right) ? test.left : undefined;

/** What a spread asks for, and the object that it spreads where that is there. */
const conditionOf = (spread) => {
  if (spread.type === 'LogicalExpression' && spread.operator === '&&')
    return [compared(spread.left, '!=='), spread.right];
  if (spread.type !== 'ConditionalExpression') return [];
  const { test, consequent, alternate } = spread;
  return isEmpty(consequent)
    ? [compared(test, '==='), alternate]
    : isEmpty(alternate)
      ? [compared(test, '!=='), consequent]
      : [];
};

/** Refuses `...(x === undefined ? {} : { x })` and `...(x !== undefined && { x })`: `...defined({ x })` says it in one word. */
export const definedFields = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const source = context.sourceCode;
    return {
      'ObjectExpression > SpreadElement'(node) {
        const [asked, object] = conditionOf(node.argument);
        if (!asked || object?.type !== 'ObjectExpression' || object.properties.length !== 1) return;
        const [field] = object.properties;
        if (field.type !== 'Property' || field.computed || bare(source, field.value) !== bare(source, asked)) return;
        context.report({ node, message: 'Write ...defined({ x }) of domain/kernel/defined.ts.' });
      },
    };
  },
};
