import { expect } from 'chai';
import sharp from 'sharp';
import type { Platform } from '../../domain/platforms/platform.ts';
import { account } from '../../domain/accounts/account.ts';
import { publish, sync } from './commenting.ts';
import { useRunningService, type RunningService, type TestWorkspace } from '../support/running-service.ts';

type Body = Record<string, unknown> & { id: string };

/** What happens to something that points at what was taken away. */
type Row = Readonly<{
  gone: string;
  pointer: string;
  /** What is seen of the pointer, in the words of the API. */
  effect: unknown;
  seen: (of: TestWorkspace, service: RunningService) => Promise<unknown>;
}>;

const codeOf = ({ status, body }: Readonly<{ status: number; body: Record<string, unknown> }>) =>
  `${status} ${(body['error'] as { code: string } | undefined)?.code ?? 'accepted'}`;
const ok = async (of: TestWorkspace, line: string, body?: unknown): Promise<Body> => {
  const answer = await of.send(line, body);
  expect(answer.status, `${line} ${JSON.stringify(answer.body)}`).to.be.within(200, 299);
  return (answer.body['data'] && !Array.isArray(answer.body['data']) ? answer.body['data'] : answer.body) as Body;
};
const inHours = async (of: TestWorkspace, hours: number): Promise<string> =>
  new Date((await of.now()) + hours * 3_600_000).toISOString();
const scheduled = async (of: TestWorkspace, more: object = {}): Promise<Body> =>
  ok(of, 'POST /posts', {
    content: 'Hello',
    accountIds: [of.accounts['MASTODON']],
    scheduledFor: await inHours(of, 2),
    ...more,
  });
/** The plan has no room for the account any more. */
const pause = async (of: TestWorkspace, { commands }: RunningService, platform: Platform): Promise<void> => {
  await commands.handle(account, of.accounts[platform] ?? '', { type: 'pause' }, of.asService());
  await of.awaited(`GET /accounts/${of.accounts[platform]}`, ({ paused }) => paused === true);
  // A node may call for an account as it was some seconds ago, and takes what it wrote itself at once.
  await ok(of, `POST /accounts/${of.accounts[platform]}/refresh`);
};
const disconnect = (of: TestWorkspace, platform: Platform) => ok(of, `DELETE /accounts/${of.accounts[platform]}`);
const whenDue = async (of: TestWorkspace, id: string) => {
  await of.advance(3 * 3_600);
  const post = await of.awaited(`GET /posts/${id}`, ({ status }) => status === 'failed' || status === 'published');
  const [{ status, skipReason = null, error }] = post['platforms'] as [
    { status: string; skipReason?: string; error?: { code: string } },
  ];
  return [post['status'], status, skipReason, error?.code ?? null];
};
const file = async (of: TestWorkspace): Promise<string> => {
  const url = 'https://media.example.com/picture.jpg';
  return (await ok(of, 'POST /media/register', { url, contentType: 'image/jpeg' })).id;
};
const persona = async (of: TestWorkspace): Promise<string> =>
  (await ok(of, 'POST /personas/wizard', { name: 'Tess', modules: { voice: { tone: 'warm' } } })).id;
const says = (of: TestWorkspace, id: string, platform: Platform = 'INSTAGRAM') =>
  ok(of, 'POST /sandbox/inbox/messages', {
    accountId: of.accounts[platform],
    text: 'Hello',
    author: { id, username: `user${id}` },
  });
