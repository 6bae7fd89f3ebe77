import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { breaches } from '../../../read-api/event-catalogue/compatibility.ts';
import { allEvents } from '../../../domain/events.ts';
import { catalogueFiles, currentCatalogue, releasedCatalogue } from '../../../infra/cli/catalogue-files.ts';

describe('the published event catalogue', () => {
  it('says what the code says (npm run events)', async () => {
    for (const [file, text] of await catalogueFiles())
      expect(await readFile(file, 'utf8'), file.pathname).to.equal(text);
  });

  it('breaks nothing that was released: declare a new version instead', async () => {
    expect(breaches(await releasedCatalogue(), await currentCatalogue())).to.deep.equal([]);
  });

  it('has every event, each with somebody who emits it', async () => {
    const { events } = await currentCatalogue();
    expect(events.map(({ type }) => type)).to.have.members(allEvents.map(({ type }) => type));
    expect(events.filter(({ emittedBy }) => emittedBy.length === 0)).to.deep.equal([]);
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
