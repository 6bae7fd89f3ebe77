import { useState } from 'preact/hooks';
import { answered, api, chosenWorkspace } from './api.ts';
import { useAsked } from './asked.ts';
import { Act, Confirm, Moment, Problem, Waiting } from './pieces.tsx';

const look = async () => {
  const me = await answered(api.GET('/v1/users/me', {}));
  const chosen = chosenWorkspace();
  const workspace = me.workspaces.find(({ id }) => chosen === undefined || id === chosen);
  if (workspace === undefined) throw new Error('You are not a member of this workspace.');
  const path = { id: workspace.id };
  const { data: offer } = await answered(api.GET('/v1/workspaces/{id}/transfer-request', { params: { path } }));
  return { myId: me.id, path, name: workspace.name, offer };
};

/** The open offer of the workspace: the person who is offered it answers, and its owner may withdraw it. */
export const Ownership = () => {
  const [said, setSaid] = useState<string>();
  const { data, problem, again } = useAsked('ownership', look, 5000);
  const after = (ask: () => Promise<unknown>, text: string) => async (): Promise<string> => {
    await ask();
    await again();
    setSaid(text);
    return '';
  };
  const shown = () => {
    if (data === undefined) return problem === undefined && <Waiting />;
    const { offer, myId, name, path } = data;
    const params = { path };
    if (offer === null) return <p class="empty">There is no open offer of {name}.</p>;
    const { fromUserId, targetUserId, expiresAt } = offer;
    return (
      <div class="card">
        <p>
          {targetUserId === myId
            ? `The owner offers you the workspace ${name}.`
            : `The workspace ${name} is offered to another member.`}{' '}
          The offer ends at <Moment at={expiresAt} />.
        </p>
        {targetUserId === myId && (
          <p class="actions">
            <Confirm
              call="POST /v1/workspaces/{id}/transfer-request/accept"
              label="Accept"
              question={`Own ${name}? It gets the plan that you pay for, and its owner becomes an administrator.`}
              act={after(
                () => answered(api.POST('/v1/workspaces/{id}/transfer-request/accept', { params })),
                `You own ${name} now.`,
              )}
            />
            <Act
              call="POST /v1/workspaces/{id}/transfer-request/decline"
              label="Decline"
              act={after(
                () => answered(api.POST('/v1/workspaces/{id}/transfer-request/decline', { params })),
                'The offer is declined.',
              )}
            />
          </p>
        )}
        {fromUserId === myId && (
          <p class="actions">
            <Act
              call="DELETE /v1/workspaces/{id}/transfer-request"
              label="Withdraw the offer"
              act={after(
                () => answered(api.DELETE('/v1/workspaces/{id}/transfer-request', { params })),
                'The offer is withdrawn.',
              )}
            />
          </p>
        )}
      </div>
    );
  };
  return (
    <section aria-labelledby="ownership">
      <h2 id="ownership">Ownership</h2>
      <Problem text={problem} />
      {shown()}
      <p role="status">{said}</p>
    </section>
  );
};
