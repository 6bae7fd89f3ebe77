import { commandTable, completedValues, type CommandSpec } from './command-table.ts';

const commands = Object.entries<CommandSpec>(commandTable);
const names = commands.map(([name]) => name).join(' ');
const flagsOf = ({ options, words = [] }: CommandSpec): string =>
  [...Object.keys(options).map((option) => `--${option}`), ...words].join(' ');

const bash = (): string => `_social() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words
  case $before in
${Object.entries(completedValues)
  .map(([option, values]) => `    --${option}) words="${values.join(' ')}" ;;`)
  .join('\n')}
    --media) COMPREPLY=($(compgen -f -- "$word")); return ;;
    *) case \${COMP_WORDS[1]} in
${commands.map(([name, spec]) => `      ${name}) words="${flagsOf(spec)}" ;;`).join('\n')}
      *) words="${names}" ;;
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -F _social social
`;

/** Apostrophes and colons separate parts of a description in zsh. */
const plain = (text: string): string => text.replace(/[':[\]]/g, ' ');

const zsh = (): string => `#compdef social
_social() {
  local -a commands
  commands=(
${commands.map(([name, { says }]) => `    '${name}:${plain(says)}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case $words[2] in
${commands
  .map(([name, { options, words = [] }]) => {
    const flags = Object.entries(options).map(([option, { type, value, says, multiple }]) => {
      const values = completedValues[option];
      const action = values ? `(${values.join(' ')})` : option === 'media' ? '_files' : ' ';
      const argument = type === 'string' ? `:${value ?? ''}:${action}` : '';
      return `'${multiple ? '*' : ''}--${option}[${plain(says)}]${argument}'`;
    });
    const last = words.length > 0 ? [`'1: :(${words.join(' ')})'`] : [];
    return `    ${name}) shift words; (( CURRENT-- )); _arguments ${[...flags, ...last].join(' ')} ;;`;
  })
  .join('\n')}
  esac
}
compdef _social social
`;

const fish = (): string =>
  [
    'complete -c social -f',
    ...commands.map(([name, { says }]) => `complete -c social -n __fish_use_subcommand -a ${name} -d '${plain(says)}'`),
    ...commands.flatMap(([name, { options, words = [] }]) => {
      const within = `complete -c social -n '__fish_seen_subcommand_from ${name}'`;
      const flags = Object.entries(options).map(([option, { type, says }]) => {
        const values = completedValues[option];
        const argument = type === 'string' ? (values ? ` -x -a '${values.join(' ')}'` : ' -r') : '';
        return `${within} -l ${option}${option === 'media' ? ' -F -r' : argument} -d '${plain(says)}'`;
      });
      return words.length > 0 ? [...flags, `${within} -a '${words.join(' ')}'`] : flags;
    }),
    '',
  ].join('\n');

const completions: ReadonlyMap<string, () => string> = new Map(Object.entries({ bash, zsh, fish }));

/** The completion of a shell, from the table of the commands; undefined for a shell that has none. */
export const completionOf = (shell: string): string | undefined => completions.get(shell)?.();
