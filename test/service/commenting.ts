import { expect } from 'chai';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { TestWorkspace } from '../support/running-service.ts';
import { expectShape } from '../reference/shape.ts';
import { commentListShape } from '../reference/shapes.ts';

/** What the tests look at of a comment in a list. */
export type Listed = { id: string; content: string; platformCommentId: string };

/** A post of a text, live on some platforms of a test workspace. */
export const publish = async (of: TestWorkspace, ...platforms: Platform[]) => {
  const accountIds = platforms.map((platform) => of.accounts[platform]);
  const made = await of.send('POST /posts', { content: `What do you think? ${'x'.repeat(120)}`, accountIds });
  const live = await of.send(`POST /posts/${made.body.id}/publish?sync=true&timeout=60`);
  expect(live.body.status, JSON.stringify(live.body)).to.equal('published');
  const ids = live.body.platforms as { accountId: string; platformPostId: string }[];
  const nativeOn = (platform: Platform): string =>
    ids.find(({ accountId }) => accountId === of.accounts[platform])?.platformPostId ?? '';
  return { id: made.body.id as string, nativeOn };
};
type LivePost = Awaited<ReturnType<typeof publish>>;

/** Somebody comments on it there; answers the platform's id of the comment. */
export const comment = async (
  of: TestWorkspace,
  post: LivePost,
  platform: Platform,
  text: string,
  parentCommentId?: string,
): Promise<string> => {
  const reported = await of.send('POST /sandbox/inbox/comments', {
    accountId: of.accounts[platform],
    platformPostId: post.nativeOn(platform),
    text,
    parentCommentId,
    author: { id: `author-of-${text.slice(0, 5)}`, username: 'zoe' },
  });
  expect(reported.status, JSON.stringify(reported.body)).to.equal(201);
  return reported.body.platformCommentId;
};

/** Has the service read the comments of a workspace's account now. */
export const sync = (of: TestWorkspace, platform: Platform) =>
  of.send(`POST /accounts/${of.accounts[platform]}/comments/sync`);

/** A list of comments, held to its documented shape. */
export const listed = async (of: TestWorkspace, path: string): Promise<Listed[]> => {
  const { status, body } = await of.send(`GET ${path}`);
  expect(status, JSON.stringify(body)).to.equal(200);
  expectShape(body, commentListShape, path);
  return body.data;
};

export const texts = (comments: readonly Listed[]): string[] => comments.map(({ content }) => content);
