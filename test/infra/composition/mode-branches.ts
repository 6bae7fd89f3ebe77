import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { projectFiles, root } from '../../docs/pages.ts';

const layers = /^(domain|commands|projections|processes|read-api|infra)\//;
/** The sandbox itself, and what offers it: all of it is test mode. */
const testModeItself = /^infra\/(products\/(platform|payment)-sandbox|test-mode)\//;

const isModeWord = (node: ts.Node): boolean =>
  ts.isStringLiteral(node) && (node.text === 'test' || node.text === 'live');
const namesMode = (text: string): boolean => /\bmode\b/i.test(text);
const namesTestMode = (text: string): boolean => /\btestMode\b/.test(text);

const equalities: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);
const logical: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken]);

const isLogical = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && logical.has(node.operatorToken.kind);

const operandsOf = (node: ts.Expression): readonly ts.Expression[] => {
  if (ts.isParenthesizedExpression(node)) return operandsOf(node.expression);
  return isLogical(node) ? [...operandsOf(node.left), ...operandsOf(node.right)] : [node];
};

/** The code by which a module asks which mode it is in: comparisons with a mode, and conditions on whether test mode is on. */
const branchesIn = (file: string, text: string): readonly string[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const seen = new Set<ts.Node>();
  const codeOf = (node: ts.Node): string => node.getText(source).replace(/\s+/g, ' ');
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && equalities.has(node.operatorToken.kind)) {
      const [one, other] = [node.left, node.right];
      if ((isModeWord(one) && namesMode(codeOf(other))) || (isModeWord(other) && namesMode(codeOf(one))))
        found.push(codeOf(node));
    }
    const condition = ts.isConditionalExpression(node)
      ? node.condition
      : ts.isIfStatement(node)
        ? node.expression
        : isLogical(node)
          ? node
          : undefined;
    for (const operand of condition ? operandsOf(condition) : [])
      if (namesTestMode(codeOf(operand)) && !seen.has(operand)) {
        seen.add(operand);
        found.push(codeOf(operand));
      }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** Every branch on the mode in the source, as `file: code`. */
export const modeBranches = (): readonly string[] =>
  projectFiles()
    .filter((file) => layers.test(file) && /\.tsx?$/.test(file) && !testModeItself.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      if (!/[!=]== '(test|live)'|'(test|live)' [!=]==|testMode/.test(text)) return [];
      return branchesIn(file, text).map((code) => `${file}: ${code}`);
    });
