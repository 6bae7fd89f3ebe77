import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from './pages.ts';

/** The folders whose exports a stranger builds on. Each function, class and constant that they export has an example. */
export const kernels = [
  'domain/kernel',
  'read-api/kernel',
  'processes/kernel',
  'projections/kernel',
  'commands/kernel',
];

/** Where examples find what they are given. */
const beside = [
  'commands/kernel',
  'domain/workspaces',
  'read-api/contract',
  'projections/authoring',
  'projections',
  'domain',
];

/** What a kernel exports, and the code of its example. A type needs none. */
export type Export = Readonly<{ file: string; name: string; isType: boolean; example: string | undefined }>;

const parsed = (name: string, text: string): ts.SourceFile =>
  ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

const exampleOf = (node: ts.Node): string | undefined => {
  const [tag] = ts.getAllJSDocTags(node, (each): each is ts.JSDocTag => each.tagName.text === 'example');
  return tag === undefined ? undefined : ts.getTextOfJSDocComment(tag.comment);
};

/** The exported functions, classes, constants and types of a file. */
const exportsOf = (file: string): readonly Export[] => {
  const found: Export[] = [];
  for (const statement of parsed(file, readFileSync(path.join(root, file), 'utf8')).statements) {
    if (!isExported(statement)) continue;
    if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations)
        found.push({ file, name: name.getText(), isType: false, example: exampleOf(statement) });
    if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement))
      found.push({ file, name: statement.name.text, isType: true, example: undefined });
    if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name)
      found.push({ file, name: statement.name.text, isType: false, example: exampleOf(statement) });
  }
  return found;
};

const exportsIn = (folders: readonly string[]): readonly Export[] =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => exportsOf(`${folder}/${file}`)),
  );

/** What the kernels export, and what examples may use beside that. */
export const kernelExports = () => ({
  own: exportsIn(kernels).filter(({ isType }) => !isType),
  usable: exportsIn([...kernels, ...beside]),
});

/** What an example says of a line, behind it or below it: a value, or the error that the line throws. */
const saidOf = (source: ts.SourceFile, statement: ts.Statement): string | undefined =>
  /^\s*\/\/ (.*)/.exec(source.text.slice(statement.end))?.[1];

/** A line that has a comment behind it claims what the comment says. */
const claimOf = (source: ts.SourceFile, statement: ts.Statement): string => {
  const said = saidOf(source, statement);
  if (said === undefined || !ts.isExpressionStatement(statement)) return statement.getText(source);
  const code = statement.expression.getText(source);
  const thrown = /^throws (\w+)/.exec(said)?.[1];
  if (thrown !== undefined) return `await throwing(async () => ${code}, '${thrown}');`;
  return `expect(await (${code})).to.deep.equal(${said});`;
};

const namesIn = (source: ts.SourceFile): ReadonlySet<string> => {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    node.forEachChild(visit);
  };
  visit(source);
  return names;
};

/**
 * An example that declares what it is given is compiled and not run, because what it needs is a running service.
 */
export const isOnlyCompiled = (example: string): boolean => /^declare /m.test(example);

/** The program of an example: its lines, with an import of each name that it uses. It fails where a line is not as it says. */
export const programOf = ({ file, name, example = '' }: Export, usable: readonly Export[]): string => {
  const source = parsed(`${file}.${name}.ts`, example);
  const isDeclared = new Set(
    source.statements.flatMap((each) =>
      ts.isVariableStatement(each) ? each.declarationList.declarations.map((one) => one.name.getText(source)) : [],
    ),
  );
  const given = source.statements.filter((each) => each.getText(source).startsWith('declare '));
  const lines = source.statements.filter((each) => !given.includes(each)).map((each) => claimOf(source, each));
  const names = namesIn(parsed('program.ts', [...given.map((each) => each.getText(source)), ...lines].join('\n')));
  const imports = usable
    .filter((each) => names.has(each.name) && !isDeclared.has(each.name))
    .filter((each, index, all) => all.findIndex((one) => one.name === each.name) === index)
    .map((each) => `import ${each.isType ? 'type ' : ''}{ ${each.name} } from '../../${each.file}';`);
  return [
    `import { expect } from 'chai';`,
    `import { throwing } from '../../test/docs/throwing.ts';`,
    ...(names.has('z') ? [`import { z } from 'zod';`] : []),
    ...(names.has('sql') ? [`import { sql } from 'kysely';`] : []),
    `import type { Kysely, Transaction } from 'kysely';`,
    ...imports,
    ...given.map((each) => each.getText(source)),
    'export const run = async (): Promise<void> => {',
    ...lines,
    'void [expect, throwing];',
    '};',
  ].join('\n');
};
