import { bulleted } from '../../domain/kernel/sentence.ts';
import { z } from 'zod';
import { checkPost, onOwnServers } from '../../domain/content/content-check.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { platformFrom, type Platform } from '../../domain/platforms/platform.ts';
import { ruleInput } from '../../domain/posts/render.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { newContent } from './post-content.ts';
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
    description: bulleted(
      'Checks a content by the limits of the reference. Accounts are not checked: the `validation` of createPost and updatePost has ACCOUNT_DISCONNECTED for a lost connection.',
      [
        "Text is counted in UTF-16 code units. TWITTER counts by X's weights, BLUESKY in graphemes and 3,000 bytes, and MASTODON in graphemes with each URL as 23.",
        'A megabyte is 1,048,576 bytes, and on BLUESKY 1,000,000.',
        'Error TOO_MANY_HASHTAGS or TOO_MANY_MENTIONS: more than the hard maximum. More than the recommended count warns.',
        'Required metadata that is missing warns here and is an error on creation: the privacy level of TIKTOK, the recipientPhone of WHATSAPP.',
        'Warning NO_HASHTAGS: the platform recommends at least one, or is INSTAGRAM or YOUTUBE. A hashtag in the first comment counts.',
        'Warning MEDIA_NOT_MEASURED: the duration or size of a file is unknown, so it is not checked.',
        'Warning TITLE_FROM_TEXT: the title is missing.',
        'Warning RECIPIENT_REQUIRED: recipientPhone is missing.',
        'Warning WHATSAPP_WINDOW: free text to WhatsApp.',
        'A GIF counts as animated unless it was measured as still. The aspect ratio of an image holds within one pixel.',
      ],
    ),
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
      const full = await newContent(requested, context, ports);
      // Where the request has no metadata, missing metadata is a warning.
      const check = checkPost(platforms, (platform) => ({ ...ruleInput(full, platform), metadata: undefined }));
      return { body: onOwnServers(check, ownServersOf(context, ports)) };
    },
  });
