import { accountMails } from './account-mails.ts';
import { approvalMails } from './approval-mails.ts';
import { fileMails } from './file-mails.ts';
import { planMails } from './plan-mails.ts';
import { postMails } from './post-mails.ts';
import { recurringMails } from './recurring-mails.ts';
import { securityMails } from './security-mails.ts';

export const notificationProcesses = [
  postMails,
  accountMails,
  fileMails,
  approvalMails,
  recurringMails,
  planMails,
  securityMails,
] as const;
