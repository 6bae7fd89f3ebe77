import { readFileSync } from 'node:fs';
import { ConfigurationError } from './config.ts';
import { Environment } from './environment.ts';
import { appNames } from '../outside/platforms/adapter.ts';
import { faultCodeOf } from '../../domain/kernel/error-of.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Every variable whose value may be in a file. */
export const nameableByFile = (name: string): boolean =>
  name in Environment.shape || appNames.some((app) => name === `${app}_CLIENT_ID` || name === `${app}_CLIENT_SECRET`);

/**
 * The environment, with the values of files: `SECRETS_KEY_FILE` names the file of `SECRETS_KEY`, as container platforms
 * hand secrets over. Variables whose own name ends so, and variables that the service does not know, do not change.
 */
export const withSecretFiles = (env: Env, read = (file: string): string => readFileSync(file, 'utf8')): Env => {
  const problems: string[] = [];
  const values = Object.entries(env).flatMap(([variable, file]) => {
    const name = variable.endsWith('_FILE') ? variable.slice(0, -'_FILE'.length) : '';
    if (file === undefined || file === '' || variable in Environment.shape || !nameableByFile(name)) return [];
    if (env[name] !== undefined && env[name] !== '') {
      problems.push(`${variable}: must not be set beside ${name}`);
      return [];
    }
    try {
      // Editors and `echo` end a file with a line break.
      return [[name, read(file).trimEnd()]];
    } catch (fault) {
      problems.push(`${variable}: ${file} cannot be read (${faultCodeOf(fault) ?? 'fault'})`);
      return [];
    }
  });
  if (problems.length > 0) throw new ConfigurationError(problems.join('\n'));
  return { ...env, ...Object.fromEntries(values) };
};
