import { z } from 'zod';
import { titleFor } from '../../../../domain/content/title.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { PlatformAccount, Rendered } from '../../../../domain/platforms/publisher.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** The options of a person per post (the `REDDIT` fields of `platformMetadata`). */
const Metadata = z.object({
  subreddit: z.string().optional().catch(undefined),
  link: z.string().optional().catch(undefined),
  flairId: z.string().optional().catch(undefined),
  flairText: z.string().optional().catch(undefined),
  nsfw: z.boolean().optional().catch(undefined),
  spoiler: z.boolean().optional().catch(undefined),
  sendReplies: z.boolean().optional().catch(undefined),
});

/** A post in Reddit's form, whatever its media. */
export type Submission = Readonly<{
  subreddit: string;
  title: string;
  /** The body; empty where the title is the whole text. */
  body: string;
  link: string | undefined;
  flairId: string | undefined;
  flairText: string | undefined;
  nsfw: boolean;
  spoiler: boolean;
  sendReplies: boolean;
}>;

/** The subreddit of the post, else the chosen one, else the person's own profile. */
export const submissionOf = (rendered: Rendered, account: PlatformAccount): Submission => {
  const given = Metadata.parse(rendered.metadata);
  const title = titleFor('REDDIT', rendered.text, rendered.metadata);
  if (title === '') throw new PlatformError('refused', 'PUBLISH_ERROR', 'Reddit requires a title for every post');
  const subreddit = given.subreddit ?? account.page?.id ?? `u_${account.username}`;
  const body = rendered.text.trim() === title ? '' : rendered.text;
  return {
    subreddit: subreddit.replace(/^\/?r\//, ''),
    title,
    body,
    link: given.link,
    flairId: given.flairId,
    flairText: given.flairText,
    nsfw: given.nsfw ?? false,
    spoiler: given.spoiler ?? false,
    sendReplies: given.sendReplies ?? true,
  };
};

/** The form of `POST /api/submit`, beside what its kind needs. */
export const submitForm = (submission: Submission, kind: Readonly<Record<string, string>>): Record<string, string> => ({
  api_type: 'json',
  sr: submission.subreddit,
  title: submission.title,
  ...(submission.body !== '' && { text: submission.body }),
  resubmit: 'true',
  sendreplies: String(submission.sendReplies),
  nsfw: String(submission.nsfw),
  spoiler: String(submission.spoiler),
  validate_on_submit: 'true',
  ...defined({ flair_id: submission.flairId, flair_text: submission.flairText }),
  ...kind,
});
