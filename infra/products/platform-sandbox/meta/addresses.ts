/** The address of a Page's post; ids of posts are `<page>_<post>`. */
export const postAddress = (postId: string): string => {
  const [page = '', story = page] = postId.split('_');
  return `https://www.facebook.com/${page}/posts/${story}`;
};

/** The address of a comment: the one of its post, with the last part of the id of the comment. */
export const commentAddress = (postId: string, commentId: string): string =>
  `${postAddress(postId)}?comment_id=${commentId.split('_').at(-1) ?? ''}`;