const contact = async (of: TestWorkspace, id = '7'): Promise<string> => {
  await says(of, id);
  const { contacts } = (await ok(of, 'GET /contacts?limit=100')) as unknown as {
    contacts: (Body & { platformId: string })[];
  };
  return contacts.find(({ platformId }) => platformId === id)?.id ?? '';
};
/** An uploaded picture, whose bytes the service stores. */
const uploaded = async (of: TestWorkspace): Promise<string> => {
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer();
  const asked = { filename: 'tea.png', contentType: 'image/png', sizeBytes: bytes.length };
  const { mediaId, uploadUrl, uploadHeaders } = (await ok(of, 'POST /media/upload', asked)) as unknown as {
    mediaId: string;
    uploadUrl: string;
    uploadHeaders: Record<string, string>;
  };
  const sent = await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(bytes), headers: uploadHeaders });
  expect(sent.status).to.be.within(200, 299);
  await of.send(`POST /media/${mediaId}/confirm`);
  await of.awaited(`GET /media/${mediaId}`, ({ status }) => status === 'READY');
  return mediaId;
};
/** A contact in a sequence whose first message is due in a day. */
const enrolled = async (of: TestWorkspace) => {
  const contactId = await contact(of);
  const { id } = await ok(of, 'POST /sequences', { name: 'Welcome' });
  const step = await ok(of, `POST /sequences/${id}/steps`, { messageTemplate: 'Hi', delayHours: 20 });
  await ok(of, `PATCH /sequences/${id}`, { status: 'ACTIVE' });
  await ok(of, `POST /sequences/${id}/enrollments`, { contactId, platform: 'INSTAGRAM' });
  const ended = async () => {
    await of.advance(21 * 3_600);
    const { enrollments } = (await of.awaited(
      `GET /sequences/${id}/enrollments`,
      ({ enrollments: [each] }) => each.status !== 'ACTIVE',
    )) as unknown as { enrollments: Record<string, unknown>[] };
    return [enrollments[0]?.['status'], enrollments[0]?.['exitReason']];
  };
  return { contactId, sequenceId: id, stepId: step.id, ended };
};
/** How the one delivery of a broadcast ends. */
const delivered = async (of: TestWorkspace, id: string): Promise<unknown> => {
  const { deliveries } = await of.awaited(
    `GET /broadcasts/${id}/deliveries`,
    ({ deliveries: [each] }) => each?.status === 'FAILED' || each?.status === 'DELIVERED' || each?.status === 'SENT',
  );
  return deliveries[0].errorCode ?? deliveries[0].status;
};
/** The texts that a platform has got as messages. */
const messagesOn = async (of: TestWorkspace, platform: Platform): Promise<readonly string[]> => {
  const { objects } = (await ok(of, `GET /sandbox/platforms/${platform}/objects`)) as unknown as {
    objects: { kind: string; text: string; direction?: string }[];
  };
  return objects.flatMap(({ kind, text, direction }) =>
    kind === 'message' && direction !== 'in' && text !== 'Hello' ? [text] : [],
  );
};
const rule = (of: TestWorkspace, more: object = {}) => ({
  name: 'Price',
  keywords: ['price'],
  accountId: of.accounts['FACEBOOK'],
  actions: { reply: 'It is 5' },
  ...more,
});
/** A comment that an automation answers, and how its steps end. */
const answeredComment = async (of: TestWorkspace, postOn: string, ruleId: string, between = async () => {}) => {
  const author = { id: '70', username: 'person-70' };
  const at = { accountId: of.accounts['FACEBOOK'], platformPostId: postOn };
  await ok(of, 'POST /sandbox/inbox/comments', { ...at, text: 'What is the price?', author });
  await between();
  await sync(of, 'FACEBOOK');
  const { runs } = await of.awaited(`GET /comment-automations/${ruleId}/runs`, ({ runs: [run] }) => run?.endedAt);
  return (runs[0].steps as { step: string; outcome: string; code: string | null }[]).map(
    ({ step, outcome, code }) => `${step} ${outcome} ${code}`,
  );
};
const broadcastOf = async (of: TestWorkspace, more: object = {}): Promise<Body> =>
  ok(of, 'POST /broadcasts', { name: 'Sale', messageTemplate: 'Hi', platforms: ['INSTAGRAM'], ...more });
const workflow = async (of: TestWorkspace, approverId: string): Promise<string> => {
  const steps = [{ order: 1, role: 'Desk', approverIds: [approverId] }];
  return (await ok(of, `POST /workspaces/${of.workspaceId}/approval-workflows`, { name: 'Desk', steps })).id;
};

