import { existsSync } from 'node:fs';
import path from 'node:path';
import { API, TypeFlags } from 'typescript-native/unstable/sync';

const root = path.join(import.meta.dirname, '../../..');

/** Each page of a browser is a program of its own: its folder has its settings. */
const settingsOf = (file) => {
  const own = path.join(path.dirname(file), 'tsconfig.json');
  if (path.dirname(file) === root) return path.join(root, 'test/check/types/texts.json');
  return existsSync(own) ? own : settingsOf(path.dirname(file));
};

let compiler;
const projects = new Map();
/** The native compiler reads a program within seconds, so it starts with the first question. It ends with this process. */
const projectOf = (file) => {
  compiler ??= new API({ cwd: root });
  const settings = settingsOf(file);
  if (!projects.has(settings))
    projects.set(settings, compiler.updateSnapshot({ openProjects: [settings] }).getProject(settings));
  return projects.get(settings);
};

/** The smallest node of exactly this range: a position alone is that of a token, such as the parenthesis of a call. */
const nodeAt = (parent, [start, end], source) => {
  let found;
  parent.forEachChild((child) => {
    if (found || child.end < end || child.getStart(source) > start) return;
    found =
      nodeAt(child, [start, end], source) ?? (child.getStart(source) === start && child.end === end ? child : found);
  });
  return found;
};

const typeOf = (file, range) => {
  const { program, checker } = projectOf(file);
  const source = program.getSourceFile(file);
  const node = source && nodeAt(source, range, source);
  if (!node) throw new Error(`${settingsOf(file)} has no ${file}`);
  return checker.getTypeAtLocation(node);
};

/** Whether what this range of a file has is a text, or may be one. */
export const isText = (file, range) => {
  const type = typeOf(file, range);
  const parts = type.flags & TypeFlags.Union ? type.getTypes() : [type];
  return parts.some((part) => (part.flags & TypeFlags.StringLike) !== 0);
};

/** The number that this range of a file always has; undefined where it varies. */
export const fixedNumber = (file, range) => {
  const type = typeOf(file, range);
  return type.flags & TypeFlags.NumberLiteral ? type.value : undefined;
};
