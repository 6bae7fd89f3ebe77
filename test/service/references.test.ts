import { expect } from 'chai';
import sharp from 'sharp';
import type { Platform } from '../../domain/platforms/platform.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

type Body = Record<string, unknown> & { id: string };

/** What happens to something that points at what was taken away. */
type Row = Readonly<{
  gone: string;
  pointer: string;
  /** What is seen of the pointer, in the words of the API. */
  effect: unknown;
  seen: (of: TestWorkspace) => Promise<unknown>;
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
  await ok(of, `POST /sequences/${id}/steps`, { messageTemplate: 'Hi', delayHours: 20 });
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
  return { contactId, sequenceId: id, ended };
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
      const { enrollments } = (await ok(of, `GET /sequences/${sequenceId}/enrollments`)) as unknown as {
        enrollments: Body[];
      };
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
];

describe('what points at something that is gone', function () {
  this.timeout(120_000);
  const service = useRunningService();
  for (const { gone, pointer, effect, seen } of table)
    it(`${gone}: ${pointer}`, async () => {
      const got = await seen(await service().workspace());
      expect(got).to.deep.equal(effect);
    });
});
