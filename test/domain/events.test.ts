import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { z } from 'zod';
import { allEvents, catalogue } from '../../domain/events.ts';
import { catalogueOf, UnknownEvent } from '../../domain/kernel/catalogue.ts';
import { defineEvent } from '../../domain/kernel/event.ts';
import { expectSameNames } from '../support/same-names.ts';

const folder = path.join(import.meta.dirname, 'samples');
const samples = readdirSync(folder)
  .filter((file) => /\.v\d+\.json$/.test(file))
  .map((file) => {
    const [type = '', version = ''] = file.split('.');
    const bytes = readFileSync(path.join(folder, file));
    return {
      file,
      type,
      version: Number(version.slice(1)),
      bytes,
      data: JSON.parse(bytes.toString('utf8')) as unknown,
    };
  });

describe('the event catalogue', () => {
  it('has a golden sample of every version of every event, and no sample without an event (npm run samples)', () => {
    const wanted = allEvents.flatMap(({ type, version }) =>
      Array.from({ length: version }, (_, index) => `${type}.v${index + 1}.json`),
    );
    expectSameNames(
      samples.map(({ file }) => file),
      wanted,
      { missing: 'run npm run samples', surplus: 'its event is gone or older: delete the file in test/domain/samples' },
    );
  });

  it('never changes a sample: what they stand for is stored somewhere', () => {
    const hashes = JSON.parse(readFileSync(path.join(folder, 'hashes.json'), 'utf8')) as Record<string, string>;
    for (const { file, bytes } of samples) {
      expect(createHash('sha256').update(bytes).digest('hex'), file).to.equal(hashes[file]);
    }
  });

  it('lifts every sample to the newest version, which its schema accepts', () => {
    for (const { type, version, data, file } of samples) {
      const lifted = catalogue.decode({ type, version, data });
      expect(catalogue.definitions.get(type)?.schema.safeParse(lifted.data).success, file).to.equal(true);
    }
  });

  it('names events in the past tense of PascalCase and describes each in a sentence', () => {
    for (const { type, description: says } of allEvents) {
      expect(type).to.match(/^[A-Z][A-Za-z]+$/);
      expect(says, type).to.match(/^[A-Z].*\.$/);
    }
  });

  it('refuses a type declared twice, and does not know an undeclared one', () => {
    const event = defineEvent('Twice', z.object({}), { description: 'Twice.' });
    expect(() => catalogueOf([event, event])).to.throw('declared twice');
    expect(() => catalogueOf([event]).decode({ type: 'Never', version: 1, data: {} })).to.throw(UnknownEvent);
  });

  it('lifts through every version in between and never validates what is stored', () => {
    const Renamed = defineEvent('Renamed', z.object({ fullName: z.string().min(5), initials: z.string() }), {
      description: 'Renamed.',
      upcasts: [
        ({ name }: { name: string }) => ({ fullName: name }),
        (data: { fullName: string }) => ({ ...data, initials: data.fullName.slice(0, 1) }),
      ],
    });
    const { decode, encode } = catalogueOf([Renamed]);
    expect(decode({ type: 'Renamed', version: 1, data: { name: 'Al' } }).data).to.deep.equal({
      fullName: 'Al',
      initials: 'A',
    });
    expect(decode({ type: 'Renamed', version: 2, data: { fullName: 'Bo' } }).data).to.deep.equal({
      fullName: 'Bo',
      initials: 'B',
    });
    expect(encode(Renamed({ fullName: 'Carla', initials: 'C' })).version).to.equal(3);
  });
});
