export const styles = `:root {
  color-scheme: light dark;
  --ground: #f6f7f9; --card: #fff; --ink: #1a1d21; --quiet: #59616b; --line: #d5dae0; --accent: #0b57d0; --bad: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171a; --card: #1e2226; --ink: #e8eaed; --quiet: #a3acb6; --line: #3a4149; --accent: #8ab4f8; --bad: #f2b8b5;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 0 0 .5rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .5rem; }
.top { padding: 1rem; border-bottom: 1px solid var(--line); background: var(--card); }
.top p { margin: .25rem 0 .75rem; }
.bar, .bar form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
button, select, input { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--quiet); border-radius: .4rem; padding: .3rem .7rem; }
button { cursor: pointer; }
button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); }
.quiet, footer, header .quiet { color: var(--quiet); }
#feed { padding: 1rem; }
.platforms { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); align-items: start; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .75rem 1rem; margin: 0 0 .75rem; overflow-wrap: anywhere; }
.text { margin: .4rem 0; white-space: pre-wrap; }
.deleted > .text, .deleted > .media { color: var(--quiet); opacity: .8; }
.badge { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .5rem; font-size: .85rem; }
.gone { border-color: var(--bad); color: var(--bad); }
.media { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; padding: 0; margin: .4rem 0; }
.media img, .media video { max-width: 100%; max-height: 14rem; border-radius: .4rem; display: block; }
.sent { border: 1px dashed var(--quiet); border-radius: .4rem; padding: .2rem .6rem; color: var(--quiet); font-size: .9rem; }
footer { font-size: .85rem; }
.beneath { margin: .75rem 0 0; padding-left: .75rem; border-left: 3px solid var(--line); }
.beneath article { border: 0; padding: .25rem .5rem; margin: 0 0 .25rem; }
.door { max-width: 34rem; margin: 12vh auto; padding: 0 1rem; }
.door form { display: grid; gap: .5rem; }
.problem { color: var(--bad); }
.mails { padding: 1rem; max-width: 60rem; }
.mails ul { list-style: none; padding: 0; margin: 0; }
.mails iframe { width: 100%; height: 30rem; border: 1px solid var(--line); border-radius: .6rem; background: #fff; color-scheme: light; }
.mails pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .75rem 1rem; margin: 0; }
`;

/**
 * Fetches the feed and replaces the old one when it has changed; not in the background, nor while a
 * video plays.
 */
export const script = `'use strict';
const feed = document.getElementById('feed');
const state = document.getElementById('state');
const pause = document.getElementById('pause');
const everyMs = 2000;
let paused = false;
const say = (text) => { if (state.textContent !== text) state.textContent = text; };
const playing = () => [...feed.querySelectorAll('video')].some((film) => !film.paused);
const refresh = async () => {
  const reply = await fetch('/sandbox/feed' + location.search, {
    cache: 'no-store',
    headers: { 'if-none-match': feed.dataset.version },
  });
  if (reply.status === 401) return location.reload();
  say('');
  if (reply.status !== 200) return;
  const content = await reply.text();
  if (paused || playing()) return;
  const focused = feed.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  feed.innerHTML = content;
  feed.dataset.version = reply.headers.get('etag');
  if (focused !== null) (feed.querySelector('a[href="' + CSS.escape(focused) + '"]') || feed).focus();
};
const round = async () => {
  try {
    if (!paused && !document.hidden && !playing()) await refresh();
  } catch {
    say('The service does not answer; trying again.');
  }
  setTimeout(round, everyMs);
};
pause.hidden = false;
pause.addEventListener('click', () => {
  paused = !paused;
  pause.setAttribute('aria-pressed', String(paused));
});
document.getElementById('platform').addEventListener('change', () => {
  const account = document.getElementById('account');
  if (account) account.value = '';
});
setTimeout(round, everyMs);
`;
