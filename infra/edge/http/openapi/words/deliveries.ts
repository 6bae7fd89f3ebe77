import type { Words } from './words.ts';

/** Names that only the bodies of webhooks have. */
export const deliveryWords: Words = {
  approverId: 'The person who approved',
  replyId: "The platform's id of the reply",
  replyUrl: 'Where the reply is, on the platform',
  mentionId: 'The mention, as the service knows it',
  reviewId: 'The review, as the service knows it',
  messageId: "The platform's id of the message",
  enrollmentId: 'The enrollment of the contact in the sequence',
  graceUntil: 'Until when what the lower plan has no room for goes on; null where nothing is lost',
  toUserId: 'The new owner',
};
