import { accountReports } from '../../infra/outside/platforms/instagram/subscriber.ts';
import { pageReports } from '../../infra/outside/platforms/meta/subscriptions.ts';
import type { Platform } from '../../domain/platforms/platform.ts';

/** What an operator does at a platform, by the platform's own words for it. The rest of a guide is made of the code. */
export type PlatformGuide = Readonly<{
  /** Where an application is registered, step by step. Empty: nowhere. */
  register: readonly string[];
  /** Further variables, with where their value comes from. */
  variables?: Readonly<Record<string, string>>;
  /** How an account is connected, where that is not a consent page. */
  connect?: string;
  limits: string;
  webhooks: string;
  costs: string;
  test: string;
}>;

const metaWebhooks = (product: string, reports: readonly Readonly<{ field: string }>[]): string =>
  `In the App Dashboard, under Webhooks of ${product}: the address below, the verify token of ` +
  `[platform-webhooks.md](../platform-webhooks.md), and the fields ${reports.map(({ field }) => `\`${field}\``).join(', ')}.`;
const noWebhooks = 'None: the service reads.';
const metaTest =
  'While the app is in development, people with a role in it can connect their accounts without App Review.';
const free = 'None for the use of the API.';

export const platformGuides: Readonly<Record<Platform, PlatformGuide>> = {
  TWITTER: {
    register: [
      'Sign up at developer.x.com and choose a plan. Make a project with an app.',
      'In the app, open "User authentication settings": "Read and write and Direct message", type "Web App".',
      'Enter the redirect address, and take the OAuth 2.0 client id and client secret.',
      'Under "Keys and tokens" take the API key and its secret, which webhooks need.',
    ],
    variables: {
      TWITTER_WEBHOOKS_CLIENT_ID: 'the API key',
      TWITTER_WEBHOOKS_CLIENT_SECRET: 'the secret of the API key',
    },
    limits: 'The plan sets how many posts an app may write and read.',
    webhooks: 'The service registers its address by the API key. Nothing is entered by hand.',
    costs: 'X charges by plan or by use. Reading costs more than writing.',
    test: 'A post of an account of your own; X has no mode for tests.',
  },
  LINKEDIN: {
    register: [
      'At linkedin.com/developers create an app for your company page, and have an administrator of the page verify it.',
      'Add the products "Sign In with LinkedIn using OpenID Connect" and "Share on LinkedIn": members can connect.',
      'For organizations create a second app, whose only product is "Community Management API", and ask for access.',
      'Under "Auth" of each app enter the redirect address, and take client id and client secret.',
    ],
    variables: {
      LINKEDIN_ORGANIZATION_CLIENT_ID: 'the client id of the second app',
      LINKEDIN_ORGANIZATION_CLIENT_SECRET: 'its client secret',
      LINKEDIN_SCOPES: 'only where LinkedIn approved other scopes than those below',
      LINKEDIN_ORGANIZATION_SCOPES: 'the same for the second app',
    },
    limits:
      'Community Management begins with a development tier of few calls a day. The standard tier is a second review.',
    webhooks: noWebhooks,
    costs: free,
    test: 'A post of your own profile, with the visibility of connections.',
  },
  INSTAGRAM: {
    register: [
      'At developers.facebook.com create an app of the type Business and add the product Instagram.',
      'Under "API setup with Instagram login" enter the redirect address, and take the Instagram app id and its secret. They are not those of the Meta app.',
      'For accounts that connect through Facebook, add Facebook Login for Business, and take the id of the Meta app.',
    ],
    variables: {
      INSTAGRAM_FACEBOOK_CLIENT_ID: 'the Meta app, where it is another than that of Facebook',
      INSTAGRAM_FACEBOOK_CLIENT_SECRET: 'its secret',
      INSTAGRAM_FACEBOOK_CONFIG_ID: 'the configuration of Facebook Login for Business',
    },
    limits: 'Accounts have to be business or creator accounts. Instagram limits the posts of an account by the day.',
    webhooks: metaWebhooks('Instagram', accountReports),
    costs: free,
    test: `${metaTest} For the direct login add them as Instagram testers.`,
  },
  FACEBOOK: {
    register: [
      'At developers.facebook.com create an app of the type Business and add Facebook Login for Business.',
      'Make a configuration with the scopes below, and enter the redirect address under "Valid OAuth Redirect URIs".',
      'Under "App settings", "Basic", take the app id and the app secret.',
    ],
    variables: { FACEBOOK_CONFIG_ID: 'the configuration of Facebook Login for Business' },
    limits: 'Posts go to Pages. Profiles and groups have no API for posts.',
    webhooks: metaWebhooks('Page', pageReports),
    costs: free,
    test: `${metaTest} Posts of an app in development are seen by these people only.`,
  },
  THREADS: {
    register: [
      'At developers.facebook.com create an app with the use case "Access the Threads API".',
      'In its settings enter the redirect address, and addresses for uninstalling and deleting.',
      'Take the Threads app id and the Threads app secret. They are not those of the Meta app.',
    ],
    limits: 'A profile publishes 250 posts and 1,000 replies within 24 hours.',
    webhooks: metaWebhooks('Threads', [{ field: 'replies' }, { field: 'mentions' }]),
    costs: free,
    test: 'Add people as Threads testers in the roles of the app; they accept in their settings of Threads.',
  },
  BLUESKY: {
    register: [],
    variables: {
      BLUESKY_REDIRECT_URIS: 'the redirect addresses; with it and an HTTPS `PUBLIC_URL` people connect by OAuth',
    },
    connect:
      'An app password (Settings, Privacy and security, App passwords) needs nothing of the operator: `POST /v1/accounts/store-oauth-tokens` with `platform: "BLUESKY"` and `credentials: { identifier, password }`.',
    limits: 'A server limits how much an account writes by the hour and by the day.',
    webhooks: noWebhooks,
    costs: free,
    test: 'An account of your own, or one on a server of your own.',
  },
  TIKTOK: {
    register: [
      'At developers.tiktok.com create an app and add Login Kit and the Content Posting API with Direct Post.',
      'Enter the redirect address under Login Kit, and verify the domain or prefix of `PUBLIC_URL`, or of the bucket.',
      'Ask for the scopes below, and take client key (the client id) and client secret.',
    ],
    limits: 'An app without the audit has few users a day, whose accounts have to be private.',
    webhooks: 'Enter the address below as the callback of the app.',
    costs: free,
    test: 'A sandbox of the app, with your account as a target user. Posts are private.',
  },
  YOUTUBE: {
    register: [
      'At console.cloud.google.com create a project, and enable YouTube Data API v3 and YouTube Analytics API.',
      'Fill in the consent screen with the scopes below, and publish the app when it is tried.',
      'Under Credentials make an OAuth client id of the type "Web application" with the redirect address.',
    ],
    limits: 'A project has 10,000 units of quota a day by default. More follows the compliance audit.',
    webhooks: 'The service reads. A feed that you subscribe at the hub of YouTube reports videos, never comments.',
    costs: free,
    test: 'In the state "testing" up to 100 test users can connect, for a week each.',
  },
  PINTEREST: {
    register: [
      'At developers.pinterest.com connect an app to a business account. It begins with trial access.',
      'Enter the redirect address, and take app id and app secret key.',
      'Ask for standard access, with a film of the consent and of a Pin that the app makes.',
    ],
    limits: 'Calls are limited by the minute and by the day, with trial access more tightly.',
    webhooks: noWebhooks,
    costs: free,
    test: 'With trial access the Pins of your own account are seen by you only.',
  },
  REDDIT: {
    register: [
      'Ask Reddit for approval of the application (Responsible Builder Policy).',
      'At reddit.com/prefs/apps create an app of the type "web app" with the redirect address.',
      'The client id is below the name of the app, the secret beside it.',
    ],
    variables: { REDDIT_USER_AGENT: 'what calls name themselves, with your own Reddit name' },
    limits: '100 calls a minute for each client, averaged over ten minutes.',
    webhooks: noWebhooks,
    costs: 'Commercial use needs an agreement with Reddit.',
    test: 'A private subreddit of your own.',
  },
  SNAPCHAT: {
    register: [
      'At business.snapchat.com, under the details of the business, create an OAuth app with the redirect address.',
      'Take client id and client secret, and ask Snap for access to the Public Profile API.',
    ],
    limits: 'Only public profiles publish.',
    webhooks: noWebhooks,
    costs: free,
    test: 'A public profile of your own.',
  },
  TELEGRAM: {
    register: [],
    connect:
      'Make a bot with @BotFather (`/newbot`), add it to the channel as an administrator, and call `POST /v1/accounts/store-oauth-tokens` with `platform: "TELEGRAM"` and `credentials: { botToken, chatId }`.',
    limits: 'A bot sends about 30 messages a second, and 20 a minute to one group.',
    webhooks: 'The service registers its address for each bot, where `PUBLIC_URL` is HTTPS.',
    costs: free,
    test: 'A private channel of your own.',
  },
  GOOGLE_BUSINESS: {
    register: [
      'At console.cloud.google.com create a project, and ask for access to the Business Profile APIs by its form.',
      'After approval enable the APIs of My Business: Account Management, Business Information, Performance, and Google My Business.',
      'Under Credentials make an OAuth client id of the type "Web application" with the redirect address.',
    ],
    limits: 'The quota is 0 before approval and 300 calls a minute after it.',
    webhooks: noWebhooks,
    costs: free,
    test: 'A location of your own that is verified.',
  },
  MASTODON: {
    register: [],
    connect: 'The consent names a server (`instanceUrl`), at which the service registers itself.',
    limits: 'A server usually allows 300 calls in five minutes for an account.',
    webhooks: noWebhooks,
    costs: free,
    test: 'An account of your own, with posts to followers only.',
  },
  WHATSAPP: {
    register: [
      'At developers.facebook.com create an app of the type Business and add the product WhatsApp.',
      'Make a configuration of Facebook Login for Business for Embedded Signup, with the scopes below.',
      'Under "App settings", "Basic", take the app id and the app secret, and enter the redirect address.',
    ],
    variables: { WHATSAPP_CONFIG_ID: 'the configuration for Embedded Signup' },
    limits:
      'Outside of 24 hours after a person wrote, only approved templates are sent. A number begins with few recipients a day.',
    webhooks: metaWebhooks('WhatsApp Business Account', [{ field: 'messages' }]),
    costs: 'Meta charges for templates that were delivered, by country and kind. Replies within 24 hours are free.',
    test: 'The test number that the product has, with up to five recipients.',
  },
};
