import type { MediaFile } from '../../../../domain/platforms/publisher.ts';
import type { Platform } from '../../../../domain/platforms/platform.ts';
import type { Rendered } from '../../../../domain/platforms/publisher.ts';
import { until } from '../../../support/until.ts';
import { FaultyFront } from './faulty-front.ts';
import { Lab, rendered, type Person } from './lab.ts';
import { MemoryEngine, type Ending } from './memory-engine.ts';

const mebibyte = 1024 * 1024;

type Broken = Readonly<{
  platform: Platform;
  film: MediaFile;
  /** Which large request the service dies at, once the platform has it and before it is heard of; 2 by default. */
  at?: number;
  /** The film goes in one request, and the line breaks after so many bytes of it. */
  cutAfter?: number;
  /** Whether the platform has written down what had come until the line broke; `id` is what it calls the upload. */
  hasWritten?: (lab: Lab, id: string) => Promise<boolean>;
  /** What happens between the death and the next start. */
  meanwhile?: (lab: Lab, person: Person) => Promise<void> | void;
  adapt?: (post: Rendered) => Rendered;
  oauthVersion?: 'instagram_login' | 'fb_login';
  /** The client secret of the service before and after its death, where they differ. */
  secrets?: readonly [string, string];
}>;

export type AfterBreak = Readonly<{
  ending: Ending;
  kills: number;
  /** Bytes the platform was sent in all. */
  sent: number;
  /** How many objects it shows. */
  shown: number;
  /** Bytes of the film that were never read. */
  unread: number;
  /** Every step that was run from the restart on. */
  stepsRun: readonly string[];
}>;

/** The film, and the length of its unread part. */
const observed = (film: MediaFile): Readonly<{ film: MediaFile; unread(): number }> => {
  const ranges: { start: number; end: number }[] = [];
  return {
    film: {
      ...film,
      open: (range) => {
        ranges.push(range ?? { start: 0, end: film.sizeBytes });
        return film.open(range);
      },
    },
    unread: () => {
      let upTo = 0;
      let missing = 0;
      for (const { start, end } of ranges.sort((one, other) => one.start - other.start)) {
        missing += Math.max(0, start - upTo);
        upTo = Math.max(upTo, end);
      }
      return missing + film.sizeBytes - upTo;
    },
  };
};

/** Publishes a film, and lets the service die in the middle of its upload. */
export const publishedThroughBreak = async (broken: Broken): Promise<AfterBreak> => {
  const { platform, at = 2, adapt = (post: Rendered) => post } = broken;
  const lab = new Lab();
  if (broken.oauthVersion) lab.wants = { oauthVersion: broken.oauthVersion };
  await lab.start();
  const front = await FaultyFront.before(lab);
  try {
    const person = await lab.person(platform);
    const secrets = [...(broken.secrets ?? [])];
    const engine = new MemoryEngine(person, () => lab.adapter(platform, undefined, undefined, secrets.shift()));
    const { film, unread } = observed(broken.film);
    let parts = 0;
    let isWhole = true;
    front.cutAfter = ({ announced }) => {
      if (!isWhole || broken.cutAfter === undefined || announced < mebibyte) return undefined;
      isWhole = false;
      return broken.cutAfter;
    };
    front.cut = async () => {
      const begun = [...engine.memory.steps].find(([name]) => name.endsWith('-begun'))?.[1] ?? '';
      const [id = ''] = begun.split(' ');
      await until('the platform has what had come', async () => (await broken.hasWritten?.(lab, id)) !== false);
      engine.memory.die();
      await broken.meanwhile?.(lab, person);
    };
    front.acted = async ({ bytes }) => {
      if (broken.cutAfter !== undefined || bytes < mebibyte) return;
      parts += 1;
      if (parts !== at) return;
      engine.memory.die();
      await broken.meanwhile?.(lab, person);
    };
    const ending = await engine.publish(adapt(rendered(platform, 'A long film', [film])));
    return {
      ending,
      kills: engine.kills,
      sent: front.exchanges.reduce((sum, { bytes }) => sum + bytes, 0),
      shown: (await lab.store.objects({ platform, limit: 10 })).length,
      unread: unread(),
      stepsRun: engine.memory.stepsRun,
    };
  } finally {
    await front.stop();
    await lab.stop();
  }
};
