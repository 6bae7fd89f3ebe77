import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { errorPagePath } from '../../infra/edge/http/error-guide.ts';
import { platforms } from '../../domain/platforms/platform.ts';
import { Environment } from '../../infra/composition/environment.ts';
import { nameableByFile } from '../../infra/composition/secret-files.ts';
import { urlNames } from '../../infra/outside/platforms/hosts.ts';
import { auditPages } from '../../infra/composition/audit-pages.ts';
import { stripeWebhookPath } from '../../infra/adapters/billing/stripe-webhook.ts';
import { sandboxEndpoints } from '../../infra/test-mode/api/sandbox-endpoints.ts';
import { everyRead, everyWrite } from '../infra/edge/endpoints/every-endpoint.ts';
import { pages, root, type Page } from './pages.ts';

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Variables that no part of the service's configuration reads: of the commands, of tests, of the shell examples. */
const otherVariables = new Set(
  [
    'SERVICE_URL',
    'API_KEY',
    'SOCIAL_URL',
    'SOCIAL_KEY',
    'NODE_EXTRA_CA_CERTS',
    'FAULT_MATRIX',
    'LIVE_MUTATIONS',
    'PICTURES',
    'SIMULATE_SEEDS',
    'CHAOS_SECONDS',
    'CHAOS_SEED',
    'BENCH_MINUTES',
    'BENCH_WORKSPACES',
    'NO_IG_ACCOUNT',
  ].concat([
    'URL',
    'KEY',
    'ACCOUNTS',
    'ACCOUNT',
    'NOW',
    'DUE',
    'POST',
    'API',
    'AUTH',
    'HANDLE',
    'APP_PASSWORD',
    'DOMAIN',
    'UPSTREAM',
    'PACKAGES',
    'WITHOUT',
    'NODE',
  ]),
);
const platformVariables = platforms.flatMap((platform) => [
  `${platform}_CLIENT_ID`,
  `${platform}_CLIENT_SECRET`,
  ...urlNames(platform).map((name) => `${platform}_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}_URL`),
]);
const linkedinVariables = [
  'LINKEDIN_VERSION',
  'REDDIT_USER_AGENT',
  'LINKEDIN_SCOPES',
  'LINKEDIN_ORGANIZATION_SCOPES',
  'LINKEDIN_ORGANIZATION_CLIENT_ID',
  'LINKEDIN_ORGANIZATION_CLIENT_SECRET',
];
const instagramVariables = ['INSTAGRAM_FACEBOOK_CLIENT_ID', 'INSTAGRAM_FACEBOOK_CLIENT_SECRET'];
const twitterVariables = ['TWITTER_WEBHOOKS_CLIENT_ID', 'TWITTER_WEBHOOKS_CLIENT_SECRET'];
const configurationVariables = ['FACEBOOK_CONFIG_ID', 'INSTAGRAM_FACEBOOK_CONFIG_ID', 'WHATSAPP_CONFIG_ID'];
const variables = new Set([
  ...Object.keys(Environment.shape),
  ...platformVariables,
  ...linkedinVariables,
  ...instagramVariables,
  ...twitterVariables,
  ...configurationVariables,
]);

/** The value of a variable may be in a file that this one names. */
const isFileOfVariable = (name: string): boolean => name.endsWith('_FILE') && nameableByFile(name.slice(0, -5));

