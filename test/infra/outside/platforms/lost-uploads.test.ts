import { expect } from 'chai';
import type { Platform } from '../../../../domain/platforms/platform.ts';
import type { Rendered } from '../../../../domain/platforms/publisher.ts';
import { Lab, rendered, type Person } from './lab.ts';
import { MemoryEngine } from './memory-engine.ts';
import { platformErrorOf } from './memory-run.ts';
import { sampleFile, samples } from './sample-media.ts';

type Kept = Readonly<{
  platform: Platform;
  post: Rendered;
  /** Under which name, and which id, the sandbox keeps what was uploaded; `result` is what the step of the upload remembers. */
  record(result: string, person: Person): readonly [kind: string, id: string];
  step?: string;
}>;

const pictured = (platform: Platform): Rendered => rendered(platform, 'A picture', [samples.image()]);
const filmed = (platform: Platform): Rendered => rendered(platform, 'A film', [sampleFile('video/mp4')]);
const firstWord = (text: string): string => text.split(' ')[0] ?? '';
const phone = { recipientPhone: '+15551234567' };

const uploads: readonly Kept[] = [
  { platform: 'TWITTER', post: pictured('TWITTER'), record: (result) => ['upload', firstWord(result)] },
  { platform: 'MASTODON', post: pictured('MASTODON'), record: (result) => ['media', firstWord(result)] },
  { platform: 'MASTODON', post: filmed('MASTODON'), record: (result) => ['media', firstWord(result)] },
  {
    platform: 'BLUESKY',
    post: pictured('BLUESKY'),
    record: (result, { account }) => [
      'blob',
      `${account.nativeId} ${(JSON.parse(result) as { ref: { $link: string } }).ref.$link}`,
    ],
  },
  { platform: 'REDDIT', post: pictured('REDDIT'), record: (result) => ['asset', firstWord(result)] },
  { platform: 'PINTEREST', post: filmed('PINTEREST'), step: 'video', record: (result) => ['media', result] },
  {
    platform: 'WHATSAPP',
    post: { ...pictured('WHATSAPP'), metadata: phone },
    record: (result) => ['media', result],
  },
  { platform: 'SNAPCHAT', post: filmed('SNAPCHAT'), step: 'media', record: (result) => ['media', firstWord(result)] },
  { platform: 'LINKEDIN', post: filmed('LINKEDIN'), record: (result) => ['upload', result] },
];

describe('an upload the platform no longer has when the post is sent', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  for (const { platform, post, record, step } of uploads)
    it(`starts again on ${platform}, and the post goes out (${post.contentType.toLowerCase()})`, async () => {
      const person = await lab.person(platform);
      const engine = new MemoryEngine(person, () => lab.adapter(platform));
      await person.fault('publish', 'rate_limited');
      await platformErrorOf(lab.adapter(platform).publisher.publish(post, engine.memory.run));
      const name = step ?? [...engine.memory.steps.keys()].find((each) => /^upload(-\d+)+$/.test(each)) ?? '';
      const [kind, id] = record(engine.memory.steps.get(name) ?? '', person);
      expect(await lab.store.record(platform, kind, id), 'what was uploaded').to.be.an('object');
      await lab.store.removeRecord(platform, kind, id);
      expect((await engine.publish(post)).is).to.equal('published');
      expect(await person.objects()).to.have.length(1);
    });
});
