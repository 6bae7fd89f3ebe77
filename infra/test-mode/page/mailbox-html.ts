import type { ListedMail, MailPlace, WholeMail } from '../../adapters/mail/kept-mails.ts';
import { html, moment, type Html } from './html.ts';
import { document } from './page-html.ts';

const none = html``;

const addressOf = ({ id }: ListedMail): string => `/sandbox/mails/${encodeURIComponent(id)}`;

const rowOf = (mail: ListedMail): Html =>
  html`<li>
    <article>
      <a href="${addressOf(mail)}">${mail.subject}</a>
      <footer>to ${mail.to}, ${moment(mail.sentAt)}</footer>
    </article>
  </li> `;

type Listed = Readonly<{ mails: readonly ListedMail[]; older: MailPlace | undefined; workspaceId: string }>;

/** A page of the list. It is drawn when it is asked for; a reload shows what has come since. */
export const mailboxPage = ({ mails, older, workspaceId }: Listed): Html =>
  document(
    'Sandbox: mails',
    none,
    html`<header class="top">
        <h1>Mails of the sandbox</h1>
        <p class="quiet">No mail of this workspace leaves the service. Workspace <code>${workspaceId}</code></p>
        <div class="bar"><a href="/sandbox">What is live</a> <a href="/sandbox/mails">Newest mails</a></div>
      </header>
      <main class="mails">
        ${
          mails.length === 0
            ? html`<p class="quiet">No mails here.</p>`
            : html`<ul>
                ${mails.map(rowOf)}
              </ul>`
        }
        ${
          older === undefined
            ? undefined
            : html`<p><a href="/sandbox/mails?before=${older.sentAt}~${older.position}">Older mails</a></p>`
        }
      </main>`,
  );

/** One mail, as both kinds of readers show it. */
export const mailPage = (mail: WholeMail): Html => {
  const framed =
    mail.html === undefined
      ? html`<p class="quiet">This mail was kept before mails had HTML.</p>`
      : html`<iframe
          src="${addressOf(mail)}/html"
          title="The mail as HTML"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        ></iframe>`;
  return document(
    `Sandbox: ${mail.subject}`,
    none,
    html`<header class="top">
        <h1 dir="auto">${mail.subject}</h1>
        <p class="quiet">to ${mail.to}, ${moment(mail.sentAt)}</p>
        <div class="bar"><a href="/sandbox/mails">All mails</a></div>
      </header>
      <main class="mails">
        <h2>As HTML</h2>
        ${framed}
        <h2>As plain text</h2>
        <pre dir="auto">${mail.text}</pre>
      </main>`,
  );
};

export const noMailPage = (): Html =>
  document(
    'Sandbox: no such mail',
    none,
    html`<main class="door">
      <h1>No such mail</h1>
      <p><a href="/sandbox/mails">The mails of the workspace</a> lists those that are kept.</p>
    </main>`,
  );
