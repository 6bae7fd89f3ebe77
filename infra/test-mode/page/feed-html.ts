import type { SandboxAccount, SandboxMedia, SandboxObject } from '@social-publishing/platform-sandbox';
import type { Platform } from '../../../domain/platforms/platform.ts';
import type { Feed, FeedFilter, FeedItem, PlatformFeed } from './feed.ts';
import { html, moment, type Html } from './html.ts';

const titles: Readonly<Record<Platform, string>> = {
  TWITTER: 'X',
  LINKEDIN: 'LinkedIn',
  INSTAGRAM: 'Instagram',
  FACEBOOK: 'Facebook',
  THREADS: 'Threads',
  BLUESKY: 'Bluesky',
  TIKTOK: 'TikTok',
  YOUTUBE: 'YouTube',
  PINTEREST: 'Pinterest',
  REDDIT: 'Reddit',
  SNAPCHAT: 'Snapchat',
  TELEGRAM: 'Telegram',
  GOOGLE_BUSINESS: 'Google Business',
  MASTODON: 'Mastodon',
  WHATSAPP: 'WhatsApp',
};

export const titleOf = (platform: Platform): string => titles[platform];

type Shown = Readonly<{
  accounts: ReadonlyMap<string, SandboxAccount>;
  /**
   * The address of this service's own media, with a trailing slash: the page displays no other
   * files.
   */
  mediaBase: string;
}>;

const keyOf = (platform: Platform, nativeId: string): string => `${platform}/${nativeId}`;

/** A file that this service holds is displayed; a file that only went to a platform is named. */
const mediaOf = ({ type, url }: SandboxMedia, index: number, { mediaBase }: Shown): Html => {
  const label = `${type.toLowerCase()} ${index + 1}`;
  if (!url.startsWith(mediaBase)) return html`<li class="sent" title="${url}">${label}</li>`;
  const { pathname, search } = new URL(url);
  const source = `${pathname}${search}`;
  if (/^video/i.test(type)) {
    return html`<li><video src="${source}" controls preload="metadata" aria-label="${label}"></video></li>`;
  }
  if (!/^image/i.test(type)) return html`<li class="sent"><a href="${source}">${label}</a></li>`;
  return html`<li><img src="${source}" alt="${label}" loading="lazy" /></li>`;
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const authorOf = ({ platform, accountNativeId, direction, data }: SandboxObject, { accounts }: Shown): Html => {
  const account = accounts.get(keyOf(platform, accountNativeId));
  if (direction === 'received') {
    const name = text(data['authorUsername']) || 'someone';
    return html`<b>${name}</b> <span class="quiet">to ${account?.username ?? accountNativeId}</span>`;
  }
  return html`<b>${account?.displayName ?? accountNativeId}</b> <span class="quiet">${account?.username}</span>`;
};

const kindOf = ({ kind, data }: SandboxObject): string =>
  kind === 'review' && typeof data['rating'] === 'number' ? `review, ${data['rating']} of 5` : kind;

const itemOf = ({ object, beneath }: FeedItem, { isTop }: Readonly<{ isTop: boolean }>, shown: Shown): Html => {
  const { platform, nativeId, kind, parentNativeId, media, createdAt, deletedAt } = object;
  const id = keyOf(platform, nativeId);
  const answering =
    isTop && parentNativeId !== null ? html` <span class="quiet">on ${parentNativeId}</span>` : undefined;
  const badge = kind === 'post' ? undefined : html` <span class="badge">${kindOf(object)}</span>`;
  const gone = deletedAt === null ? undefined : html` <span class="badge gone">deleted ${moment(deletedAt)}</span>`;
  const words = deletedAt === null ? html`${object.text}` : html`<del>${object.text}</del>`;
  const files = media.map((each, index) => mediaOf(each, index, shown));
  return html`<article id="${id}" class="${deletedAt === null ? 'live' : 'deleted'}" data-native-id="${nativeId}">
    <header>${authorOf(object, shown)}${badge}${answering}${gone}</header>
    <p class="text" dir="auto">${words}</p>
    ${
      files.length > 0
        ? html`<ul class="media">
            ${files}
          </ul>`
        : undefined
    }
    <footer>${moment(createdAt)} <code>${nativeId}</code></footer>
    ${beneath.length > 0 ? html`<div class="beneath">${beneath.map((each) => itemOf(each, { isTop: false }, shown))}</div>` : undefined}
  </article> `;
};

/** The query of a page of the feed. */
export const queryOf = ({ platform, account, before }: FeedFilter): string => {
  const query = new URLSearchParams();
  if (platform !== undefined) query.set('platform', platform);
  if (account !== undefined) query.set('account', account);
  if (before !== undefined) query.set('before', before);
  return query.size === 0 ? '' : `?${query.toString()}`;
};

const platformOf = ({ platform, items, older }: PlatformFeed, { account }: FeedFilter, shown: Shown): Html => {
  const next = older === undefined ? undefined : `/sandbox${queryOf({ platform, account, before: older })}`;
  return html`<section aria-labelledby="${platform}" data-platform="${platform}">
    <h2 id="${platform}">${titleOf(platform)}</h2>
    ${items.map((item) => itemOf(item, { isTop: true }, shown))}
    ${next === undefined ? undefined : html`<p><a href="${next}">Older on ${titleOf(platform)}</a></p>`}
  </section> `;
};

/** The feed itself: the part that is replaced when its content changes. */
export const feedHtml = ({ accounts, platforms }: Feed, filter: FeedFilter, mediaBase: string): Html => {
  const shown = { accounts: new Map(accounts.map((each) => [keyOf(each.platform, each.nativeId), each])), mediaBase };
  const [full, empty] = [
    platforms.filter(({ items }) => items.length > 0),
    platforms.filter(({ items }) => !items.length),
  ];
  const quiet = empty.map(({ platform }) => titleOf(platform)).join(', ');
  return html`<div class="platforms">${full.map((each) => platformOf(each, filter, shown))}</div>
    ${quiet === '' ? undefined : html`<p class="quiet">Nothing on ${quiet}.</p>`} `;
};
