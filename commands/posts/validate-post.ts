import { z } from 'zod';
import { checkPost, onOwnServers } from '../../domain/content/content-check.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { platformFrom, type Platform } from '../../domain/platforms/platform.ts';
import { ruleInput } from '../../domain/posts/render.ts';
import type { PostContent } from '../../domain/posts/values.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { contentFrom } from './post-content.ts';
import { Verdict } from '../../read-api/contract/post.ts';
import type { PostPorts } from './ports.ts';
import { ownServersOf } from './present.ts';

const platformsFrom = (names: readonly string[]): readonly Platform[] =>
  names.map((name) => {
    const platform = platformFrom(name);
    if (!platform)
      throw new Refused('VALIDATION_ERROR', `${name} is not a platform`, { field: 'platforms', platform: name });
    return platform;
  });

/** Checks the platforms' rules only, never the eligibility of accounts. Writes nothing. */
export const validatePost = (ports: PostPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/posts/validate',
    id: 'validatePost',
    summary: 'Check content against the rules of each platform',
    description:
      "The reference's limits decide. Text is counted in UTF-16 code units, on TWITTER by X's weights, on " +
      'BLUESKY in graphemes and 3,000 bytes, on MASTODON in graphemes with URLs as 23. A megabyte is ' +
      '1,048,576 bytes, on BLUESKY 1,000,000. Required metadata that is missing (the privacy level of ' +
      'TIKTOK, the recipientPhone of WHATSAPP) is a warning here and an error on creation. Hard maxima are the errors TOO_MANY_HASHTAGS ' +
      'and TOO_MANY_MENTIONS; recommended counts warn. NO_HASHTAGS warns where at least one is ' +
      'recommended, and on INSTAGRAM and YOUTUBE; a hashtag in the first comment counts. Media of unknown ' +
      'duration or size are not checked and warn with MEDIA_NOT_MEASURED. A GIF counts as animated unless ' +
      'it was measured as still. The aspect ratio holds for images, within one pixel. A missing title ' +
      'warns with TITLE_FROM_TEXT, a missing recipientPhone with RECIPIENT_REQUIRED, ' +
      'free text to WhatsApp with WHATSAPP_WINDOW. Accounts are not looked at: the `validation` of createPost and ' +
      'updatePost warns of a lost connection with ACCOUNT_DISCONNECTED.',
    body: z.object({
      content: z.string().max(100_000),
      platforms: z.array(z.string()).min(1).max(50),
      mediaIds: z.array(z.string().max(64)).max(50).optional(),
    }),
    reply: Verdict,
    errors: ['VALIDATION_ERROR'],
    run: async ({ body }, context) => {
      const platforms = platformsFrom(body.platforms);
      const { content, mediaIds } = body;
      const requested = { content, ...(mediaIds ? { mediaIds } : {}) };
      const full = (await contentFrom(requested, undefined, context, ports)) as PostContent;
      // Where the request has no metadata, missing metadata is a warning.
      const check = checkPost(platforms, (platform) => ({ ...ruleInput(full, platform), metadata: undefined }));
      return { body: onOwnServers(check, ownServersOf(context, ports)) };
    },
  });
