import { expect } from 'chai';
import type { Mail } from '../../../domain/mail/mail.ts';
import { consoleLinks } from '../../../domain/notifications/console-links.ts';
import type { Unsubscription } from '../../../domain/notifications/unsubscribe-links.ts';
import type { Recipients } from '../../../domain/notifications/recipients.ts';
import { approvalMails } from '../../../processes/notifications/approval-mails.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { contentOf } from '../../domain/posts/a-post.ts';
import { processSpec } from '../../support/process-spec.ts';

const at = '2026-03-02T10:00:00.000Z';
const postId = 'c000000000000000000000001';
const of = { workspaceId: 'w', stream: `post-${postId}`, at };
const inWorkspace = { workspaceId: 'w', stream: 'workspace-w', at };
const founded = event(
  'WorkspaceCreated',
  { workspaceId: 'w', name: 'A', slug: 'a', logo: null, ownerId: 'olga', mode: 'test', plan: 'pro', settings: {} },
  inWorkspace,
);
const owner = event('MemberJoined', { userId: 'olga', role: 'OWNER' }, inWorkspace);
const joined = (userId: string) => event('MemberJoined', { userId, role: 'MEMBER' }, inWorkspace);
const created = event(
  'PostCreated',
  { ...contentOf(), content: 'Hello  world', postId, destinations: [], scheduledFor: null, createdById: 'mia' },
  of,
);
const step = (order: number, approverId: string) => ({
  order,
  role: 'Editor',
  approverIds: [approverId],
  required: true,
});
const started = {
  ...event(
    'PostApprovalStarted',
    {
      workflowId: 'f',
      workflowName: 'Legal',
      workflowVersion: 1,
      steps: [step(1, 'ann'), step(2, 'bob')],
      subjectHash: 'h',
      places: {},
      startedById: 'mia',
      startedAt: at,
      approval: 1,
    },
    of,
  ),
  revision: 1,
};
const decided = { approval: 1, approverId: 'ann', comment: 'No', decidedAt: at };
const stepApproved = { ...event('PostStepApproved', { ...decided, stepOrder: 1 }, of), revision: 2 };
const stepRejected = { ...event('PostStepRejected', { ...decided, stepOrder: 1 }, of), revision: 2 };

const linked = {
  consoleLinkOf: consoleLinks('https://social.example'),
  unsubscribeLinks: {
    urlOf: ({ userId, kind }: Unsubscription) => `https://social.example/unsubscribe/${userId}.${kind}`,
  },
};

describe('mails of approvals', () => {
  const given = (revision: number) => processSpec(approvalMails, `${postId}-${revision}`);
  const portsWith = () => {
    const mails: Mail[] = [];
    const recipients: Recipients = {
      among: async (_workspaceId, userIds, kind) =>
        kind === 'approvalUpdates' ? userIds.map((userId) => ({ userId, email: `${userId}@example.com` })) : [],
      owner: async () => [],
      author: async (_workspaceId, userId) => [{ userId: String(userId), email: `${userId}@example.com` }],
    };
    const mailer = { send: async (mail: Mail) => void mails.push(mail), reaches: () => true };
    return { mails, ports: { mailer, recipients, ...linked } };
  };
  const note = (revision: number, kind: string, userId: string) => ({
    type: 'note-mailed',
    notificationId: `${postId}-${revision}`,
    kind,
    recipients: [userId],
  });

  it('ask the approvers of the first step, then of the next', async () => {
    const first = portsWith();
    await given(1)(founded, owner, joined('ann'), joined('bob'), created, started)
      .acting(first.ports)
      .sends(note(1, 'approval_requested', 'ann'));
    expect(first.mails.map(({ to, subject }) => [to, subject])).to.deep.equal([
      ['ann@example.com', 'Approval asked: Hello world'],
    ]);
    expect(first.mails[0]?.text)
      .to.include('Hello  world')
      .and.include(`https://social.example/console?workspace=w#/approvals/${postId}`);
    expect(first.mails[0]?.action).to.deep.equal({
      label: 'Decide',
      url: `https://social.example/console?workspace=w#/approvals/${postId}`,
    });
    expect(first.mails[0]?.text)
      .to.include('https://social.example/unsubscribe/ann.approvalUpdates')
      .and.not.match(/POST|PUT/);
  });
  it('ask the owner where no approver of the step is a member any more', async () => {
    const { ports } = portsWith();
    await given(1)(founded, owner, created, started)
      .acting(ports)
      .sends(note(1, 'approval_requested', 'olga'));
  });
  it('tell the author of a rejection, with its comment', async () => {
    const { mails, ports } = portsWith();
    await given(2)(founded, owner, created, started, stepRejected)
      .acting(ports)
      .sends(note(2, 'approval_rejected', 'mia'));
    expect(mails.at(-1)?.text).to.contain('Comment: No');
  });
  describe('in the calendar', () => {
    const calendarPostId = 'c000000000000000000000009';
    const inCalendar = { workspaceId: 'w', stream: `calendarPost-${calendarPostId}`, at };
    const empty = { scheduledAt: null, mediaId: null, imageUrl: null, notes: null, arc: null, personaId: null };
    const planned = event(
      'CalendarPostCreated',
      { ...empty, calendarPostId, accountId: 'a', platform: 'MASTODON', content: 'Hello', createdById: 'mia' },
      inCalendar,
    );
    const submitted = { ...event('CalendarPostSubmitted', { submittedById: 'mia' }, inCalendar), revision: 1 };
    const decision = { decidedById: 'olga', decisionNotes: 'Too long' };
    const rejected = { ...event('CalendarPostRejected', decision, inCalendar), revision: 2 };
    const changed = { ...event('CalendarPostChanged', { changes: { content: 'Other' } }, inCalendar), revision: 2 };
    const admin = event('MemberJoined', { userId: 'adam', role: 'ADMIN' }, inWorkspace);
    const members = [founded, owner, admin, joined('mia')];
    const of = (revision: number) => processSpec(approvalMails, `${calendarPostId}-${revision}`);
    const noted = (revision: number, kind: string, ...people: string[]) => ({
      type: 'note-mailed',
      notificationId: `${calendarPostId}-${revision}`,
      kind,
      recipients: people,
    });

    it('ask the owner and administrators for a submitted post', async () => {
      const { mails, ports } = portsWith();
      await of(1)(...members, planned, submitted)
        .acting(ports)
        .sends(noted(1, 'approval_requested', 'olga', 'adam'));
      expect(mails[0]?.subject).to.equal('Approval asked: Hello');
      const url = `https://social.example/console?workspace=w#/calendar-posts/${calendarPostId}`;
      expect(mails[0]?.action).to.deep.equal({ label: 'Decide', url });
      expect(mails[0]?.text).to.include(url);
    });
    it('tell the submitter of the decision, with its notes', async () => {
      const { mails, ports } = portsWith();
      await of(2)(...members, planned, submitted, rejected)
        .acting(ports)
        .sends(noted(2, 'approval_rejected', 'mia'));
      expect(mails.at(-1)?.text).to.include('rejected').and.include('Notes: Too long');
    });
    it('ask for nothing that was changed meanwhile', async () => {
      const { mails, ports } = portsWith();
      await of(1)(...members, planned, submitted, changed)
        .acting(ports)
        .endsInstance();
      expect(mails).to.deep.equal([]);
    });
  });
  it('ask for the step that an approval opens', async () => {
    const { ports } = portsWith();
    await given(2)(founded, owner, joined('bob'), created, started, stepApproved)
      .acting(ports)
      .sends(note(2, 'approval_requested', 'bob'));
  });
});
