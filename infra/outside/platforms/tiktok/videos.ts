import { z } from 'zod';
import type { RunContext } from '../../../../domain/platforms/publisher.ts';
import { shaped } from '../shape.ts';
import type { TiktokApi } from './api.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Video = z.object({
  id: z.string(),
  title: z.string().optional(),
  video_description: z.string().optional(),
  create_time: z.number(),
  share_url: z.string().optional(),
  view_count: z.number().optional(),
  like_count: z.number().optional(),
  comment_count: z.number().optional(),
  share_count: z.number().optional(),
});
export type Video = z.infer<typeof Video>;
const Listed = z.object({
  data: z.object({ videos: z.array(Video), cursor: z.number().optional(), has_more: z.boolean().optional() }),
});

const fields = 'id,title,video_description,create_time,share_url,view_count,like_count,comment_count,share_count';

export const textOf = ({ title = '', video_description: description = '' }: Video): string => description || title;

/** The account's public posts, newest first (TikTok docs: "List Videos"). */
export const listVideos = async (api: TiktokApi, cursor: number | undefined, context: RunContext) => {
  const json = { max_count: 20, ...defined({ cursor }) };
  const reply = await api({ method: 'POST', path: '/video/list/', query: { fields }, json, effect: 'read' }, context);
  return shaped(Listed, reply, 'read').data;
};

export const videoOf = async (api: TiktokApi, id: string, context: RunContext): Promise<Video | undefined> => {
  const json = { filters: { video_ids: [id] } };
  const reply = await api({ method: 'POST', path: '/video/query/', query: { fields }, json, effect: 'read' }, context);
  return shaped(Listed, reply, 'read').data.videos[0];
};
