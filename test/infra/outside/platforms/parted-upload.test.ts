import { expect } from 'chai';
import fc from 'fast-check';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import {
  forgetUpload,
  storedOrRedone,
  uploadInParts,
  type PartedUpload,
} from '../../../../infra/outside/platforms/parted-upload.ts';
import { Crash, HandClock, MemoryRun } from './memory-run.ts';

const account = { id: 'a', nativeId: 'n', username: 'u' };
const newRun = (clock = new HandClock()) => new MemoryRun(account, { accessToken: 't' }, clock);

/** A platform that takes numbered parts, and the upload of a file of `count` of them. */
const platformOf = (count: number) => {
  const uploads: number[][] = [];
  let finished: readonly string[] | undefined;
  const upload = (run: MemoryRun, dieAt: () => boolean = () => false): PartedUpload<number> => ({
    step: 'film',
    begin: async () => {
      uploads.push([]);
      return {
        handle: `upload-${uploads.length}`,
        endsAt: new Date(run.clock.now().getTime() + 86_400_000).toISOString(),
      };
    },
    parts: () => Array.from({ length: count }, (_, index) => index),
    send: async (handle, part, index, earlier) => {
      expect(part).to.equal(index);
      expect([earlier.length, earlier.at(-1)], 'what was reported of the parts before').to.deep.equal([
        index,
        index === 0 ? undefined : `${handle}/${index - 1}`,
      ]);
      uploads[Number(handle.split('-')[1]) - 1]?.push(part);
      if (dieAt()) run.die();
      run.run.signal.throwIfAborted();
      return `${handle}/${part}`;
    },
    finish: async (handle, acknowledged) => {
      finished = acknowledged;
      return `done ${handle}`;
    },
  });
  return { upload, uploads, finished: () => finished };
};

const untilDone = async (memory: MemoryRun, made: (run: MemoryRun) => PartedUpload<number>): Promise<MemoryRun> => {
  for (let run = memory; ; run = run.successor()) {
    try {
      await uploadInParts(run.run, made(run));
      return run;
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  }
};

describe('an upload in parts', () => {
  it('sends every part, in order, and no more than a sixteenth of a large file again for each death', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 4 }),
        async (count, deaths) => {
          const { upload, uploads, finished } = platformOf(count);
          let sent = 0;
          let died = 0;
          const dieAt = (): boolean => {
            sent += 1;
            if (!deaths.includes(sent)) return false;
            died += 1;
            return true;
          };
          const last = await untilDone(newRun(), (run) => upload(run, dieAt));
          expect(uploads, 'one upload for all lives').to.have.length(1);
          expect(finished()).to.deep.equal(Array.from({ length: count }, (_, part) => `upload-1/${part}`));
          expect(sent - count, 'parts sent again').to.be.at.most(died * Math.ceil(count / 16));
          expect(last.steps.size, 'steps remembered').to.be.at.most(18);
        },
      ),
      { numRuns: 40 },
    ));

  it("starts again after the upload's time is over, and does not apply records of the old upload to the new one", async () => {
    const { upload, uploads, finished } = platformOf(3);
    const memory = newRun();
    let sent = 0;
    const dying = upload(memory, () => (sent += 1) === 2);
    await uploadInParts(memory.run, dying).catch(() => undefined);
    memory.clock.advance(2 * 86_400_000);
    const next = memory.successor();
    await uploadInParts(next.run, upload(next));
    expect(uploads).to.deep.equal([
      [0, 1],
      [0, 1, 2],
    ]);
    expect(finished()).to.deep.equal(['upload-2/0', 'upload-2/1', 'upload-2/2']);
  });

  it('takes no part of one upload for a part of another', async () => {
    const { upload, uploads } = platformOf(2);
    const memory = newRun();
    await uploadInParts(memory.run, upload(memory));
    const of = (name: string) => memory.steps.get(name) ?? '';
    const parts = of('film-parts-1');
    await forgetUpload(memory.run, 'film');
    expect([...memory.steps.keys()]).to.deep.equal([]);
    // As another worker may have left it.
    memory.steps.set('film-parts-1', parts);
    await uploadInParts(memory.run, upload(memory));
    expect(uploads).to.deep.equal([
      [0, 1],
      [0, 1],
    ]);
  });

  const refused = (platformCode: string) =>
    new PlatformError('refused', 'MEDIA_REJECTED', 'no such upload', { platformCode });

  it('starts again once where an inherited upload is refused, and stays refused where it is fresh', async () => {
    const memory = newRun();
    memory.steps.set('film', 'done long ago');
    let tries = 0;
    const act = async () => {
      tries += 1;
      throw refused('404');
    };
    const error = await storedOrRedone(memory.run, 'film', act).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(PlatformError);
    expect(tries).to.equal(2);
    expect(memory.steps.has('film')).to.equal(false);
  });

  it('does not start again where the file itself is refused', async () => {
    const memory = newRun();
    memory.steps.set('film', 'done long ago');
    let tries = 0;
    const act = async () => {
      tries += 1;
      throw refused('InvalidMedia');
    };
    const isFinal = ({ platformCode }: PlatformError) => platformCode === 'InvalidMedia';
    await storedOrRedone(memory.run, 'film', act, { isFinal }).catch(() => undefined);
    expect([tries, memory.steps.has('film')]).to.deep.equal([1, false]);
  });

  it('is kept where a failure passes', async () => {
    const memory = newRun();
    memory.steps.set('film', 'done long ago');
    const act = () => Promise.reject(new PlatformError('not_stored', 'PUBLISH_ERROR', 'busy'));
    await storedOrRedone(memory.run, 'film', act).catch(() => undefined);
    expect(memory.steps.get('film')).to.equal('done long ago');
  });
});
