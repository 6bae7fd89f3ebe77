import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NotLoggedIn } from './fault.ts';

export type Login = Readonly<{ url: string; key: string }>;

type Env = Readonly<Record<string, string | undefined>>;

export const loginFile = (env: Env): string =>
  env['SOCIAL_LOGIN_FILE'] ??
  path.join(env['XDG_CONFIG_HOME'] ?? path.join(os.homedir(), '.config'), 'social/login.json');

/** Only its owner can read the file, also where it existed with other rights. */
export const storeLogin = (login: Login, env: Env): string => {
  const file = loginFile(env);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, '', { mode: 0o600 });
  chmodSync(file, 0o600);
  writeFileSync(file, `${JSON.stringify(login, undefined, 2)}\n`);
  return file;
};

export const removeLogin = (env: Env): void => rmSync(loginFile(env), { force: true });

const stored = (env: Env): Partial<Login> => {
  try {
    return JSON.parse(readFileSync(loginFile(env), 'utf8')) as Partial<Login>;
  } catch {
    return {};
  }
};

/** Variables take precedence over the file: a build system has no file. */
export const loginOf = (env: Env): Login => {
  const found = stored(env);
  const [url, key] = [env['SOCIAL_URL'] ?? found.url, env['SOCIAL_KEY'] ?? found.key];
  if (url === undefined || key === undefined)
    throw new NotLoggedIn('No address or key is known: run social login, or set SOCIAL_URL and SOCIAL_KEY');
  return { url, key };
};
