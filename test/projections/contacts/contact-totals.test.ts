import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { contactTotals } from '../../../projections/contacts/contact-totals.ts';

const given = specFor(contactTotals);
const on = (id: string, workspaceId = 'w1') => ({ stream: `contact-${id}`, workspaceId });
const created = (id: string, workspaceId?: string) =>
  event(
    'ContactCreated',
    {
      contactId: id,
      personId: `${id}.0`,
      platform: 'FACEBOOK',
      platformId: id,
      accountId: null,
      displayName: null,
      username: null,
      avatarUrl: null,
      tags: [],
      customFields: '{}',
      lastSeenAt: null,
      lastInboundAt: null,
    },
    on(id, workspaceId),
  );

describe('the read model contact_totals', () => {
  it('counts the contacts of each workspace that are not deleted', () =>
    given(created('c1'), created('c2'), created('c3', 'w2'))
      .when(event('ContactDeleted', { contactId: 'c1', personId: 'c1.0', everywhere: false }, on('c1')))
      .then({ workspace_id: 'w1', contacts: 1 }, { workspace_id: 'w2', contacts: 1 }));
});
