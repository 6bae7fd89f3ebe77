import { expect } from 'chai';
import { configFrom } from '../../../infra/composition/config.ts';
import { endingVersionsOf } from '../../../infra/composition/platform-versions.ts';

describe('what a start says of versions that end', () => {
  const said = (env: Readonly<Record<string, string>>, day: string) =>
    endingVersionsOf(configFrom(env), new Date(`${day}T12:00:00Z`));

  it('is nothing until half a year before the end, and then the end and the variable', () => {
    const env = { WHATSAPP_CLIENT_ID: 'id', LINKEDIN_ORGANIZATION_CLIENT_ID: 'id', LINKEDIN_VERSION: '202703' };
    expect(said(env, '2027-04-07')).to.deep.equal([]);
    expect(said(env, '2027-04-08')).to.deep.equal(['v23.0 of WhatsApp ends on 2027-10-08: raise WHATSAPP_API_URL']);
    expect(said(env, '2027-09-01')).to.include('202703 of LinkedIn ends on 2028-03-01: raise LINKEDIN_VERSION');
  });

  it('is of each login of Instagram by its own address', () => {
    const env = { INSTAGRAM_FACEBOOK_CLIENT_ID: 'id', INSTAGRAM_API_URL: 'https://graph.instagram.com/v30.0' };
    expect(said(env, '2027-12-01')).to.deep.equal([
      'v24.0 of Instagram by Facebook Login ends on 2028-02-18: raise INSTAGRAM_FACEBOOK_API_URL',
    ]);
  });
});
