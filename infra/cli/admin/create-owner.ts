import { personAt } from '../../../commands/sign-in/register-person.ts';
import { claimSetUp, createOwner, isSetUpOpen } from '../../../commands/sign-in/set-up.ts';
import { makeLiveApiKey, planOfOwners } from '../../composition/sign-in.ts';
import { Refusal, UsageError } from '../operator.ts';
import type { AdminCommand } from './admin.ts';
import { emailFrom, passwordLinkFor } from './people.ts';
import { askSecret } from './prompt.ts';
import { slugFrom } from './workspaces.ts';

/** The owner of a workspace, who is an operator of the installation too. */
export const createOwnerCommand: AdminCommand = async ([address], options, admin) => {
  const { ports, steps, infrastructure } = admin;
  const { config } = infrastructure;
  const email = emailFrom(address);
  const slug = slugFrom(options.workspace ?? '');
  if (!config.passwordSignIn)
    throw new UsageError('People sign in with OIDC_ISSUER here. PASSWORD_SIGN_IN=true allows passwords beside it');
  if ((await personAt(email, ports, steps)) !== undefined) throw new Refusal(`${email} signs in here already`);
  const name = options.name ?? email.replace(/@.*$/, '');
  const password = options.link
    ? undefined
    : await askSecret(`A password for ${email} (empty: a link to choose one): `);
  const userId = steps.newId('user');
  if (await isSetUpOpen(steps)) await claimSetUp(userId, steps);
  const key = options.key ? makeLiveApiKey() : undefined;
  const workspace = { slug, name: slug };
  const owner = { email, name, password, workspace, plan: planOfOwners(config), key };
  const { workspaceId } = await createOwner(userId, owner, ports, steps);
  const link = password === undefined ? await passwordLinkFor(userId, admin) : undefined;
  const lines = [
    `${email} owns the workspace ${slug} (${workspaceId}) and is an operator of this installation.`,
    ...(link === undefined ? [] : ['', 'The link to choose a password, once, within 7 days:', link]),
    ...(key === undefined ? [] : ['', 'The API key, shown this once:', key.key]),
    '',
    'What comes next:',
    `  1. Start the service, where it does not run, and sign in at ${config.publicUrl}/console`,
    `  2. Connect an account: POST ${config.publicUrl}/v1/accounts/connect/:platform (${config.publicUrl}/v1/docs)`,
    `  3. Create the first post: POST ${config.publicUrl}/v1/posts`,
  ];
  return {
    text: lines.join('\n'),
    data: { userId, email, workspaceId, slug, link: link ?? null, key: key?.key ?? null },
  };
};
