import type { SmtpMailer } from '../adapters/mail/smtp-mailer.ts';
import { registerPath, registrationMail, registrations } from '../adapters/sign-in/registrations.ts';
import { mailPasswordLink } from '../adapters/sign-in/password-link-mail.ts';
import type { PlainHandler } from '../edge/http/plain-handler.ts';
import { forgotPage, forgotPath } from '../edge/sign-in/forgot-page.ts';
import { joinPage, joinPrefix } from '../edge/sign-in/join-page.ts';
import { passwordPage } from '../edge/sign-in/password-page.ts';
import { registerPage } from '../edge/sign-in/register-page.ts';
import type { Door } from '../edge/sign-in/door.ts';
import { setUpPage, setUpPrefix } from '../edge/sign-in/set-up-page.ts';
import { passwordPrefix } from '../adapters/sign-in/password-links.ts';
import { isWithoutOwner, makeLiveApiKey, openPasswordLinks, planOfOwners, setUpToken } from './sign-in.ts';
import { keptKey } from '../stores/secrets/kept-key.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { SharedParts } from './shared-parts.ts';
import type { Stoppable } from './stoppable.ts';

/** The pages of people who do not sign in yet: the set-up, invitations, and links that choose a password. */
export const entryPages = async (
  infrastructure: Infrastructure,
  { access: { commands, door, mailer }, capabilityParts: { invitationLinks, forgetInvitation } }: SharedParts,
  parts: Stoppable,
): Promise<Record<string, PlainHandler>> => {
  if (!door) return {};
  const { config, log } = infrastructure;
  const now = (): Date => new Date();
  const passwordLinks = await openPasswordLinks(infrastructure, config);
  const { read: readLink } = passwordLinks;
  if (mailer) parts.add('mails of the sign-in', () => mailer.close());
  const mailLink = mailer && mailPasswordLink({ commands, links: passwordLinks, send: (mail) => mailer.send(mail) });
  return {
    ...(mailLink && {
      [forgotPath]: forgotPage({
        door,
        mailLink: (userId, request) => mailLink(userId, door.steps(request)),
        failed: (error) => log.warn({ error }, 'a link to choose a password could not be mailed'),
      }),
    }),
    ...(mailer && config.openRegistration && { [registerPath]: await registrationPages(infrastructure, door, mailer) }),
    [setUpPrefix]: setUpPage({
      door,
      publicUrl: config.publicUrl,
      now,
      plan: planOfOwners(config),
      isOpen: () => isWithoutOwner(infrastructure, commands),
      token: await setUpToken(infrastructure),
      makeApiKey: makeLiveApiKey,
    }),
    [passwordPrefix]: passwordPage({ door, commands, prefix: passwordPrefix, readLink, now }),
    [joinPrefix]: joinPage({
      door,
      commands,
      now,
      links: invitationLinks,
      forgetInvitation,
    }),
  };
};

const registrationPages = async (
  infrastructure: Infrastructure,
  door: Door,
  mailer: SmtpMailer,
): Promise<PlainHandler> => {
  const { config, log } = infrastructure;
  const { publicUrl } = config;
  const links = registrations(await keptKey(infrastructure, 'registrations'), publicUrl);
  return registerPage({
    door,
    path: registerPath,
    read: (token) => links.read(token, new Date()),
    mailLink: async (email, { isKnown }) => {
      const now = new Date();
      await mailer.send(registrationMail({ email, isKnown, publicUrl, now, url: await links.urlOf(email, now) }));
    },
    failed: (error) => log.warn({ error }, 'a link that confirms an address could not be mailed'),
  });
};
