import { reviewed, versionInPath, type PlatformRequirements } from '../requirements.ts';

export const googleBusinessRequirements: PlatformRequirements = {
  versions: [
    versionInPath('GOOGLE_BUSINESS', 'api', { name: 'Google My Business API' }),
    versionInPath('GOOGLE_BUSINESS', 'accounts', { name: 'Account Management API' }),
    versionInPath('GOOGLE_BUSINESS', 'information', { name: 'Business Information API' }),
    versionInPath('GOOGLE_BUSINESS', 'performance', { name: 'Business Profile Performance API' }),
  ],
  logins: [
    {
      name: 'Google',
      registration: 'GOOGLE_BUSINESS',
      scopes: {
        ...reviewed(['openid', 'email', 'profile'], 'none'),
        'https://www.googleapis.com/auth/business.manage': 'access to the Business Profile APIs',
      },
    },
  ],
  approval: 'The quota of a project is 0 until Google has approved its access.',
};
