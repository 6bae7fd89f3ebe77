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

type Translated = Readonly<{ text: string; end: number }>;

/**
 * A character class from its opening bracket on, and where it ends. A class that is subtracted from
 * it becomes a look-ahead: `[a-z-[aeiou]]` is `(?:(?![aeiou])[a-z])`.
 */
const translateClass = (source: string, start: number): Translated => {
  let at = start + 1;
  let text = '[';
  if (source[at] === '^') text += source[at++];
  // At the beginning of a class a closing bracket is a member of it.
  if (source[at] === ']') {
    text += '\\]';
    at += 1;
  }
  for (; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (char === '\\') text += escape(source[++at] ?? '');
    else if (char === ']') return { text: `${text}]`, end: at };
    else if (source.startsWith('-[', at)) {
      const without = translateClass(source, at + 1);
      if (source[without.end + 1] !== ']') throw new SyntaxError('A subtracted class is the last part of its class');
      return { text: `(?:(?!${without.text})${text}])`, end: without.end + 1 };
    } else text += char;
  }
  throw new SyntaxError('Unterminated character class');
};

/** What opens a group in .NET and in JavaScript, and what JavaScript needs at its end. */
const translateGroup = (source: string, at: number, count: number): Translated & Readonly<{ close: string }> => {
  if (source.startsWith('(?>', at)) {
    // What a look-ahead captured is not given back, as in an atomic group.
    const name = `atomic${count}`;
    return { text: `(?=(?<${name}>`, end: at + 2, close: `))\\k<${name}>` };
  }
  if (source.startsWith("(?'", at)) {
    const end = source.indexOf("'", at + 3);
    if (end < 0) throw new SyntaxError('Invalid group name');
    return { text: `(?<${source.slice(at + 3, end)}>`, end, close: ')' };
  }
  return { text: '(', end: at, close: ')' };
};

const translate = (source: string): string => {
  let translation = '';
  const closes: string[] = [];
  let atomic = 0;
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (char === '\\') {
      at += 1;
      translation += escape(source[at] ?? '');
    } else if (char === '[') {
      const { text, end } = translateClass(source, at);
      translation += text;
      at = end;
    } else if (source.startsWith('(?#', at)) {
      const end = source.indexOf(')', at);
      if (end < 0) throw new SyntaxError('Unterminated comment');
      at = end;
    } else if (char === '(') {
      if (source.startsWith('(?>', at)) atomic += 1;
      const { text, end, close } = translateGroup(source, at, atomic);
      translation += text;
      closes.push(close);
      at = end;
    } else if (char === ')') translation += closes.pop() ?? ')';
    else translation += char;
  }
  // The groups that atomic ones become would shift the numbers.
  if (atomic > 0 && /\\[1-9]/.test(source)) throw new SyntaxError('Numbered references beside atomic groups');
  return translation;
};

/**
 * Compiles an expression as the server's .NET reads it. JavaScript silently reads a part of the
 * syntax differently. Options are supported at the very beginning (`(?i)`). Atomic groups and the
 * subtraction of classes are rewritten. What JavaScript cannot express is refused. `\d`, `\w` and `\s` mean ASCII here. Throws `SyntaxError`.
 */
export const dotNetExpression = (source: string): RegExp => {
  const [whole, options = ''] = /^\(\?([imns]*)(?:-[imnsx]+)?\)/.exec(source) ?? [''];
  const flags = new Set([...options].filter((option) => option !== 'n'));
  const body = translate(source.slice(whole.length));
  if (/\\p\{/i.test(body)) flags.add('u');
  return new RegExp(body, [...flags].join(''));
};
