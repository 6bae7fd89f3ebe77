import type { FaultOperation } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import { platformRules } from '../../../../domain/content/platform-rules.ts';
import { type PlatformRules } from '../../../../domain/content/content-rules.ts';
import type { Platform } from '../../../../domain/platforms/platform.ts';
import type { Rendered } from '../../../../domain/platforms/publisher.ts';
import { communityCases } from './cases/community.ts';
import { connectingCases } from './cases/connecting.ts';
import { firstCommentCases } from './cases/first-comments.ts';
import { formatCases } from './cases/formats.ts';
import { faultCases } from './cases/faults.ts';
import { publishingCases } from './cases/publishing.ts';
import { emptyCells, record, table } from './contract-table.ts';
import { Lab } from './lab.ts';

/** One platform under the contract: what differs from the others, and what it does not have. */
export type Subject = Readonly<{
  platform: Platform;
  /** Instagram: which of the two logins everybody here uses. */
  oauthVersion?: 'instagram_login' | 'fb_login';
  /** A person who has just connected has to choose a destination before anything can be published. */
  choosesDestination?: boolean;
  /** Cases the platform cannot have, each with the reason. Everything else runs. */
  absent: { readonly [Name in CaseName]?: string };
  /** Makes a sample post valid for this platform (a required title, a privacy level, media on a text). */
  adapt?: (rendered: Rendered) => Rendered;
  /** Cases this platform runs in a way of its own, beside or instead of the general one. */
  own?: { readonly [Name in CaseName]?: Case };
  /** A text the platform refuses as too long; 20,000 letters by default. */
  tooLong?: string;
  /** The call on which the platform refuses media: `upload` unless it fetches by URL. */
  mediaFault?: FaultOperation;
  /** False where the rate-limit answer carries no hint when to come back. */
  rateLimitHint?: boolean;
  /** The metrics a program sets in the sandbox, and what they become in the service's names. */
  metrics?: Readonly<{ given: Readonly<Record<string, number>>; expected: Readonly<Record<string, number>> }>;
}>;

export type Bench = Readonly<{ lab: Lab; subject: Subject }>;
export type Case = (bench: Bench) => Promise<void>;

const cases = {
  ...publishingCases,
  ...formatCases,
  ...firstCommentCases,
  ...faultCases,
  ...connectingCases,
  ...communityCases,
} satisfies Record<string, Case>;
export type CaseName = keyof typeof cases;
export const caseNames = Object.keys(cases) as CaseName[];

/** The cases of what the content rules offer or do not: the contract may not call absent what they offer, nor the other way. */
const offered: { readonly [Name in CaseName]?: (rules: PlatformRules) => boolean } = {
  'publish several images': ({ images }) => images.max > 1,
  'publish a video': ({ video }) => video.max > 0,
  'publish a thread': ({ contentTypes }) => contentTypes.includes('THREAD'),
  'publish a reel or short': ({ contentTypes }) => contentTypes.includes('REEL'),
  'publish a story': ({ contentTypes }) => contentTypes.includes('STORY'),
  'publish images and a video in one post': ({ mixing }) => mixing === 'free',
  'publish a document': ({ documents }) => documents !== undefined,
  'first comment': ({ firstComment }) => firstComment.supported,
};

/** Runs every case against the simulated platform over a real socket. */
export const contract = (subject: Subject): void => {
  const { platform, oauthVersion } = subject;
  describe(`contract of ${platform}${oauthVersion ? ` by ${oauthVersion}` : ''}`, () => {
    let lab: Lab;
    before(async () => {
      lab = new Lab();
      if (oauthVersion) lab.wants = { oauthVersion };
      await lab.start();
    });
    after(() => lab.stop());
    for (const name of caseNames) {
      const absent = subject.absent[name];
      if (absent !== undefined) {
        record(subject.platform, name, { absent });
        continue;
      }
      it(name, async () => {
        record(subject.platform, name, 'failed');
        await (subject.own?.[name] ?? cases[name])({ lab, subject });
        expect(lab.failures, 'faults of the sandbox itself').to.deep.equal([]);
        record(subject.platform, name, 'passed');
      });
    }

    it('offers what the content rules offer', () => {
      for (const [name, isOffered] of Object.entries(offered) as [CaseName, (rules: PlatformRules) => boolean][])
        expect(subject.absent[name] === undefined, name).to.equal(isOffered(platformRules[platform]));
    });

    it('leaves no cell of the table empty', () => {
      expect(emptyCells(caseNames, [platform])).to.deep.equal([]);
    });
  });
};

after('the table of platforms and cases', () => console.log(`\n${table(caseNames)}\n`));
