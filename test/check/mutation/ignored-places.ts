import type { Ignorer } from '@stryker-mutator/api/ignore';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** A text of several words: a spec of its wording would fail at each better word. */
const isSentence = (text: string): boolean => /\S\s+\S/.test(text.trim());

/** A node of the syntax tree. Stryker hands it over without a type. */
type Node = Readonly<{
  type: string;
  value?: unknown;
  quasis?: readonly Readonly<{ value: Readonly<{ raw: string }> }>[];
  test?: unknown;
  consequent?: readonly Readonly<{ argument?: Readonly<{ callee?: Readonly<{ name?: string }> }> }>[];
}>;

const textOf = ({ type, value, quasis = [] }: Node): string =>
  type === 'StringLiteral'
    ? String(value)
    : type === 'TemplateLiteral'
      ? quasis.map((part) => part.value.raw).join('_')
      : '';

/** The last case of a fold that names every type: the compiler proves that it never runs. */
const isUnreachable = ({ type, test, consequent = [] }: Node): boolean =>
  type === 'SwitchCase' && !test && consequent[0]?.argument?.callee?.name === 'unreachable';

const reasonOf = (node: Node): string | undefined =>
  isSentence(textOf(node)) ? 'a sentence for people' : isUnreachable(node) ? 'never runs' : undefined;

const ignorer: Ignorer = {
  shouldIgnore: (place) => ('node' in place ? reasonOf(place.node as Node) : undefined),
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'ignored-places', ignorer)];
