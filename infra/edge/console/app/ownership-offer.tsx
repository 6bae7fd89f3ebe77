import { answered, api, type Schemas } from './api.ts';
import { Confirm, Moment } from './pieces.tsx';

type Offer = Schemas['TransferRequest'];

/** Offers the workspace to a member. It changes hands only when that person accepts. */
export const OfferOwnership = ({
  workspaceId,
  userId,
  who,
  done,
}: {
  workspaceId: string;
  userId: string;
  who: string;
  done(said: string): Promise<string>;
}) => {
  const offer = async (): Promise<string> => {
    const params = { path: { id: workspaceId } };
    await answered(api.POST('/v1/workspaces/{id}/transfer-request', { params, body: { targetUserId: userId } }));
    return done(`The workspace is offered to ${who}. It is yours until they accept.`);
  };
  return (
    <Confirm
      call="POST /v1/workspaces/{id}/transfer-request"
      label="Offer the ownership"
      describedAs={`Offer the ownership to ${who}`}
      question={`Offer the workspace to ${who}? When they accept, they own and pay for it, and you become an administrator.`}
      act={offer}
    />
  );
};

/** The open offer of the workspace, with the way to the page that answers or withdraws it. */
export const OpenOffer = ({
  offer,
  myId,
  members,
}: {
  offer: Offer;
  myId: string;
  members: readonly Readonly<{ userId: string; name: string | null; email: string | null }>[];
}) => {
  // The list is in pages, so the person may be on another one.
  const target = members.find(({ userId }) => userId === offer.targetUserId);
  const who = target?.email ?? target?.name ?? 'another member';
  return (
    <p class="card">
      {offer.targetUserId === myId
        ? 'The owner offers you this workspace.'
        : `The ownership of this workspace is offered to ${who}.`}{' '}
      The offer ends at <Moment at={offer.expiresAt} />.{' '}
      {(offer.targetUserId === myId || offer.fromUserId === myId) && (
        <a href="#/ownership">{offer.targetUserId === myId ? 'Answer it' : 'Withdraw it'}</a>
      )}
    </p>
  );
};
