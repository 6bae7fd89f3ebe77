import { readFile } from 'node:fs/promises';
import path from 'node:path';

type Settings = Readonly<{
  $schema: string;
  ignorePatterns: readonly string[];
  overrides: readonly Readonly<{ files: readonly string[]; options: object }>[];
}>;

const settingsFile = new URL('../../.oxfmtrc.json', import.meta.url);

/** A generated text as `npm run format` wants it. The name of its file says its language. */
export const formatted = async (text: string, file: string): Promise<string> => {
  // Loaded only here, so that an installation without development packages can export.
  const { format } = await import('oxfmt');
  const settings: Settings = JSON.parse(await readFile(settingsFile, 'utf8'));
  const { $schema: _schema, ignorePatterns: _ignored, overrides, ...options } = settings;
  const own = overrides.filter(({ files }) => files.includes(`*${path.extname(file)}`));
  const { code, errors } = await format(file, text, Object.assign(options, ...own.map((each) => each.options)));
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
};
