import type { FindRequest, Rendered, ThreadItem } from '../../../domain/platforms/publisher.ts';

/** The items a rendered post consists of: its thread, or the post itself as the only one. */
export const itemsOf = (rendered: Rendered): readonly ThreadItem[] =>
  rendered.thread.length > 0 ? rendered.thread : [{ sequence: 1, text: rendered.text, media: rendered.media }];

/** The name of the send that makes an item: `post` for the root, `thread-2` and so on for the others. */
export const sendName = (sequence: number): string => (sequence === 1 ? 'post' : `thread-${sequence}`);

/** The item a look is about. */
export const itemOf = (request: FindRequest): ThreadItem => {
  const item = itemsOf(request.rendered).find(({ sequence }) => sendName(sequence) === request.send);
  if (!item) throw new Error(`no item of the post is sent as ${request.send}`);
  return item;
};
