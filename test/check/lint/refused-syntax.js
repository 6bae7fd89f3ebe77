/** A rule that reports, with this message, each node that one of the selectors finds. */
const refusing = (message, ...selectors) => ({
  meta: { type: 'problem', schema: [] },
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

export const plainLiterals = refusing(
  'Write its parts where it is spread: a reader looks for the merge that is not there.',
  'ObjectExpression > SpreadElement > ObjectExpression',
  'ArrayExpression > SpreadElement > ArrayExpression',
);

export const timerPromise = refusing(
  'Wait by pause, of commands/kernel/timers.ts, or in infra of node:timers/promises (setTimeout as pause).',
  "NewExpression[callee.name='Promise'] > ArrowFunctionExpression > " +
    "CallExpression.body[callee.name='setTimeout'][arguments.0.name='resolve']",
);

export const statedAbsence = refusing(
  'The state of an aggregate that may not exist says so by its kind: absent, existing, deleted.',
  "TSPropertySignature[key.name='is']",
);

// A call takes what is left by its type, so the compiler looks there.
export const everyEvent = refusing(
  'Name every type, and end with unreachable(event): the compiler then names the folds of a new event.',
  ":matches(Property[key.name='evolve'], VariableDeclarator[id.name='evolve']) " +
    "SwitchStatement[discriminant.property.name='type'] > SwitchCase[test=null] > " +
    "ReturnStatement:not([argument.type='CallExpression'])",
);
