import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { incompatibleChanges } from '../../../read-api/events/compatibility.ts';
import { allEvents } from '../../../domain/events.ts';
import { catalogueFiles, currentCatalogue, releasedCatalogue } from '../../../infra/cli/catalogue-files.ts';
import { expectSameNames } from '../../support/same-names.ts';

describe('the published event catalogue', () => {
  it('matches the code (npm run events)', async () => {
    for (const [file, text] of await catalogueFiles())
      expect((await readFile(file, 'utf8')) === text, `${file.pathname} is outdated: run npm run events`).to.equal(
        true,
      );
  });

  it('breaks nothing that was released: declare a new version instead', async () => {
    expect(incompatibleChanges(await releasedCatalogue(), await currentCatalogue())).to.deep.equal([]);
  });

  it('has every event, each with somebody who emits it', async () => {
    const { events } = await currentCatalogue();
    expectSameNames(
      events.map(({ type }) => type),
      allEvents.map(({ type }) => type),
      { missing: 'run npm run events', surplus: 'add it to allEvents in domain/events.ts' },
    );
    const unclaimed = events.filter(({ emittedBy }) => emittedBy.length === 0).map(({ type }) => type);
    expect(unclaimed, 'add each to the emitters in domain/events.ts').to.deep.equal([]);
  });

  it('has an example of each version that its schema accepts, where it has one', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { type, versions } of (await currentCatalogue()).events)
      for (const { version, schema, example } of versions) {
        expect(example, `${type} ${version}`).to.not.equal(undefined);
        if (schema) expect(ajv.validate(schema, example), `${type} ${version}: ${ajv.errorsText()}`).to.equal(true);
      }
  });
});
