import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { idFrom } from '../../../commands/kernel/deterministic-ids.ts';
import { setUpOwner } from '../../../commands/sign-in/set-up.ts';
import type { PasskeyCreation } from '../../../commands/sign-in/ports.ts';
import type { MadeApiKey } from '../../../commands/workspaces/ports.ts';
import { minPasswordLength } from '../../../domain/sign-in/password-rules.ts';
import { cutText } from '../../../domain/kernel/stored-text.ts';
import type { Plan } from '../../../domain/plans/plan.ts';
import { Slug } from '../../../domain/workspaces/slug.ts';
import type { PlainHandler } from '../http/plain-handler.ts';
import { jsonOf, type Door } from './door.ts';
import { firstName, passkeyPart } from './passkey-part.ts';
import { closedPage, entryHandler } from './entry-handler.ts';
import { fieldsOf } from './form.ts';
import { alertOf, entryPage, escaped, fieldOf } from './page.ts';

/** Below this path the set-up link opens. */
export const setUpPrefix = '/set-up/';

type Parts = Readonly<{
  door: Door;
  token: string;
  /** Whether the installation has no owner yet. */
  isOpen(): Promise<boolean>;
  publicUrl: string;
  now(): Date;
  makeApiKey(): MadeApiKey;
  plan: Plan | undefined;
}>;

const Form = z.object({
  name: z.string().trim().min(1, 'Your name is missing').max(100, 'The name is too long'),
  email: z.email('The e-mail address is not valid').max(254),
  password: z.string(),
  passkey: z.string().default(''),
  /** The person that the passkey was made for. */
  userId: z.string().default(''),
  workspace: z.string().trim().min(1, 'The name of the workspace is missing').max(100, 'The name is too long'),
});

/** A short name for the workspace's address, made of its name. */
export const slugOf = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const slug = cutText(plain, 50);
  return Slug.safeParse(slug).success ? slug : 'workspace';
};

const sameText = (one: string, other: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());

/** A challenge of the page counts for the person whose id the page made. */
const purposeOf = (userId: string): string => `set-up ${userId}`;

type Shown = Readonly<{
  given: URLSearchParams;
  problem: string | undefined;
  /** The id of the person that a passkey is made for, and what the browser is asked for. */
  passkey: Readonly<{ userId: string; options: PasskeyCreation }> | undefined;
}>;

const formPage = ({ given, problem, passkey }: Shown): string =>
  entryPage(
    'Set up this installation',
    `<p>You become the owner of the first workspace, and an operator of this installation.</p>
${alertOf(problem)}
<form method="post">
${fieldOf({ name: 'name', label: 'Your name', autocomplete: 'name', value: given.get('name') ?? '', more: 'maxlength="100"' })}
${fieldOf({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: given.get('email') ?? '' })}
${fieldOf({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: `At least ${minPasswordLength} characters that are hard to guess`, more: `minlength="${minPasswordLength}"` })}
${fieldOf({ name: 'workspace', label: 'Name of the workspace', autocomplete: 'organization', value: given.get('workspace') ?? '', more: 'maxlength="100"' })}
<button>Set up</button>
${passkey ? `<input type="hidden" name="userId" value="${escaped(passkey.userId)}">` : ''}
${passkeyPart({ options: passkey?.options, label: 'Set up with a passkey instead of a password' })}
</form>`,
  );

const donePage = (key: string, publicUrl: string): string =>
  entryPage(
    'The installation is set up',
    `<p>Your first API key. This page alone shows it:</p>
<code id="key">${escaped(key)}</code>
<p>What comes next:</p>
<ol>
<li><a href="/console">Sign in to the console</a>.</li>
<li>Connect an account of a platform: <a href="/v1/docs">the API's reference</a> has <code>POST /v1/accounts/connect/:platform</code></li>
<li>Create the first post:
<code>curl ${escaped(publicUrl)}/v1/posts -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" -d '{"content": "Hello, world!", "accountIds": ["…"]}'</code></li>
</ol>`,
  );

/** The page behind the link of the first start: it makes the first owner, once. */
export const setUpPage = ({ door, token, isOpen, publicUrl, now, makeApiKey, plan }: Parts): PlainHandler => {
  const opens = async (presented: string): Promise<boolean> => sameText(presented, token) && (await isOpen());
  const closed = closedPage(
    'This link is wrong, or the installation is set up already. After a set-up that was cut off it opens again in ten minutes',
  );
  const passkeyOf = () => {
    const userId = idFrom(now().getTime(), randomUUID());
    const person = { userId, email: '', name: '' };
    const options = door.ports.passkeys?.creation(person, [], purposeOf(userId), now().toISOString());
    return options && { userId, options };
  };
  return entryHandler(setUpPrefix, {
    show: async (presented, given, problem) =>
      (await opens(presented)) ? { html: formPage({ given, problem, passkey: passkeyOf() }) } : closed,
    take: async (presented, given, request) => {
      if (!(await opens(presented))) return closed;
      const { name, email, password, passkey, userId, workspace } = fieldsOf(Form, given);
      const key = makeApiKey();
      const made = { name, email, workspace: { name: workspace, slug: slugOf(workspace) }, plan, key };
      // The challenge of the passkey names the id, so a browser makes up no id of its own.
      const wayIn =
        passkey === ''
          ? { password }
          : {
              password: undefined,
              userId,
              passkey: { answer: jsonOf(passkey), purpose: purposeOf(userId), name: firstName },
            };
      await setUpOwner({ ...made, ...wayIn }, door.ports, door.steps(request));
      return { html: donePage(key.key, publicUrl) };
    },
  });
};
