import type { PasswordEstimate } from '../../../domain/sign-in/password-rules.ts';

type Estimator = Readonly<{ check(password: string, known: string[]): PasswordEstimate }>;

/** The estimator with its lists of leaked passwords. It is loaded at the first new password: most starts see none. */
const load = async (): Promise<Estimator> => {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
  return {
    check: (password, known) => {
      const { guessesLog10, sequence } = zxcvbn.check(password, known);
      const [only, ...others] = sequence;
      const isLeaked =
        others.length === 0 &&
        only?.pattern === 'dictionary' &&
        'dictionaryName' in only &&
        String(only.dictionaryName).startsWith('passwords') &&
        String(only.token).length === password.length;
      return { guessesLog10, isLeaked };
    },
  };
};

/** Judges passwords offline: by patterns that guessers try, and by lists of leaked passwords. */
export const passwordEstimates = () => {
  let loading: Promise<Estimator> | undefined;
  return async (password: string, known: readonly string[]): Promise<PasswordEstimate> => {
    loading ??= load();
    const estimator = await loading;
    const words = known.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((text) => text.length > 2);
    return estimator.check(password, [...words, 'social', 'publishing', 'service']);
  };
};
