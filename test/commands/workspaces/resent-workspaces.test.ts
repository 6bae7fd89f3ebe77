import { expect } from 'chai';
import { createWorkspace } from '../../../commands/workspaces/create-workspace.ts';
import { foundWorkspace } from '../../../commands/workspaces/found-workspace.ts';
import { invitationEndpoints } from '../../../commands/workspaces/invitations.ts';
import { requestDeletion } from '../../../commands/workspaces/delete-workspace.ts';
import type { WorkspacePorts } from '../../../commands/workspaces/ports.ts';
import type { WriteContext, WriteEndpoint } from '../../../commands/kernel/endpoint.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import { invitationLinks } from '../../../infra/adapters/workspaces/invitation-links.ts';
import { freshId } from '../../support/edge.ts';
import { keyedRequests } from '../../support/keyed-request.ts';

const ports: WorkspacePorts = {
  forgetInvitation: async () => undefined,
  makeApiKey: () => ({ key: 'key', prefix: 'key', hash: 'hash' }),
  isHosted: () => true,
  bare: () => Promise.resolve(),
  activeSubscription: async () => undefined,
  links: invitationLinks('a secret of the test', 'http://127.0.0.1'),
  mailReaches: () => true,
};

type Body = Record<string, unknown> & { data: Record<string, unknown> };

const running =
  (endpoint: WriteEndpoint | undefined, params: object, body: unknown) => async (context: WriteContext) => {
    if (!endpoint) throw new Error('no such endpoint');
    const parsed = endpoint.body?.parse(body);
    const answer = await endpoint.run({ params, query: {}, body: parsed, header: () => undefined }, context);
    return { status: answer.status ?? 200, body: answer.body as Body };
  };

describe('a keyed request on workspaces whose append was stored and whose answer was lost', () => {
  it('is answered with the workspace it made, also when another has its first slug by now', async () => {
    const { send, contextOf, caller } = keyedRequests();
    const wanted = { name: 'Acme', slug: 'acme', logo: null, settings: {}, mode: 'test' } as const;
    let made = '';
    const create = (context: WriteContext) => {
      made = context.newId('workspace');
      return running(createWorkspace(ports), {}, { name: 'Acme', slug: 'acme' })(context);
    };
    const { again } = await send(create, 'workspace', async () => {
      await contextOf().handle(
        workspace,
        made,
        { type: 'change-workspace', slug: 'acme-2', bySystemAdmin: false },
        { workspaceId: made },
      );
      await foundWorkspace({ ...wanted, workspaceId: freshId(), ownerId: freshId() }, contextOf());
    });
    expect(again.status).to.equal(201);
    expect(again.body).to.include({ id: made, role: 'OWNER', ownerId: caller.userId });
  });

  const founded = async () => {
    const requests = keyedRequests({ plan: 'agency' });
    const { caller, contextOf } = requests;
    const workspaceId = caller.workspaceId;
    const wanted = { workspaceId, name: 'Acme', slug: 'acme', logo: null, settings: {}, mode: 'test' } as const;
    await foundWorkspace({ ...wanted, ownerId: caller.userId ?? '', plan: 'agency' }, contextOf());
    return { ...requests, workspaceId };
  };

  it('is answered with the times of the invitation it sent', async () => {
    const { send, workspaceId, log } = await founded();
    const invite = invitationEndpoints(ports)[0] as WriteEndpoint;
    const { again } = await send(running(invite, { id: workspaceId }, { email: 'mia@example.com' }), 'workspace');
    const sent = log.of(`workspace-${workspaceId}`).at(-1);
    expect(again.body.data).to.include({ status: 'pending', createdAt: sent?.meta.occurredAt });
    expect(again.body.data['expiresAt']).to.equal((sent?.data as { expiresAt: string }).expiresAt);
  });

  it('is answered with the time at which the deletion was asked for', async () => {
    const { send, workspaceId, log } = await founded();
    const { again } = await send(running(requestDeletion() as WriteEndpoint, { id: workspaceId }, {}), 'workspace');
    expect(again.body.data['createdAt']).to.equal(log.of(`workspace-${workspaceId}`).at(-1)?.meta.occurredAt);
  });
});
