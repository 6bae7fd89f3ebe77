import { reviewed, versionInPath, type PlatformRequirements } from '../requirements.ts';

/** TikTok docs: "Content Posting API", getting started and media transfer guide. */
export const tiktokRequirements: PlatformRequirements = {
  versions: [
    versionInPath('TIKTOK', 'api', { name: 'TikTok' }),
    versionInPath('TIKTOK', 'business', { name: 'TikTok Business API' }),
  ],
  logins: [
    {
      name: 'Login Kit',
      registration: 'TIKTOK',
      scopes: {
        ...reviewed(
          ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.upload', 'video.list'],
          'app review',
        ),
        'video.publish': 'app review, and the audit of the Content Posting API',
      },
    },
  ],
  approval:
    'An application without the audit publishes private posts only (`SELF_ONLY`). TikTok fetches photos from addresses ' +
    'whose domain or prefix was verified for the application: that of `PUBLIC_URL`, or of the bucket.',
};
