import { fixedNumber, isText } from './compiled-types.js';

const message =
  'A cut at a fixed length may split a character. Use cutText or shortened of domain/kernel/stored-text.ts.';

/** Lengths of the beginnings of an ISO 8601 instant: year, month, day, hour, minute, second. */
const instantLengths = new Set([4, 7, 10, 13, 16, 19]);
/** Calls whose texts are ASCII: digests and encoded bytes. */
const asciiMakers = new Set([
  'digest',
  'toString',
  'toISOString',
  'newSecret',
  'hash',
  'hmac',
  'commandIdFor',
  'newCommentId',
]);

const nameOf = (callee) => (callee.type === 'MemberExpression' ? callee.property.name : callee.name);

/** The type of arithmetic is `number`, and a number with a sign is a place from the end. */
const variesBySyntax = ({ type, operator }) =>
  type === 'BinaryExpression' || (type === 'UnaryExpression' && operator === '-');

/**
 * Refuses `substr` and `substring` of texts, and their `slice(0, n)` where n is a fixed number. A
 * slice of a list, and one up to a place that was found in the text, are allowed.
 */
export const noCutText = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = context.filename;
    return {
      CallExpression(node) {
        const { callee, arguments: given } = node;
        if (callee.type !== 'MemberExpression' || callee.computed) return;
        const name = callee.property.name;
        const { object } = callee;
        if (name === 'substr' || name === 'substring') {
          if (isText(file, object.range)) context.report({ node, message });
          return;
        }
        if (name !== 'slice') return;
        const [start, end] = given;
        if (start?.type !== 'Literal' || start.value !== 0 || end === undefined) return;
        // What needs no type comes first: the type of a text may be that of a whole module.
        if (end.type === 'Literal' && instantLengths.has(end.value)) return;
        if (object.type === 'CallExpression' && asciiMakers.has(nameOf(object.callee))) return;
        if (variesBySyntax(end)) return;
        const value = fixedNumber(file, end.range);
        if (value === undefined || value < 0 || instantLengths.has(value) || !isText(file, object.range)) return;
        context.report({ node, message });
      },
    };
  },
};