const table: readonly Row[] = [
  {
    gone: 'a disconnected account',
    pointer: 'a new post',
    effect: '404 NOT_FOUND',
    seen: async (of) => {
      await disconnect(of, 'MASTODON');
      return codeOf(await of.send('POST /posts', { content: 'Hello', accountIds: [of.accounts['MASTODON']] }));
    },
  },
  {
    gone: 'a disconnected account',
    pointer: 'a scheduled post, at once',
    effect: ['scheduled', 'Scheduled posts wait for an account of Mastodon'],
    seen: async (of) => {
      const { id } = await scheduled(of);
      await disconnect(of, 'MASTODON');
      const { emails } = await of.awaited('GET /sandbox/emails', ({ emails: all }) => all.length > 0);
      return [(await ok(of, `GET /posts/${id}`))['status'], emails[0].subject];
    },
  },
  {
    gone: 'a disconnected account',
    pointer: 'a scheduled post, when it is due',
    effect: ['failed', 'skipped', 'account_disconnected', null],
    seen: async (of) => {
      const { id } = await scheduled(of);
      await disconnect(of, 'MASTODON');
      return whenDue(of, id);
    },
  },
  {
    gone: 'a disconnected account',
    pointer: 'a draft that is published',
    effect: ['200 accepted', 'failed'],
    seen: async (of) => {
      const { id } = await scheduled(of, { saveAsDraft: true, scheduledFor: undefined });
      await disconnect(of, 'MASTODON');
      const published = await of.send(`POST /posts/${id}/publish?sync=true`);
      return [codeOf(published), published.body['status']];
    },
  },
  {
    gone: 'a disconnected account',
    pointer: 'a calendar post',
    effect: ['404 NOT_FOUND', '404 NOT_FOUND'],
    seen: async (of) => {
      const accountId = of.accounts['MASTODON'];
      const { id } = await ok(of, 'POST /calendar/posts', { accountId, platform: 'MASTODON', content: 'Hi' });
      await disconnect(of, 'MASTODON');
      const published = await of.send(`POST /calendar/posts/${id}/publish`);
      const made = await of.send('POST /calendar/posts', { accountId, platform: 'MASTODON', content: 'Hi' });
      return [codeOf(published), codeOf(made)];
    },
  },
  {
    gone: 'a disconnected account',
    pointer: 'a bulk job',
    effect: '404 NOT_FOUND',
    seen: async (of) => {
      await disconnect(of, 'MASTODON');
      const asked = {
        accountId: of.accounts['MASTODON'],
        platform: 'MASTODON',
        totalPosts: 1,
        topicHint: 'tea',
        scheduledDates: [await inHours(of, 2)],
      };
      return codeOf(await of.byOwner('POST /bulk-generate', asked));
    },
  },
  {
    gone: 'a disconnected account',
    pointer: 'a broadcast that it sends',
    effect: ['FAILED', 'ACCOUNT_DISCONNECTED'],
    seen: async (of) => {
      await contact(of);
      const { id } = await broadcastOf(of, { socialAccountId: of.accounts['INSTAGRAM'] });
      await disconnect(of, 'INSTAGRAM');
      await ok(of, `POST /broadcasts/${id}/send`);
      const { deliveries } = await of.awaited(
        `GET /broadcasts/${id}/deliveries`,
        ({ deliveries: [each] }) => each?.status === 'FAILED' || each?.status === 'DELIVERED',
      );
      return [deliveries[0].status, deliveries[0].errorCode];
    },
  },
  {
    gone: 'a disconnected account',
    pointer: 'a scheduled broadcast that it sends',
    effect: ['SENT', 1, null],
    seen: async (of) => {
      await contact(of);
      const more = { socialAccountId: of.accounts['INSTAGRAM'], scheduledFor: await inHours(of, 2) };
      const { id } = await broadcastOf(of, more);
      await disconnect(of, 'INSTAGRAM');
      await of.advance(3 * 3_600);
      const { broadcast } = await of.awaited(`GET /broadcasts/${id}`, ({ broadcast: { status } }) => status === 'SENT');
      return [broadcast.status, broadcast.failedCount, broadcast.error];
    },
  },
  {
    gone: 'a disconnected account',
    pointer: 'a message to its contact',
    effect: ['400 VALIDATION_ERROR', 'no_social_account'],
    seen: async (of) => {
      const id = await contact(of);
      await disconnect(of, 'INSTAGRAM');
      const sent = await of.send(`POST /contacts/${id}/messages`, { text: 'Hi' });
      return [codeOf(sent), sent.body['error'].details.reason];
    },
  },
  {
    gone: 'a disconnected account',
    pointer: 'an enrollment',
    effect: ['FAILED', 'ACCOUNT_DISCONNECTED'],
    seen: async (of) => {
      const { ended } = await enrolled(of);
      await disconnect(of, 'INSTAGRAM');
      return ended();
    },
  },
  {
    gone: 'a disconnected account',
    pointer: 'a comment automation',
    effect: [true, '400 VALIDATION_ERROR'],
    seen: async (of) => {
      const rule = {
        name: 'Price',
        keywords: ['price'],
        accountId: of.accounts['INSTAGRAM'],
        actions: { reply: 'Hi' },
      };
      const { id } = await ok(of, 'POST /comment-automations', rule);
      await disconnect(of, 'INSTAGRAM');
      const { automation } = (await ok(of, `GET /comment-automations/${id}`)) as unknown as {
        automation: { isActive: boolean };
      };
      return [automation.isActive, codeOf(await of.send('POST /comment-automations', rule))];
    },
  },
  {
    gone: 'a disconnected account',
    pointer: 'the accounts that dormant mails watch',
    effect: ['200 accepted', 1, '200 accepted'],
    seen: async (of) => {
      const watch = { dormantWatchedAccountIds: [of.accounts['MASTODON']] };
      const first = await of.byOwner('PUT /settings/notifications', watch);
      await disconnect(of, 'MASTODON');
      const { body } = await of.byOwner('GET /settings/notifications');
      const again = await of.byOwner('PUT /settings/notifications', body['preferences']);
      return [codeOf(first), body['preferences'].dormantWatchedAccountIds.length, codeOf(again)];
    },
  },
  {
    gone: 'a disconnected account',
    pointer: 'a persona that is linked to it',
    effect: ['200 accepted', []],
    seen: async (of) => {
      const id = await persona(of);
      const linked = await of.send(`PATCH /personas/${id}`, { linkedAccountIds: [of.accounts['MASTODON']] });
      await disconnect(of, 'MASTODON');
      return [codeOf(linked), (await ok(of, `GET /personas/${id}`))['linkedAccountIds']];
    },
  },
  {
    gone: 'a deleted registration',
    pointer: 'a scheduled post',
    effect: ['published', 'published', null, null],
    seen: async (of) => {
      const mediaId = await file(of);
      const { id } = await scheduled(of, { mediaIds: [mediaId] });
      await ok(of, `DELETE /media/${mediaId}`);
      return whenDue(of, id);
    },
  },
  {
    gone: 'a deleted registration',
    pointer: 'a calendar post',
    effect: ['400 VALIDATION_ERROR', '400 VALIDATION_ERROR'],
    seen: async (of) => {
      const mediaId = await file(of);
      const planned = { accountId: of.accounts['MASTODON'], platform: 'MASTODON', content: 'Hi', mediaId };
      const { id } = await ok(of, 'POST /calendar/posts', planned);
      await of.send(`DELETE /media/${mediaId}`);
      return [
        codeOf(await of.send(`POST /calendar/posts/${id}/publish`)),
        codeOf(await of.send('POST /calendar/posts', planned)),
      ];
    },
  },
  {
    gone: 'a deleted persona',
    pointer: 'a post',
    effect: '409 PERSONA_IN_USE',
    seen: async (of) => {
      const personaId = await persona(of);
      await scheduled(of, { personaId });
      return codeOf(await of.send(`DELETE /personas/${personaId}`));
    },
  },
  {
    gone: 'a deleted persona',
    pointer: 'a calendar post',
    effect: ['409 PERSONA_IN_USE', '200 accepted'],
    seen: async (of) => {
      const personaId = await persona(of);
      const planned = { accountId: of.accounts['MASTODON'], platform: 'MASTODON', content: 'Hi', personaId };
      const { id } = await ok(of, 'POST /calendar/posts', planned);
      const deleted = codeOf(await of.send(`DELETE /personas/${personaId}`));
      return [deleted, codeOf(await of.send(`POST /calendar/posts/${id}/publish`))];
    },
  },
  {
    gone: 'a deleted audience',
    pointer: 'a broadcast',
    effect: [1, '400 VALIDATION_ERROR'],
    seen: async (of) => {
      await contact(of);
      const made = await of.send('POST /audiences', { name: 'All', segmentRules: { hasInteraction: true } });
      const audienceId = String(made.body['id'] ?? made.body['audience']?.id);
      const { id } = await broadcastOf(of, { audienceId });
      await ok(of, `DELETE /audiences/${audienceId}`);
      return [
        (await ok(of, `POST /broadcasts/${id}/send`))['enqueuedContacts'],
        codeOf(
          await of.send('POST /broadcasts', { name: 'S', messageTemplate: 'x', platforms: ['INSTAGRAM'], audienceId }),
        ),
      ];
    },
  },
  {
    gone: 'a deleted workflow',
    pointer: 'an approval under way',
    effect: ['200 accepted', '200 accepted'],
    seen: async (of) => {
      const workflowId = await workflow(of, of.userId);
      const { id } = await scheduled(of, { saveAsDraft: true });
      await ok(of, `POST /posts/${id}/start-approval`, { workflowId });
      const deleted = await of.send(`DELETE /workspaces/${of.workspaceId}/approval-workflows/${workflowId}`);
      return [codeOf(deleted), codeOf(await of.byOwner(`POST /posts/${id}/approve`))];
    },
  },
  {
    gone: 'a deleted contact',
    pointer: 'an enrollment',
    effect: ['EXITED', 'CONTACT_DELETED'],
    seen: async (of) => {
      const { contactId, ended } = await enrolled(of);
      await ok(of, `DELETE /contacts/${contactId}`);
      return ended();
    },
  },
  {
    gone: 'a suppressed contact',
    pointer: 'an enrollment',
    effect: ['EXITED', 'SUPPRESSED'],
    seen: async (of) => {
      const { contactId, ended } = await enrolled(of);
      await ok(of, `PATCH /contacts/${contactId}`, { isSuppressed: true });
      return ended();
    },
  },
  {
    gone: 'a suppressed contact',
    pointer: 'a message',
    effect: '400 VALIDATION_ERROR',
    seen: async (of) => {
      const id = await contact(of);
      await ok(of, `PATCH /contacts/${id}`, { isSuppressed: true });
      return codeOf(await of.send(`POST /contacts/${id}/messages`, { text: 'Hi' }));
    },
  },
  {
    gone: 'an archived sequence',
    pointer: 'an enrollment',
    effect: ['ACTIVE', 'SEQUENCE'],
    seen: async (of) => {
      const { sequenceId } = await enrolled(of);
      await ok(of, `DELETE /sequences/${sequenceId}`);
      await of.advance(21 * 3_600);
      const { enrollments } = (await of.awaited(
        `GET /sequences/${sequenceId}/enrollments`,
        ({ enrollments: [each] }) => each.nextRunAt === null,
      )) as unknown as { enrollments: Body[] };
      return [enrollments[0]?.['status'], enrollments[0]?.['waitingFor']];
    },
  },
  {
    gone: 'a deleted file',
    pointer: 'a scheduled post',
    effect: ['failed', 'failed', null, 'MEDIA_REJECTED'],
    seen: async (of) => {
      const mediaId = await uploaded(of);
      const { id } = await scheduled(of, { mediaIds: [mediaId] });
      await ok(of, `DELETE /media/${mediaId}`);
      return whenDue(of, id);
    },
  },
  {
    gone: 'a disconnected account',
    pointer: 'the posts that wait for it, in the answer',
    effect: [
      [
        ['draft', null],
        ['scheduled', true],
      ].toReversed(),
      undefined,
    ],
    seen: async (of) => {
      await scheduled(of);
      await scheduled(of, { saveAsDraft: true, scheduledFor: undefined });
      const { waitingPosts } = (await disconnect(of, 'MASTODON')) as unknown as {
        waitingPosts: { status: string; scheduledFor: string | null }[];
      };
      const other = await disconnect(of, 'TWITTER');
      return [
        waitingPosts.map(({ status, scheduledFor }) => [status, scheduledFor === null ? null : true]),
        other['waitingPosts'],
      ];
    },
  },
  {
    gone: 'a paused account',
    pointer: 'a new post',
    effect: ['402 LIMIT_EXCEEDED', 'account_paused'],
    seen: async (of, service) => {
      await pause(of, service, 'MASTODON');
      const made = await of.send('POST /posts', { content: 'Hello', accountIds: [of.accounts['MASTODON']] });
      return [codeOf(made), made.body['error'].details.reason];
    },
  },
  {
    gone: 'a paused account',
    pointer: 'a scheduled post, when it is due',
    effect: ['failed', 'skipped', 'account_paused', null],
    seen: async (of, service) => {
      const { id } = await scheduled(of);
      await pause(of, service, 'MASTODON');
      return whenDue(of, id);
    },
  },
  {
    gone: 'a paused account',
    pointer: 'a calendar post',
    effect: ['402 LIMIT_EXCEEDED', '402 LIMIT_EXCEEDED'],
    seen: async (of, service) => {
      const planned = { accountId: of.accounts['MASTODON'], platform: 'MASTODON', content: 'Hi' };
      const { id } = await ok(of, 'POST /calendar/posts', planned);
      await pause(of, service, 'MASTODON');
      const published = await of.send(`POST /calendar/posts/${id}/publish`);
      return [codeOf(published), codeOf(await of.send('POST /calendar/posts', planned))];
    },
  },
  {
    gone: 'a paused account',
    pointer: 'a bulk job',
    effect: '402 LIMIT_EXCEEDED',
    seen: async (of, service) => {
      await pause(of, service, 'MASTODON');
      const asked = {
        accountId: of.accounts['MASTODON'],
        platform: 'MASTODON',
        totalPosts: 1,
        topicHint: 'tea',
        scheduledDates: [await inHours(of, 2)],
      };
      return codeOf(await of.byOwner('POST /bulk-generate', asked));
    },
  },
  {
    gone: 'a paused account',
    pointer: 'a broadcast that it sends',
    effect: 'ACCOUNT_PAUSED',
    seen: async (of, service) => {
      await contact(of);
      const { id } = await broadcastOf(of, { socialAccountId: of.accounts['INSTAGRAM'] });
      await pause(of, service, 'INSTAGRAM');
      await ok(of, `POST /broadcasts/${id}/send`);
      return delivered(of, id);
    },
  },
  {
    gone: 'a paused account',
    pointer: 'a message to its contact',
    effect: ['402 LIMIT_EXCEEDED', 'account_paused'],
    seen: async (of, service) => {
      const id = await contact(of);
      await pause(of, service, 'INSTAGRAM');
      const sent = await of.send(`POST /contacts/${id}/messages`, { text: 'Hi' });
      return [codeOf(sent), sent.body['error'].details.reason];
    },
  },
  {
    gone: 'a paused account',
    pointer: 'an enrollment',
    effect: ['FAILED', 'ACCOUNT_PAUSED'],
    seen: async (of, service) => {
      const { ended } = await enrolled(of);
      await pause(of, service, 'INSTAGRAM');
      return ended();
    },
  },
  {
    gone: 'a paused account',
    pointer: 'a comment automation',
    effect: [['REPLY FAILED ACCOUNT_PAUSED'], '402 LIMIT_EXCEEDED'],
    seen: async (of, service) => {
      const post = await publish(of, 'FACEBOOK');
      const { automation } = (await ok(of, 'POST /comment-automations', rule(of))) as unknown as { automation: Body };
      await pause(of, service, 'FACEBOOK');
      const steps = await answeredComment(of, post.nativeOn('FACEBOOK'), automation.id);
      return [steps, codeOf(await of.send('POST /comment-automations', rule(of, { keywords: ['cost'] })))];
    },
  },
  {
    gone: 'a changed text',
    pointer: 'a scheduled broadcast',
    effect: ['DELIVERED', ['New']],
    seen: async (of) => {
      await contact(of);
      const { id } = await broadcastOf(of, { messageTemplate: 'Old', scheduledFor: await inHours(of, 2) });
      await ok(of, `PATCH /broadcasts/${id}`, { messageTemplate: 'New' });
      await of.advance(3 * 3_600);
      return [await delivered(of, id), await messagesOn(of, 'INSTAGRAM')];
    },
  },
  {
    gone: 'a changed text',
    pointer: 'a broadcast that was sent',
    effect: '422 BROADCAST_NOT_EDITABLE',
    seen: async (of) => {
      await contact(of);
      const { id } = await broadcastOf(of);
      await ok(of, `POST /broadcasts/${id}/send`);
      return codeOf(await of.send(`PATCH /broadcasts/${id}`, { messageTemplate: 'New' }));
    },
  },
  {
    gone: 'a changed text',
    pointer: 'an enrollment whose step is not due yet',
    effect: [['COMPLETED', null], ['New']],
    seen: async (of) => {
      const { sequenceId, stepId, ended } = await enrolled(of);
      await ok(of, `PATCH /sequences/${sequenceId}/steps/${stepId}`, { messageTemplate: 'New' });
      return [await ended(), await messagesOn(of, 'INSTAGRAM')];
    },
  },
  {
    gone: 'a deleted step',
    pointer: 'an enrollment that waits for it',
    effect: [['COMPLETED', null], []],
    seen: async (of) => {
      const { sequenceId, stepId, ended } = await enrolled(of);
      await ok(of, `DELETE /sequences/${sequenceId}/steps/${stepId}`);
      return [await ended(), await messagesOn(of, 'INSTAGRAM')];
    },
  },
  {
    gone: 'a changed text',
    pointer: 'a comment that no automation has read yet',
    effect: [['REPLY DONE null'], ['Ask us']],
    seen: async (of) => {
      const post = await publish(of, 'FACEBOOK');
      const { automation } = (await ok(of, 'POST /comment-automations', rule(of))) as unknown as { automation: Body };
      const change = async () =>
        void (await ok(of, `PATCH /comment-automations/${automation.id}`, { actions: { reply: 'Ask us' } }));
      const steps = await answeredComment(of, post.nativeOn('FACEBOOK'), automation.id, change);
      const { objects } = (await ok(of, 'GET /sandbox/platforms/FACEBOOK/objects')) as unknown as {
        objects: { kind: string; text: string }[];
      };
      return [steps, objects.flatMap(({ kind, text }) => (kind !== 'post' && text === 'Ask us' ? [text] : []))];
    },
  },
  {
    gone: 'a deleted WhatsApp template',
    pointer: 'a scheduled post that goes out by it',
    effect: ['failed', 'failed', null, 'PUBLISH_ERROR'],
    seen: async (of) => {
      const template = { name: 'post_text', language: 'fr' };
      const { id } = await scheduled(of, {
        accountIds: [of.accounts['WHATSAPP']],
        platformMetadata: { WHATSAPP: { recipientPhone: '+15551234567', template } },
      });
      return whenDue(of, id);
    },
  },
];

describe('what points at something that is gone', function () {
  this.timeout(120_000);
  const service = useRunningService();
  for (const { gone, pointer, effect, seen } of table)
    it(`${gone}: ${pointer}`, async () => {
      const got = await seen(await service().workspace(), service());
      expect(got).to.deep.equal(effect);
    });
});
