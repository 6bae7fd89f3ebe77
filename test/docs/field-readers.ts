import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { z } from 'zod';

/** The folders whose code acts on what is stored, or shows it. */
const folders = ['domain', 'commands', 'processes', 'projections', 'read-api', 'infra'];
/** They declare, record or copy fields: what only they name has no effect. */
const declares = /(?:-events|\/events|-view|\/view|\/values|-fields|request-fields)\.ts$|^read-api\/contract\//;
/** Documents about the API, and the world around the service. */
const isBeside =
  /^infra\/(?:products|test-mode|edge\/http\/openapi|edge\/console)\/|^domain\/[^/]+\/samples|\.d\.ts$|\.test\.ts$/;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.replaceAll('\\', '/')))
    .filter((name) => name.endsWith('.ts') && !isBeside.test(name));

/** The names that a file reads of something: `of.name`, `of['name']` and `{ name } = of`. */
const namesReadIn = (file: string): ReadonlySet<string> => {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) names.add(node.name.text);
    else if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression))
      names.add(node.argumentExpression.text);
    else if (ts.isBindingElement(node)) {
      const read = node.propertyName ?? node.name;
      if (ts.isIdentifier(read) || ts.isStringLiteral(read)) names.add(read.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return names;
};

/** Every name that code reads outside of declarations, with one file that reads it. */
export const readNames = (): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const file of folders.flatMap(filesIn))
    if (!declares.test(file)) for (const name of namesReadIn(file)) if (!found.has(name)) found.set(name, file);
  return found;
};

type Schema = Readonly<{
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  $defs?: Readonly<Record<string, Schema>>;
}>;

/** The dotted names of the fields of a schema, at every depth. */
export const fieldsOf = (schema: z.ZodType): ReadonlySet<string> => {
  const names = new Set<string>();
  const visit = (of: Schema | undefined, within: string): void => {
    if (of === undefined) return;
    for (const [name, inner] of Object.entries(of.properties ?? {})) {
      names.add(`${within}${name}`);
      visit(inner, `${within}${name}.`);
    }
    visit(of.items, within);
    if (typeof of.additionalProperties === 'object') visit(of.additionalProperties, within);
    for (const one of [...(of.anyOf ?? []), ...(of.allOf ?? []), ...(of.oneOf ?? [])]) visit(one, within);
    for (const [, inner] of Object.entries(of.$defs ?? {})) visit(inner, within);
  };
  visit(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, '');
  return names;
};

/** The fields of the types that a view file exports as `…View`, and of the types beside them, by file. */
export const viewFields = (): ReadonlyMap<string, readonly string[]> => {
  const views = filesIn('domain').filter((file) => /(?:-view|\/view)\.ts$/.test(file));
  return new Map(
    views.map((file) => {
      const names = new Set<string>();
      const visit = (node: ts.Node): void => {
        if (ts.isPropertySignature(node) && ts.isIdentifier(node.name)) names.add(node.name.text);
        ts.forEachChild(node, visit);
      };
      const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
      for (const statement of source.statements) if (ts.isTypeAliasDeclaration(statement)) visit(statement.type);
      return [file, [...names]];
    }),
  );
};
