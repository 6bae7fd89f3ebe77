const most = 4;
const tooMany = `At most ${most} parameters by position: name the rest, as the fields of one object.`;
const flag = 'A call with a positional true says nothing: name the flag, as a field of an object.';

const isFlag = (parameter) => {
  const { left: place = parameter, right: value } = parameter.type === 'AssignmentPattern' ? parameter : {};
  if (value?.type === 'Literal' && typeof value.value === 'boolean') return true;
  const type = place.typeAnnotation?.typeAnnotation;
  const parts = type?.type === 'TSUnionType' ? type.types : [type];
  const words = parts.filter((part) => part && part.type !== 'TSUndefinedKeyword');
  return words.length > 0 && words.every((part) => part.type === 'TSBooleanKeyword');
};

/**
 * Refuses functions, and types of functions, with more than four positional parameters, and those that take a boolean beside
 * other parameters. A boolean alone is allowed: the name of the function says what it is.
 */
export const fewParameters = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const check = ({ params }) => {
      if (params.length > most) context.report({ node: params[most], message: tooMany });
      if (params.length > 1) for (const node of params.filter(isFlag)) context.report({ node, message: flag });
    };
    return Object.fromEntries(
      [
        'ArrowFunctionExpression',
        'FunctionDeclaration',
        'FunctionExpression',
        'TSCallSignatureDeclaration',
        'TSConstructSignatureDeclaration',
        'TSDeclareFunction',
        'TSEmptyBodyFunctionExpression',
        'TSFunctionType',
        'TSMethodSignature',
      ].map((kind) => [kind, check]),
    );
  },
};
