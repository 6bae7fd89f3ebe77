import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm run notice` writes NOTICE: every package that an installation without development parts has, with its licence.
 */
type Package = Readonly<{ version?: string; license?: string; dev?: boolean; devOptional?: boolean; link?: boolean }>;

const root = path.join(import.meta.dirname, '../..');

/** Packages whose package.json names no licence, and what their LICENSE says. */
const read: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  'png-js': 'MIT',
  'twitter-text': 'Apache-2.0',
};

const licenceIn = (place: string): string => {
  try {
    const text = readFileSync(path.join(root, place, 'package.json'), 'utf8');
    const { license } = JSON.parse(text) as { license?: string | { type?: string } };
    return (typeof license === 'string' ? license : license?.type) ?? 'see the package';
  } catch {
    return 'see the package';
  }
};

/** The text of NOTICE. The lock file names the licences; where it does not, the installed package does. */
export const noticeText = (): string => {
  const lock = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Readonly<Record<string, Package>> };
  const lines = Object.entries(packages).flatMap(([place, { version, license, dev, devOptional, link }]) => {
    // The packages of the project are links to its own folders.
    if (!place.includes('node_modules/') || link || dev || devOptional) return [];
    const name = place.replace(/^.*node_modules\//, '');
    return [`${name} ${version ?? ''}: ${read[name] ?? license ?? licenceIn(place)}`];
  });
  return [
    'Social Publishing Service',
    'MIT licence, see LICENSE.',
    '',
    'An installation has these packages, each under its own licence. The texts of the licences are in the packages.',
    'Programs and libraries of other processors and operating systems are named too; an installation has its own alone.',
    '',
    ...[...new Set(lines)].sort((one, other) => (one < other ? -1 : 1)),
    '',
  ].join('\n');
};

if (process.argv[1] === import.meta.filename) writeFileSync(path.join(root, 'NOTICE'), noticeText());
