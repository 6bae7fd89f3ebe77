import type { Platform } from '../../../domain/platforms/platform.ts';
import type { Feed, FeedFilter } from './feed.ts';
import { titleOf } from './feed-html.ts';
import { html, type Html } from './html.ts';

/** A page of the sandbox. */
export const document = (title: string, head: Html, body: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/sandbox/feed/page.css" />
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html> `;

const chosen = (is: boolean): Html | undefined => (is ? html` selected` : undefined);

const filterForm = ({ accounts }: Feed, platforms: readonly Platform[], { platform, account }: FeedFilter): Html => {
  const ofPlatform = accounts.filter((each) => each.platform === platform);
  const accountChoice = html`<label for="account">Account</label>
    <select id="account" name="account">
      <option value="">All accounts</option>
      ${ofPlatform.map(
        ({ nativeId, username, displayName }) =>
          html`<option value="${nativeId}" ${chosen(nativeId === account)}>${displayName} (${username})</option>`,
      )}
    </select>`;
  return html`<form method="get" action="/sandbox">
    <label for="platform">Platform</label>
    <select id="platform" name="platform">
      <option value="">All platforms</option>
      ${platforms.map((each) => html`<option value="${each}" ${chosen(each === platform)}>${titleOf(each)}</option>`)}
    </select>
    ${platform === undefined ? undefined : accountChoice}
    <button>Show</button>
  </form>`;
};

type Signed = Readonly<{
  feed: Feed;
  filter: FeedFilter;
  platforms: readonly Platform[];
  /** The feed as HTML, and a tag that changes with it. */
  content: Html;
  version: string;
  workspaceId: string;
}>;

/** The page of a signed-in person. Without scripts it reloads every few seconds. */
export const feedPage = ({ feed, filter, platforms, content, version, workspaceId }: Signed): Html =>
  document(
    'Sandbox: what is live',
    html`<noscript><meta http-equiv="refresh" content="5" /></noscript>
      <script src="/sandbox/feed/refresh.js" defer></script>`,
    html`<a class="skip" href="#feed">To the posts</a>
      <header class="top">
        <h1>What is live in the sandbox</h1>
        <p class="quiet">
          Simulated platforms only: nothing here has left this service. Workspace <code>${workspaceId}</code>
        </p>
        <div class="bar">
          ${filterForm(feed, platforms, filter)}
          <button type="button" id="pause" aria-pressed="false" hidden>Pause</button>
          <a href="/sandbox/mails">Mails</a>
          <form method="post" action="/sandbox/feed/leave"><button>Leave</button></form>
          <span id="state" class="quiet" role="status"></span>
        </div>
      </header>
      <main id="feed" tabindex="-1" data-version="${version}">${content}</main>`,
  );

/** The page of a person who is not signed in; `to` is where the key leads. */
export const keyPage = (problem: string | undefined, to: string): Html =>
  document(
    'Sandbox: what is live',
    html``,
    html`<main class="door">
      <h1>What is live in the sandbox</h1>
      <p>
        Paste an API key of a test workspace: one that begins with <code>svc_test_</code> and may do everything. The
        service prints one when it starts, and <code>connection.json</code> in its data folder has it.
      </p>
      ${problem === undefined ? undefined : html`<p class="problem" role="alert">${problem}</p>`}
      <form method="post" action="/sandbox/feed/key">
        <input type="hidden" name="to" value="${to}" />
        <label for="key">API key</label>
        <input
          id="key"
          name="key"
          type="password"
          autocomplete="off"
          spellcheck="false"
          required
          maxlength="200"
          autofocus
        />
        <button>Show the sandbox</button>
      </form>
    </main>`,
  );
