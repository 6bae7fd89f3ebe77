import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { projectFiles, root } from './pages.ts';

/** Words that make a sentence a puzzle. A plain sentence says: a caller, no node, reported, is, again. */
const puzzlingWords = /(?<![\w-])(?:whoever|nobody|told|stands(?!\s+for)|anew|once\s+more)(?![\w-])/;

/** Phrases that stand in place of a main clause. A plain sentence says: without one, or null, each of them, does not change. */
const puzzlingPhrases =
  /\b(?:where\s+there\s+(?:is|are)\s+none|of\s+which|none\s+of\s+(?:its|their)|but\s+for|as\s+(?:it\s+is|they\s+are)(?=\s+now\b|[.,;:]))(?![\w-])/;

const puzzling = new RegExp(`${puzzlingWords.source}|${puzzlingPhrases.source}`, 'gi');

const isCode = (file: string): boolean => /\.(?:tsx?|[cm]js)$/.test(file);
const isText = (file: string): boolean => /\.(?:md|sh|ya?ml|patch|css)$|^\.ci\//.test(file);

/** Names of code between backticks are not prose. */
const withoutNames = (text: string): string => text.replace(/`[^`\s]+`/g, '');

/** The comments of a file, and its strings of more than one word: texts, messages and titles of tests. */
const proseIn = (file: string, text: string): readonly string[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const comments = new Map<number, string>();
  const strings: string[] = [];
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of ranges) comments.set(pos, text.slice(pos, end).replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' '));
    const isString = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isString && node.text.trim().includes(' ')) strings.push(node.text);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...comments.values(), ...strings];
};

describe('the wording of the project', () => {
  it('is plain English: comments, docs, texts and titles of tests avoid the puzzling words and phrases', () => {
    const found = projectFiles()
      .filter((file) => isCode(file) || isText(file))
      .flatMap((file) => {
        const text = readFileSync(path.join(root, file), 'utf8');
        if (text.search(puzzling) === -1) return [];
        const prose = isCode(file) ? proseIn(file, text) : [text];
        return prose.flatMap((part) =>
          [...withoutNames(part).matchAll(puzzling)].map(
            ({ 0: word, index }) =>
              `${file}: "${word}" in "${withoutNames(part).slice(Math.max(0, index - 40), index + 40)}"`,
          ),
        );
      });
    expect(found, 'write each sentence again, with a subject and a plain verb').to.deep.equal([]);
  });
});
