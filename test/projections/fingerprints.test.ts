import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { catalogue } from '../../domain/events.ts';
import { allProjections, projectionsByModel } from '../../projections/all-projections.ts';
import type { Projection } from '../../projections/kernel/projection.ts';
import { posts } from '../../projections/posts/posts.ts';
import { complaintAbout, fingerprintOf, readFingerprints } from './fingerprints.ts';

const folder = path.resolve(import.meta.dirname, '../../projections');
/** The files of the read models, by capability: `posts/posts.ts`. */
const modelFiles = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^(?!authoring|kernel)[\w-]+\/(?!index\.)[\w-]+\.ts$/.test(file),
);

describe('every projection', () => {
  it('is listed by the name of its read model', () => {
    for (const [model, { name }] of Object.entries(projectionsByModel))
      expect(name, `projections/<capability>/index.ts: the key of ${name} must be its name`).to.equal(model);
    const listed = new Set(allProjections.map(({ name }) => name.replaceAll('_', '-')));
    for (const file of modelFiles)
      if (!listed.has(path.basename(file, '.ts')))
        throw new Error(`projections/${file} is not listed: add it to projections/${path.dirname(file)}/index.ts`);
  });

  it('has a file of its name, and a spec', () => {
    expect(modelFiles.map((file) => path.basename(file, '.ts').replaceAll('-', '_')).toSorted()).to.deep.equal(
      allProjections.map(({ name }) => name).toSorted(),
    );
    for (const file of modelFiles) {
      const spec = file.replace(/\.ts$/, '.test.ts');
      expect(existsSync(path.join(import.meta.dirname, spec)), `test/projections/${spec} is missing`).to.equal(true);
    }
  });

  it('has raised its version where its table or its fold changed', () => {
    const noted = readFingerprints();
    const complaints = allProjections.flatMap(
      (projection) =>
        complaintAbout(projection.name, fingerprintOf(projection, noted.events), noted.projections[projection.name]) ??
        [],
    );
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
    const missing = [...catalogue.definitions.keys()].filter((type) => !noted.events.includes(type));
    expect(missing, 'events without fingerprints: npm run fingerprints').to.deep.equal([]);
  });
});

describe('a fingerprint', () => {
  const noted = fingerprintOf(posts);
  const complaint = (changed: Projection) => complaintAbout('posts', fingerprintOf(changed), noted) ?? '';

  it('differs where the fold does, even after two other events, and the complaint names the line and the remedy', () => {
    const changed: Projection = {
      ...posts,
      fold: (row, event, key) => {
        const after = posts.fold(row as Parameters<typeof posts.fold>[0], event, key);
        return after && event.type === 'DestinationPublished' && row?.['status'] === 'publishing'
          ? { ...after, status: 'other' }
          : after;
      },
    };
    expect(complaint(changed)).to.match(/^projections\/posts\/posts\.ts:\d+: the fold of posts changed/);
    expect(complaint(changed)).to.include('npm run fingerprints');
  });

  it('differs where the table does', () => {
    const changed: Projection = { ...posts, table: { ...posts.table, indexes: ['status'] } };
    expect(complaint(changed)).to.include('the table of posts changed');
  });

  it('stays where an event is new, and differs where one of before is newly handled', () => {
    const before = [...catalogue.definitions.keys()].filter((type) => type !== 'PostArchived');
    const without: Projection = { ...posts, handles: posts.handles.filter((type) => type !== 'PostArchived') };
    expect(fingerprintOf(posts, before)).to.deep.equal(fingerprintOf(without));
    expect(fingerprintOf(posts)).to.not.deep.equal(fingerprintOf(without));
  });

  it('stays where columns are written in another order, and is to be renewed where the version was raised', () => {
    const reordered: Projection = {
      ...posts,
      fold: (row, event, key) => {
        const after = posts.fold(row as Parameters<typeof posts.fold>[0], event, key);
        return after && Object.fromEntries(Object.entries(after).reverse());
      },
    };
    expect(complaint(reordered)).to.equal('');
    expect(complaint({ ...posts, version: posts.version + 1 })).to.include('npm run fingerprints');
  });
});
