import { accountTools } from './account-tools.ts';
import { adviceTools } from './advice-tools.ts';
import { approvalTools } from './approval-tools.ts';
import { inboxTools } from './inbox-tools.ts';
import { mediaTools } from './media-tools.ts';
import { postTools } from './post-tools.ts';
import { publishingTools } from './publishing-tools.ts';
import type { Tool } from './tool.ts';

/** All tools, in the order of their list. */
export const tools: readonly Tool[] = [
  ...accountTools,
  ...postTools,
  ...mediaTools,
  ...publishingTools,
  ...approvalTools,
  ...inboxTools,
  ...adviceTools,
];

export const toolNamed = (name: string): Tool | undefined => tools.find((each) => each.name === name);
