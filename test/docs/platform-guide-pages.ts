import { platformRules } from '../../domain/content/platform-rules.ts';
import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import { platformRequirements } from '../../infra/outside/platforms/all-requirements.ts';
import type { AppName } from '../../infra/outside/platforms/adapter.ts';
import { checkable } from '../../infra/outside/platforms/check-registration.ts';
import { receivers } from '../../infra/adapters/platform-webhooks/receivers.ts';
import { platformGuides } from './platform-guides.ts';

const folder = 'docs/platforms';
const fileOf = (platform: Platform): string => `${platform.toLowerCase().replaceAll('_', '-')}.md`;

const registrationsOf = (platform: Platform): readonly AppName[] => [
  ...new Set(platformRequirements[platform].logins.flatMap(({ registration }) => registration ?? [])),
];

const isCheckable = (registration: AppName): boolean =>
  checkable({ [registration]: { clientId: 'id', clientSecret: '' } }).length > 0;

const settings = (platform: Platform): readonly string[] => {
  const { register, variables = {} } = platformGuides[platform];
  const own = register.length === 0 ? [] : [`${platform}_CLIENT_ID`, `${platform}_CLIENT_SECRET`];
  return [
    ...own.map((name) => `- \`${name}\``),
    ...Object.entries(variables).map(([name, from]) => `- \`${name}\`: ${from}`),
  ];
};

const scopes = (platform: Platform): string =>
  platformRequirements[platform].logins
    .map(({ name, scopes: asked }) =>
      [
        `${name}:\n`,
        ...[...new Set(Object.values(asked))].map((review) => {
          const under = Object.keys(asked).filter((scope) => asked[scope] === review);
          return `- ${under.map((scope) => `\`${scope}\``).join(', ')} – review: ${review}`;
        }),
      ].join('\n'),
    )
    .join('\n\n');

const section = (title: string, text: string): string => (text === '' ? '' : `## ${title}\n\n${text}\n\n`);

const guideText = (platform: Platform): string => {
  const { register, connect = '', limits, webhooks, costs, test } = platformGuides[platform];
  const { name } = platformRules[platform];
  const checked = registrationsOf(platform).filter(isCheckable);
  const redirect =
    register.length === 0
      ? ''
      : `The page of yours to which people come back: the \`redirectUri\` of \`POST /v1/accounts/connect/${platform.toLowerCase()}\`, letter by letter, by HTTPS. The page hands \`code\` and \`state\` to \`POST /v1/accounts/callback/${platform.toLowerCase()}\`.`;
  const address =
    receivers[platform] !== undefined
      ? `\n\nAddress: \`<PUBLIC_URL>/v1/platform-webhooks/${platform.toLowerCase()}\`. [platform-webhooks.md](../platform-webhooks.md) has what becomes of the reports.`
      : '';
  const check =
    checked.length === 0
      ? ''
      : `\`npm run admin -- platforms check ${platform}\` asks the platform whether it knows the application, and prints its answer without secrets. It changes nothing.\n\n`;
  return `# Connecting ${name}

For operators. \`npm run docs\` makes this page of the code and of \`test/docs/platform-guides.ts\`.

${section(
  'Register',
  register.length === 0 ? 'Nothing is registered.' : register.map((step, index) => `${index + 1}. ${step}`).join('\n'),
)}${section('Settings', settings(platform).join('\n'))}${section('Connect', connect)}${section(
    'Redirect address',
    redirect,
  )}${section('Scopes', scopes(platform))}${section(
    'Review and limits',
    `${platformRequirements[platform].approval.replace(/^none/, 'None')}\n\n${limits}`,
  )}${section('Webhooks', webhooks + address)}${section('Costs', costs)}${section(
    'Test',
    `${check}${test}\n\n\`npm run rehearse -- --platform ${platform}\` walks through everything that the service does with an account: [operations.md](../operations.md#rehearsing-with-a-real-platform).`,
  )}`;
};

const indexText = (): string => `# Connecting real platforms

For operators: one page for each platform. \`npm run admin -- platforms check\` checks every registration at once.
[platform-apis.md](../platform-apis.md) compares versions, reviews and scopes.

${platforms.map((platform) => `- [${platformRules[platform].name}](${fileOf(platform)})`).join('\n')}
`;

/** Every page about connecting a platform, with the index of them. */
export const platformGuidePages = (): readonly Readonly<{ file: string; text: string }>[] => [
  { file: `${folder}/README.md`, text: indexText() },
  ...platforms.map((platform) => ({ file: `${folder}/${fileOf(platform)}`, text: guideText(platform) })),
];