/** The words of a page that are written as variables of the environment: `NAME=…` in shells, `NAME` in the configuration. */
const variablesIn = ({ file, text }: Page): readonly string[] => {
  const assigned = [...text.matchAll(/(?:^|[\s`])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)=(?!=)/gm)];
  const listed = file === 'docs/configuration.md' ? [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)`/g)] : [];
  return [...new Set([...assigned, ...listed].map(([, name = '']) => name))];
};

/** The files a page links to or names between backticks; names with a placeholder are left out. */
const pathsIn = ({ file, text }: Page): readonly string[] => {
  const prose = text.replace(/```[\s\S]*?```/g, '');
  const linked = [...prose.matchAll(/\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g)].map(([, to = '']) =>
    path.join(path.dirname(file), to),
  );
  const top = /^(?:domain|commands|projections|read-api|processes|infra|test|docs)\/[\w./-]+$/;
  const named = [...prose.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name).filter((name) => top.test(name));
  return [...linked, ...named];
};

/** `/v1/posts/:id` as a pattern, `:name` of a page for any segment of a route. */
const matches = (claim: string, route: string): boolean => {
  const [one, other] = [claim, route].map((text) => text.split('/').map((part) => part.replace(/^:.*/, ':')));
  return one!.length <= other!.length && one!.every((part, at) => part === other![at]);
};

/** A stub of the ports: only the paths of the endpoints are read. */
const noPorts = {} as never;

const routesOf = (): readonly string[] => {
  const sandbox = sandboxEndpoints(noPorts);
  const endpoints = [...everyWrite, ...everyRead, ...sandbox.writes, ...sandbox.reads];
  const others = [
    '/v1/health',
    '/v1/ready',
    '/v1/docs',
    errorPagePath,
    '/v1/openapi.json',
    '/v1/asyncapi.json',
    '/v1/docs/postman.json',
    stripeWebhookPath,
    ...Object.keys(auditPages(noPorts)),
  ];
  return [...endpoints.map(({ path: route }) => route), ...others];
};

/** A package in a folder of its own has scripts of its own, which its page speaks of. */
const scriptsBeside = (file: string): Record<string, string> => {
  const manifest = path.join(root, path.dirname(file), 'package.json');
  if (!existsSync(manifest)) return {};
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { scripts?: Record<string, string> }).scripts ?? {};
};

describe('what the documentation claims', () => {
  for (const page of pages()) {
    it(`names scripts of package.json (${page.file})`, () => {
      const named = [...page.text.matchAll(/npm run (?:-s |--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
      const known = { ...scripts, ...scriptsBeside(page.file) };
      expect(named.filter((name) => !(name in known))).to.deep.equal([]);
    });

    it(`names files that exist (${page.file})`, () => {
      // A command of the page builds what is in a folder `dist`, beside its sources.
      const kept = pathsIn(page).map((file) => file.replace(/\/dist$/, ''));
      expect(kept.filter((file) => !existsSync(path.join(root, file)))).to.deep.equal([]);
    });

    it(`names variables that are read (${page.file})`, () => {
      const unknown = variablesIn(page).filter(
        (name) => !variables.has(name) && !otherVariables.has(name) && !isFileOfVariable(name),
      );
      expect(unknown).to.deep.equal([]);
    });

    it(`names routes that are served (${page.file})`, () => {
      // A walkthrough names the route that its change adds.
      const added = [...page.text.matchAll(/^\+ +path: '([^']+)'/gm)].map(([, route = '']) => route);
      // Platforms send their webhooks beside the API.
      const routes = [...routesOf(), ...added, '/v1/platform-webhooks/:platform'];
      // The page of a platform writes its own name where a route has a parameter.
      const own = path.basename(page.file, '.md').replaceAll('-', '_');
      const ofPlatform = (name: string): string =>
        page.file.startsWith('docs/platforms/') ? name.replace(new RegExp(`/${own}$`), '/:platform') : name;
      const named = [...page.text.matchAll(/\/v1\/[\w/:.-]*\w/g)].map(([name]) => ofPlatform(name));
      expect(named.filter((name) => !routes.some((route) => matches(name, route)))).to.deep.equal([]);
    });
  }

  it('has every variable of the configuration', () => {
    const { text } = pages().find(({ file }) => file === 'docs/configuration.md')!;
    expect(Object.keys(Environment.shape).filter((name) => !text.includes(`\`${name}\``))).to.deep.equal([]);
  });

  it('has a page of facts for every platform', () => {
    const missing = platforms
      .map((platform) => `infra/outside/platforms/${platform.toLowerCase().replaceAll('_', '-')}/README.md`)
      .filter((file) => !existsSync(path.join(root, file)));
    expect(missing).to.deep.equal([]);
  });
});
