import { platformRules } from '../../../domain/content/platform-rules.ts';
import { platforms, type Platform } from '../../../domain/platforms/platform.ts';
import { deeds, type Contract, type Deed, type Operation, type Origin } from '../engine/contract.ts';
import { livePlatforms } from '../run/scenarios.ts';

type Absent = Readonly<Partial<Record<Deed, string>>>;

/** A rule of the API: `platform_not_supported` (domain/contacts/decide-messages.ts). */
const noMessages = 'not offered: the service sends messages on Facebook and Instagram';
const none = 'the platform has no such call';

/** What the service does not do on a platform, and why. */
const absent: Readonly<Partial<Record<Platform, Absent>>> = {
  PINTEREST: { comment: none, message: none, receive: none },
  TELEGRAM: { comment: 'a channel has no comments' },
  YOUTUBE: { message: none },
  GOOGLE_BUSINESS: { message: none },
  THREADS: { message: none },
  WHATSAPP: {
    comment: none,
    insights: none,
    refresh: 'tokens of system users do not expire',
    delete: none,
  },
  LINKEDIN: { message: noMessages },
  TIKTOK: { message: none, delete: none },
  REDDIT: { message: noMessages },
  SNAPCHAT: { comment: none, message: none, receive: none },
};

/** What the API does not offer and an adapter can do all the same: test/live/adapters/messages.test.ts calls these. */
export const messagesByAdapterAlone: readonly Platform[] = ['TWITTER', 'BLUESKY', 'TELEGRAM', 'MASTODON'];

/** What test/real-bluesky does against Bluesky's own server. */
const byRealServer: readonly Deed[] = ['connect', 'publish', 'upload', 'refresh', 'delete'];

const words: Readonly<Record<Origin, string>> = { description: 'official description', documentation: 'documentation' };

const isOf = ({ deed }: Operation, wanted: Deed): boolean => [deed].flat().includes(wanted);

const contractOf = (platform: Platform): Contract => {
  const found = livePlatforms.find(({ contract }) => contract.platform === platform);
  if (!found) throw new Error(`no live platform is ${platform}`);
  return found.contract;
};

/** Whether a cell says that the platform itself has no such call. */
export const isWithoutCall = (platform: Platform, deed: Deed): boolean => absent[platform]?.[deed] === none;

/** Whether the platform reports by itself. */
export const isReported = (platform: Platform): boolean => contractOf(platform).reports !== undefined;

/** The operations of a contract that a live run calls for one of the deeds. */
export const operationsFor = (platform: Platform, deed: Deed): readonly string[] =>
  Object.entries(contractOf(platform).operations).flatMap(([name, operation]) => (isOf(operation, deed) ? [name] : []));

export type Check = Readonly<{ by: readonly string[] } | { absent: string }>;

const checkedBy = (platform: Platform, deed: Deed): readonly string[] => {
  const contract = contractOf(platform);
  const origins = [
    ...operationsFor(platform, deed).map((name) => contract.operations[name]?.origin ?? contract.origin),
    ...(deed === 'receive' && contract.reports ? [contract.reports.origin] : []),
  ];
  const by = (['description', 'documentation'] as const)
    .filter((origin) => origins.includes(origin))
    .map((each) => words[each]);
  return [...by, ...(platform === 'BLUESKY' && byRealServer.includes(deed) ? ['real server'] : [])];
};

/** By what one deed on one platform is checked. */
export const checkOf = (platform: Platform, deed: Deed): Check => {
  const why = absent[platform]?.[deed];
  if (why !== undefined) return { absent: why };
  const by = checkedBy(platform, deed);
  return deed === 'message' && messagesByAdapterAlone.includes(platform)
    ? { absent: `${noMessages}; the adapter: ${by.join(', ')}` }
    : { by };
};

const cell = (check: Check): string => ('absent' in check ? `– (${check.absent})` : check.by.join(', '));

/** docs/platform-checks.md. */
export const checksPage = (): string =>
  [
    '# What each platform is checked by',
    '',
    'For engineers and operators. A live run starts the service without test mode and does everything below at servers of',
    '`test/live`, which know nothing of the sandbox. `npm run checks` generates this page from the operations that those',
    'servers describe. `test/live/checks/table.test.ts` compares the two, and the live run proves that each is called.',
    '',
    '- Official description: the server accepts what the machine-readable description of the platform allows.',
    '- Documentation: the server accepts what the documentation of the platform allows, each rule with its source.',
    "- Real server: the platform's own software on this machine (`npm run test:bluesky`).",
    '- A dash: the service does not offer it there, and why. The README of the platform in `infra/outside/platforms` has',
    '  the source.',
    '',
    `| Platform | ${deeds.join(' | ')} |`,
    `| --- | ${deeds.map(() => '---').join(' | ')} |`,
    ...platforms.map(
      (platform) =>
        `| ${platformRules[platform].name} | ${deeds.map((deed) => cell(checkOf(platform, deed))).join(' | ')} |`,
    ),
    '',
    '## Where the operations come from',
    '',
    ...platforms.map((platform) => `- ${platformRules[platform].name}: ${contractOf(platform).from}.`),
    '',
  ].join('\n');
