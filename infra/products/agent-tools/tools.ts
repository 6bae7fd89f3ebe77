import { accountTools } from './account-tools.ts';
import { adviceTools } from './advice-tools.ts';
import { approvalTools } from './approval-tools.ts';
import { inboxTools } from './inbox-tools.ts';
import { mediaTools } from './media-tools.ts';
import { postTools } from './post-tools.ts';
import { publishingTools } from './publishing-tools.ts';
import type { ApiCall, Tool } from './tool.ts';

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

/** The calls of the API that the tools begin with, and those that register the files of a post. */
export const toolCalls: readonly ApiCall[] = [...tools.flatMap(({ calls }) => calls), 'POST /v1/media/register'];
