import { platformRules } from '../../../domain/content/platform-rules.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import type { PlatformAdapter, PlatformTools } from './adapter.ts';
import { blueskyCommunity } from './bluesky/community.ts';
import { blueskyConnector } from './bluesky/connector.ts';
import { blueskyPublisher } from './bluesky/publisher.ts';
import { facebookCommunity } from './facebook/community.ts';
import { facebookConnector } from './facebook/connector.ts';
import { facebookPublisher } from './facebook/publisher.ts';
import { facebookSubscriber } from './facebook/subscriber.ts';
import { googleBusinessCommunity } from './google-business/community.ts';
import { googleBusinessConnector } from './google-business/connector.ts';
import { googleBusinessPublisher } from './google-business/publisher.ts';
import { speaking } from './http.ts';
import { instagramCommunity } from './instagram/community.ts';
import { instagramConnector } from './instagram/connector.ts';
import { instagramPublisher } from './instagram/publisher.ts';
import { instagramSubscriber } from './instagram/subscriber.ts';
import { linkedinCommunity } from './linkedin/community.ts';
import { linkedinConnector } from './linkedin/connector.ts';
import { linkedinPublisher } from './linkedin/publisher.ts';
import { mastodonCommunity } from './mastodon/community.ts';
import { mastodonConnector } from './mastodon/connector.ts';
import { mastodonPublisher } from './mastodon/publisher.ts';
import { pinterestCommunity } from './pinterest/community.ts';
import { pinterestConnector } from './pinterest/connector.ts';
import { pinterestPublisher } from './pinterest/publisher.ts';
import { redditCommunity } from './reddit/community.ts';
import { redditConnector } from './reddit/connector.ts';
import { redditPublisher } from './reddit/publisher.ts';
import { telegramCommunity } from './telegram/community.ts';
import { telegramConnector } from './telegram/connector.ts';
import { telegramPublisher } from './telegram/publisher.ts';
import { telegramSubscriber } from './telegram/subscriber.ts';
import { snapchatCommunity } from './snapchat/community.ts';
import { snapchatConnector } from './snapchat/connector.ts';
import { snapchatPublisher } from './snapchat/publisher.ts';
import { threadsCommunity } from './threads/community.ts';
import { threadsConnector } from './threads/connector.ts';
import { threadsPublisher } from './threads/publisher.ts';
import { tiktokCommunity } from './tiktok/community.ts';
import { tiktokConnector } from './tiktok/connector.ts';
import { tiktokPublisher } from './tiktok/publisher.ts';
import { twitterCommunity } from './twitter/community.ts';
import { twitterConnector } from './twitter/connector.ts';
import { twitterPublisher } from './twitter/publisher.ts';
import { twitterSubscriber } from './twitter/subscriber.ts';
import { whatsappCommunity } from './whatsapp/community.ts';
import { whatsappConnector } from './whatsapp/connector.ts';
import { whatsappPublisher } from './whatsapp/publisher.ts';
import { whatsappSubscriber } from './whatsapp/subscriber.ts';
import { youtubeCommunity } from './youtube/community.ts';
import { youtubeConnector } from './youtube/connector.ts';
import { youtubePublisher } from './youtube/publisher.ts';
import { entriesOf } from '../../../domain/kernel/keys-of.ts';

type Made<Part> = (tools: PlatformTools) => Part;
type Parts = Readonly<{
  publisher: Made<PlatformAdapter['publisher']>;
  connector: Made<PlatformAdapter['connector']>;
  community: Made<PlatformAdapter['community']>;
  subscriber?: Made<NonNullable<PlatformAdapter['subscriber']>>;
}>;

/** Every platform that the service supports. */
const parts: Readonly<Record<Platform, Parts>> = {
  BLUESKY: { publisher: blueskyPublisher, connector: blueskyConnector, community: blueskyCommunity },
  FACEBOOK: {
    publisher: facebookPublisher,
    connector: facebookConnector,
    community: facebookCommunity,
    subscriber: facebookSubscriber,
  },
  GOOGLE_BUSINESS: {
    publisher: googleBusinessPublisher,
    connector: googleBusinessConnector,
    community: googleBusinessCommunity,
  },
  INSTAGRAM: {
    publisher: instagramPublisher,
    connector: instagramConnector,
    community: instagramCommunity,
    subscriber: instagramSubscriber,
  },
  LINKEDIN: { publisher: linkedinPublisher, connector: linkedinConnector, community: linkedinCommunity },
  MASTODON: { publisher: mastodonPublisher, connector: mastodonConnector, community: mastodonCommunity },
  PINTEREST: { publisher: pinterestPublisher, connector: pinterestConnector, community: pinterestCommunity },
  REDDIT: { publisher: redditPublisher, connector: redditConnector, community: redditCommunity },
  TELEGRAM: {
    publisher: telegramPublisher,
    connector: telegramConnector,
    community: telegramCommunity,
    subscriber: telegramSubscriber,
  },
  SNAPCHAT: { publisher: snapchatPublisher, connector: snapchatConnector, community: snapchatCommunity },
  THREADS: { publisher: threadsPublisher, connector: threadsConnector, community: threadsCommunity },
  TIKTOK: { publisher: tiktokPublisher, connector: tiktokConnector, community: tiktokCommunity },
  TWITTER: {
    publisher: twitterPublisher,
    connector: twitterConnector,
    community: twitterCommunity,
    subscriber: twitterSubscriber,
  },
  YOUTUBE: { publisher: youtubePublisher, connector: youtubeConnector, community: youtubeCommunity },
  WHATSAPP: {
    publisher: whatsappPublisher,
    connector: whatsappConnector,
    community: whatsappCommunity,
    subscriber: whatsappSubscriber,
  },
};

export type PlatformAdapters = ReadonlyMap<Platform, PlatformAdapter>;

/** Builds the adapters for one set of hosts: once for the real platforms, once for the sandbox. Those of `only` where it is given. */
export const platformAdapters = (tools: PlatformTools, only?: readonly Platform[]): PlatformAdapters =>
  new Map(
    entriesOf(parts)
      .filter(([platform]) => !only || only.includes(platform))
      .map(([platform, { publisher, connector, community, subscriber }]) => {
        const own = { ...tools, http: speaking(tools.http, platformRules[platform].name) };
        const adapter = { publisher: publisher(own), connector: connector(own), community: community(own) };
        return [platform, subscriber ? { ...adapter, subscriber: subscriber(own) } : adapter];
      }),
  );
