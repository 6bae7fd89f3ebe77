import { expect } from 'chai';
import type { z } from 'zod';
import { everyRead, everyWrite } from '../infra/edge/endpoints/every-endpoint.ts';
import { fieldsOf, readNames, viewFields } from './field-readers.ts';

/** Fields of bodies whose names no code reads, with what their effect comes from. */
const readOtherwise: Readonly<Record<string, string>> = {
  'persona.voice': 'the model is given the whole body',
  'persona.bio': 'the model is given the whole body',
  'items.persona.voice': 'the model is given the whole body',
  'items.persona.bio': 'the model is given the whole body',
  messageText: 'one of the four names of the text, which are compared with each other',
  formatVersion: 'the schema takes 1 only, so a file of a later format is refused',
  exportedAt: 'a file that was exported is taken back whole',
  // See settings-readers.test.ts.
  postPublished: 'a kind of mail, read by its name',
  postFailed: 'a kind of mail, read by its name',
  webhookFailed: 'a kind of mail, read by its name',
  approvalUpdates: 'a kind of mail, read by its name',
  marketingEmails: 'kept for the mails of others, as its endpoint says',
};

/** Fields of views that no answer has under their name and no code reads. */
const presentedByTheView: Readonly<Record<string, string>> = {
  'domain/media/media-view.ts import': 'presented in the file of the view',
};

const nameOf = (field: string): string => field.slice(field.lastIndexOf('.') + 1);
const namesOf = (schema: z.ZodType | undefined): readonly string[] =>
  schema === undefined ? [] : [...fieldsOf(schema)].map(nameOf);

/**
 * What is stored has an effect, or is shown. A name counts as read wherever it is read, so a common one is not proven by
 * this: the readers of settings are in settings-readers.test.ts.
 */
describe('the fields that are stored', function () {
  this.timeout(60_000);
  const read = readNames();
  const bodies = new Set(everyWrite.flatMap(({ body }) => (body === undefined ? [] : [...fieldsOf(body)])));

  it('are read by some code, or there is a reason: every field of every body', () => {
    const unread = [...bodies].filter((field) => !read.has(nameOf(field)));
    expect(unread.toSorted()).to.deep.equal(Object.keys(readOtherwise).toSorted());
  });

  it('are shown in some answer or read by some code: every field of every view', () => {
    const shown = new Set([...everyRead, ...everyWrite].flatMap(({ reply }) => namesOf(reply)));
    const lost = [...viewFields()].flatMap(([file, names]) =>
      names.filter((name) => !read.has(name) && !shown.has(name)).map((name) => `${file} ${name}`),
    );
    expect(lost.toSorted()).to.deep.equal(Object.keys(presentedByTheView).toSorted());
  });

  it('are many: the derivation finds them', () => {
    expect(bodies.size).to.be.greaterThan(200);
    expect([...viewFields().values()].flat().length).to.be.greaterThan(200);
  });
});
