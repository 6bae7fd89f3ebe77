import { platformRules } from '../../domain/content/platform-rules.ts';
import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import { platformRequirements } from '../../infra/outside/platforms/all-requirements.ts';
import { realHosts } from '../../infra/outside/platforms/hosts.ts';

export const platformApisPage = 'docs/platform-apis.md';

const cell = (text: string): string => text.replaceAll('|', '\\|');

const versionsOf = (platform: Platform): string => {
  const hosts = realHosts();
  const named = platformRequirements[platform].versions.map(({ name, called, ends, variable }) => {
    const version = called(hosts) ?? 'none';
    const end = ends(version);
    return `${name} ${version} (\`${variable}\`), ${end === undefined ? 'no end announced' : `until ${end}`}`;
  });
  return named.length === 0 ? 'the paths of single calls' : named.join('<br>');
};

const scopesOf = (platform: Platform): readonly (readonly [login: string, review: string, scopes: string])[] =>
  platformRequirements[platform].logins.flatMap(({ name, registration, scopes }) =>
    [...new Set(Object.values(scopes))].map((review) => {
      const login = registration === undefined ? name : `${name} (\`${registration}_CLIENT_ID\`)`;
      const under = Object.keys(scopes).filter((scope) => scopes[scope] === review);
      return [login, review, under.map((scope) => `\`${scope}\``).join(', ')] as const;
    }),
  );

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

/** The page of what the platforms ask of an operator, made of the declarations in the platforms' folders. */
export const platformApisText = (): string => `# The platforms' APIs

For operators: the version that each platform is called in, until when it lives, and what the platform has to approve.
\`npm run docs\` makes this page of \`infra/outside/platforms/*/requirements.ts\`.

## Versions

A start warns of a version that ends within half a year, and \`/v1/ready\` names it (\`platformVersions\`). Both look at
the platforms that have a registration. The variable raises the version without a release.

${table(
  ['Platform', 'Called in'],
  platforms.map((platform) => [platformRules[platform].name, versionsOf(platform)]),
)}

## Approval

${table(
  ['Platform', 'Beyond the scopes'],
  platforms.map((platform) => [platformRules[platform].name, platformRequirements[platform].approval]),
)}

## Scopes

${table(
  ['Platform', 'Login', 'Review', 'Scopes'],
  platforms.flatMap((platform) => scopesOf(platform).map((row) => [platformRules[platform].name, ...row])),
)}
`;
