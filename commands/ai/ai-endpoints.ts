import type { WriteEndpoint } from '../kernel/endpoint.ts';
import { aiKeyEndpoints } from './ai-key-endpoints.ts';
import type { AiPorts } from './ports.ts';
import { bestTime } from './best-time.ts';
import { enhanceContent, enhanceContents } from './enhance-content.ts';
import { enhanceByOwnKey } from './enhance.ts';
import { generatePostContent } from './generate-post-content.ts';
import { suggestHashtags } from './hashtags.ts';
import { buildImagePrompt } from './image-prompt.ts';
import { createThread } from './thread.ts';

/** The write endpoints of AI texts. */
export const aiEndpoints = (ports: AiPorts): readonly WriteEndpoint[] => [
  generatePostContent(ports),
  enhanceContent(ports),
  enhanceContents(ports),
  enhanceByOwnKey(ports),
  suggestHashtags(ports),
  bestTime(ports),
  createThread(ports),
  buildImagePrompt(ports),
  ...aiKeyEndpoints(ports),
];
