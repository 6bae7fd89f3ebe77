import { expect } from 'chai';
import fc from 'fast-check';
import { faultOfTemplate, filledTemplate, placeholdersIn } from '../../../domain/contacts/message-template.ts';

describe('a template of messages', () => {
  const ada = { displayName: 'Ada King Lovelace', username: 'ada' };
  const unknown = { displayName: null, username: null };

  it('names the contact who gets it, in any casing of the placeholder', () => {
    const template = 'Hi {{first_name}} {{ LAST_NAME }} ({{displayName}}, @{{userName}})';
    expect(filledTemplate(template, ada)).to.equal('Hi Ada Lovelace (Ada King Lovelace, @ada)');
    expect(placeholdersIn(`${template} {{first_name}}`)).to.deep.equal([
      'first_name',
      'last_name',
      'display_name',
      'username',
    ]);
  });
  it('has a fallback where a name is not known, or leaves the place out with the space before it', () => {
    expect(filledTemplate('Hi {{first_name|there}}!', unknown)).to.equal('Hi there!');
    expect(filledTemplate('Hi {{first_name}}!', unknown)).to.equal('Hi!');
    expect(filledTemplate('Hi {{first_name|there}}!', ada)).to.equal('Hi Ada!');
    expect(filledTemplate('{{last_name|}}.', { displayName: 'Ada', username: null })).to.equal('.');
  });
  it('is refused by the name of a placeholder that is not known, with the one that was meant', () => {
    expect(faultOfTemplate('Hi {{frist_name}}')).to.match(
      /^\{\{frist_name\}\} is no placeholder; did you mean \{\{first_name\}\}\?/,
    );
    expect(faultOfTemplate('{{price}}')).to.match(/^\{\{price\}\} is no placeholder\. Known are/);
    expect(faultOfTemplate('{{first_name}} {{username|you}} { { } } {{')).to.equal(undefined);
  });
  it('does not read a name as a template', () =>
    expect(filledTemplate('{{username}}', { displayName: null, username: '{{first_name}} $& $1' })).to.equal(
      '{{first_name}} $& $1',
    ));
  it('changes no text without placeholders', () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes('{{'));
        expect(filledTemplate(text, ada)).to.equal(text);
        expect(faultOfTemplate(text)).to.equal(undefined);
      }),
    ));
});
