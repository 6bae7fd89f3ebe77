/** The letters .NET knows after a backslash. It refuses expressions with any other. */
const knownLetters = /[aAbBcdDefknpPrsStuvwWxzZ]/;

/** What JavaScript reads as the letter itself although .NET means something else. */
const translated: Readonly<Record<string, string>> = {
  A: '(?<![^])',
  z: '(?![^])',
  Z: '(?=\\n?(?![^]))',
  a: '\\x07',
  e: '\\x1b',
};

const escape = (letter: string): string => {
  if (/[a-z]/i.test(letter) && !knownLetters.test(letter)) throw new SyntaxError(`Unrecognized escape \\${letter}`);
  return translated[letter] ?? `\\${letter}`;
};

const translate = (source: string): string => {
  let translation = '';
  let isInClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at] as string;
    if (char === '\\') {
      at += 1;
      translation += escape(source[at] ?? '');
    } else if (isInClass) {
      if (char === '[' && source[at - 1] === '-') throw new SyntaxError('Subtraction of character classes');
      isInClass = char !== ']';
      translation += char;
    } else if (char === '[') {
      isInClass = true;
      const negation = source[at + 1] === '^' ? '^' : '';
      at += negation.length;
      translation += `[${negation}`;
      // At the beginning of a class a closing bracket is a member of it.
      if (source[at + 1] === ']') {
        at += 1;
        translation += '\\]';
      }
    } else if (source.startsWith('(?#', at)) {
      const end = source.indexOf(')', at);
      if (end < 0) throw new SyntaxError('Unterminated comment');
      at = end;
    } else if (source.startsWith("(?'", at)) {
      const end = source.indexOf("'", at + 3);
      if (end < 0) throw new SyntaxError('Invalid group name');
      translation += `(?<${source.slice(at + 3, end)}>`;
      at = end;
    } else translation += char;
  }
  return translation;
};

/**
 * Compiles an expression as the server's .NET reads it. JavaScript silently reads a part of the
 * syntax differently. Options are supported at the very beginning (`(?i)`). What JavaScript cannot
 * express is refused. `\d`, `\w` and `\s` mean ASCII here. Throws `SyntaxError`.
 */
export const dotNetExpression = (source: string): RegExp => {
  const [whole, options = ''] = /^\(\?([imns]*)(?:-[imnsx]+)?\)/.exec(source) ?? [''];
  const flags = new Set([...options].filter((option) => option !== 'n'));
  const body = translate(source.slice(whole.length));
  if (/\\p\{/i.test(body)) flags.add('u');
  return new RegExp(body, [...flags].join(''));
};
