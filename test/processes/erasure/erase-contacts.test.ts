import { expect } from 'chai';
import { contactErasure, type ContactErasurePorts } from '../../../processes/erasure/erase-contacts.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const at = '2026-01-05T09:00:00.000Z';
const onContact = { stream: 'contact-c1', workspaceId: 'w1', at };
const deleted = (everywhere: boolean) =>
  event('ContactDeleted', { contactId: 'c1', personId: 'c1.0', everywhere }, onContact);
const created = event(
  'ContactCreated',
  {
    contactId: 'c1',
    personId: 'c1.0',
    platform: 'FACEBOOK',
    platformId: '7',
    accountId: null,
    displayName: null,
    username: null,
    avatarUrl: null,
    tags: [],
    customFields: '{}',
    lastSeenAt: null,
    lastInboundAt: null,
  },
  onContact,
);
const mentioned = event(
  'MentionReceived',
  {
    mentionId: 'm1',
    contactId: 'c1',
    accountId: 'a1',
    platform: 'FACEBOOK',
    platformMentionId: '1',
    platformMediaId: null,
    authorId: '7',
    authorUsername: 'zoe',
    content: 'Look',
    permalinkUrl: null,
    platformCreatedAt: at,
  },
  { stream: 'mention-m1', workspaceId: 'w1', at },
);

describe('the erasure of a contact', () => {
  const given = processSpec(contactErasure, 'c1.0');
  const portsWith = (destroyed: string[]): ContactErasurePorts => ({
    contactsOf: async () => [],
    keepTombstone: () => Promise.resolve(),
    forgetAnswers: async (workspaceId) => void destroyed.push(`answers of ${workspaceId}`),
    writtenBy: async (kind, workspaceId, contactId) =>
      kind === 'mentions' && workspaceId === 'w1' && contactId === 'c1' ? ['m1'] : [],
    forgetContact: async (subject) => void destroyed.push(subject),
  });
  const noted = { type: 'note-erased', personId: 'c1.0' };

  it('destroys the key of its present life', async () => {
    const destroyed: string[] = [];
    await given(created, deleted(false)).acting(portsWith(destroyed)).sends(noted);
    expect(destroyed).to.deep.equal(['c1.0', 'answers of w1']);
  });
  it('reaches what the person wrote in public where it is asked for', async () => {
    const destroyed: string[] = [];
    await given(created, mentioned, deleted(true))
      .acting(portsWith(destroyed))
      .sends({ type: 'note-forgotten' }, noted);
    expect(destroyed).to.deep.equal(['c1.0', 'c1', 'answers of w1']);
  });
});
