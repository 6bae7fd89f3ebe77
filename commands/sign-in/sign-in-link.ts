import { signIn } from '../../domain/sign-in/sign-in.ts';
import type { SignInSteps } from './ports.ts';

/** Makes a link that signs a person in, once. The text of the mail names it. */
export const issueSignInLink = async (userId: string, opensMs: number, steps: SignInSteps): Promise<string> => {
  const linkId = steps.newId('sign-in-link');
  const expiresAt = new Date(Date.parse(steps.now) + opensMs).toISOString();
  await steps.handle(
    signIn,
    userId,
    { type: 'issue-sign-in-link', userId, linkId, expiresAt },
    { shared: true, workspaceId: '', step: 'issue-sign-in-link' },
  );
  return linkId;
};
