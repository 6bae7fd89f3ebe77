import { useState } from 'preact/hooks';
import { Allowed, useRefusals } from './allowed.tsx';
import { answered, api, forgetWorkspace, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { whoIsHere } from './here.ts';
import { OfferOwnership, OpenOffer } from './ownership-offer.tsx';
import { Act, Confirm, Moment, PageButtons, Problem, Table, Waiting } from './pieces.tsx';
import { afterSending } from './sent-text.ts';
import { keysOf } from '../../../../domain/kernel/keys-of.ts';

type Invitation = Schemas['Invitation'];
/** A role that can be given. Ownership moves by an accepted offer only. */
type GivenRole = Invitation['role'];

const limit = 50;

const roles: Readonly<Record<GivenRole, string>> = {
  ADMIN: 'manages the workspace too',
  MEMBER: 'works with everything in it',
  EDITOR: 'writes content and conversations',
  VIEWER: 'reads',
};
const givenRoles = keysOf(roles);
const givenRoleOf = (text: string): GivenRole | undefined => givenRoles.find((role) => role === text);

/** Every member may leave, so removing another takes the rights of this call. */
const changing = 'PATCH /v1/workspaces/{id}/members/{userId}';
const inviting = 'POST /v1/workspaces/{id}/invitations';

const noMail = 'No mail server is configured, so no mail is sent.';

/** A page of the members and the open invitations, with the rights of the person who looks. */
const look = async (page: number) => {
  const { me, workspace } = await whoIsHere();
  const path = { id: workspace.id };
  const [members, invitations, { data: offer }] = await Promise.all([
    answered(api.GET('/v1/workspaces/{id}/members', { params: { path, query: { page, limit } } })),
    answered(api.GET('/v1/workspaces/{id}/invitations', { params: { path } })),
    answered(api.GET('/v1/workspaces/{id}/transfer-request', { params: { path } })),
  ]);
  return {
    myId: me.id,
    workspaceId: workspace.id,
    /** Only the owner may offer the workspace to another member. */
    isMine: workspace.role === 'OWNER',
    offer,
    members,
    invitations: invitations.data,
  };
};

type Seen = Awaited<ReturnType<typeof look>>;
type Member = Seen['members']['data'][number];

/** Reports a change on the page itself, because the row of the change may be gone. */
type Done = (said: string) => Promise<string>;

const whoIs = ({ email, name, userId }: Member): string => email ?? name ?? userId;

const ChangeRole = ({ member, workspaceId, done }: { member: Member; workspaceId: string; done: Done }) => {
  const [chosen, setChosen] = useState<GivenRole>();
  const who = whoIs(member);
  const change = async (role: GivenRole): Promise<string> => {
    const path = { id: workspaceId, userId: member.userId };
    await answered(api.PATCH('/v1/workspaces/{id}/members/{userId}', { params: { path }, body: { role } }));
    await done(`${who} has the role ${role} now.`);
    setChosen((now) => (now === role ? undefined : now));
    return '';
  };
  const does = { call: changing, label: 'Change role', describedAs: `Change role of ${who}` } as const;
  return (
    <>
      <select
        aria-label={`Role of ${who}`}
        value={chosen ?? member.role}
        onChange={(event) => setChosen(givenRoleOf(event.currentTarget.value))}
      >
        {givenRoles.map((role) => (
          <option key={role}>{role}</option>
        ))}
      </select>{' '}
      {chosen === undefined || chosen === member.role ? null : member.role === 'ADMIN' ? (
        <Confirm
          {...does}
          question={`Give ${who} the role ${chosen}? The API keys that this person made here are revoked.`}
          act={() => change(chosen)}
        />
      ) : (
        <Act {...does} act={() => change(chosen)} />
      )}
    </>
  );
};

const MemberRow = ({ member, seen, done }: { member: Member; seen: Seen; done: Done }) => {
  const { userId, name, email, role, joinedAt } = member;
  const { myId, workspaceId, isMine, offer } = seen;
  const refused = useRefusals();
  const who = whoIs(member);
  const end = () => {
    const params = { path: { id: workspaceId, userId } };
    return answered(api.DELETE('/v1/workspaces/{id}/members/{userId}', { params }));
  };
  const remove = async (): Promise<string> => {
    await end();
    return done(`${who} is no longer a member.`);
  };
  const leave = async (): Promise<string> => {
    await end();
    forgetWorkspace();
    // The page starts again in another workspace of the person.
    location.assign('/console');
    return '';
  };
  return (
    <tr>
      <td class="wide">
        {name ?? who} <span class="quiet">{name !== null && email}</span>
        {userId === myId && ' (you)'}
      </td>
      <td>
        {role !== 'OWNER' && refused(changing) === undefined ? <ChangeRole {...{ member, workspaceId, done }} /> : role}
      </td>
      <td>
        <Moment at={joinedAt} />
      </td>
      <td class="actions">
        {isMine && offer === null && userId !== myId && <OfferOwnership {...{ workspaceId, userId, who, done }} />}
        {role === 'OWNER' ? null : userId === myId ? (
          <Confirm
            call="DELETE /v1/workspaces/{id}/members/{userId}"
            label="Leave the workspace"
            question="Leave the workspace? The API keys that you made here are revoked."
            act={leave}
          />
        ) : (
          refused(changing) === undefined && (
            <Confirm
              call="DELETE /v1/workspaces/{id}/members/{userId}"
              label="Remove"
              describedAs={`Remove ${who}`}
              question={`Remove ${who}? The API keys that this person made here are revoked.`}
              act={remove}
            />
          )
        )}
      </td>
    </tr>
  );
};

const InvitationRow = ({ invitation, seen, done }: { invitation: Invitation; seen: Seen; done: Done }) => {
  const { id: invitationId, email, role, createdAt, expiresAt } = invitation;
  const params = { path: { id: seen.workspaceId, invitationId } };
  const refused = useRefusals();
  const resend = async (): Promise<string> => {
    const { emailSent } = await answered(api.POST('/v1/workspaces/{id}/invitations/{invitationId}/resend', { params }));
    return done(`${email} has a new link, and the earlier one no longer works. ${emailSent ? '' : noMail}`);
  };
  const remove = async (): Promise<string> => {
    await answered(api.DELETE('/v1/workspaces/{id}/invitations/{invitationId}', { params }));
    return done(`The invitation of ${email} is deleted.`);
  };
  return (
    <tr>
      <td>{email}</td>
      <td>{role}</td>
      <td>
        <Moment at={createdAt} />
      </td>
      <td>
        <Moment at={expiresAt} />
      </td>
      {refused(inviting) === undefined && (
        <td>
          <Act
            call="POST /v1/workspaces/{id}/invitations/{invitationId}/resend"
            label="Resend"
            describedAs={`Resend the invitation of ${email}`}
            act={resend}
          />{' '}
          <Confirm
            call="DELETE /v1/workspaces/{id}/invitations/{invitationId}"
            label="Delete"
            describedAs={`Delete the invitation of ${email}`}
            question={`Delete the invitation of ${email}? Its link stops working.`}
            act={remove}
          />
        </td>
      )}
    </tr>
  );
};

const Invite = ({ workspaceId, done }: { workspaceId: string; done: Done }) => {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<GivenRole>('MEMBER');
  const invite = async (): Promise<string> => {
    const address = email.trim();
    if (address === '') return 'Write an e-mail address first.';
    const params = { path: { id: workspaceId } };
    const { emailSent } = await answered(
      api.POST('/v1/workspaces/{id}/invitations', { params, body: { email: address, role } }),
    );
    setEmail(afterSending(email));
    return done(`${address} is invited. ${emailSent ? '' : noMail}`);
  };
  return (
    <div class="decide">
      <label>
        E-mail address{' '}
        <input type="email" value={email} maxLength={254} onInput={(event) => setEmail(event.currentTarget.value)} />
      </label>{' '}
      <label>
        Invite as{' '}
        <select
          value={role}
          aria-describedby="invited-role"
          onChange={(event) => setRole(givenRoleOf(event.currentTarget.value) ?? role)}
        >
          {givenRoles.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>{' '}
      <span class="quiet" id="invited-role">
        {roles[role]}
      </span>{' '}
      <Act call="POST /v1/workspaces/{id}/invitations" label="Invite" act={invite} />
    </div>
  );
};

/**
 * The members of the workspace with their roles, and the open invitations. It offers what the API
 * allows this person: the owner and administrators manage, and every member but the owner may leave.
 */
export const Members = () => {
  const [page, setPage] = useState(1);
  const [said, setSaid] = useState<string>();
  const refused = useRefusals();
  const { data, problem, again } = useAsked(`members/${page}`, () => look(page), 5000);
  const done: Done = async (text) => {
    await again();
    setSaid(text);
    return '';
  };
  return (
    <section aria-labelledby="members">
      <h2 id="members">Members</h2>
      <Problem text={problem} />
      {data !== undefined && (
        <Allowed call={inviting} says>
          <Invite workspaceId={data.workspaceId} done={done} />
        </Allowed>
      )}
      <p role="status">{said}</p>
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <>
          {data.offer !== null && <OpenOffer offer={data.offer} myId={data.myId} members={data.members.data} />}
          <Table
            caption="Members, in the order of joining"
            heads={['Member', 'Role', 'Joined', 'End']}
            rows={data.members.data.map((member) => (
              <MemberRow key={member.userId} member={member} seen={data} done={done} />
            ))}
          />
          <PageButtons
            name="Pages of members"
            page={page}
            last={data.members.pagination.totalPages}
            go={setPage}
            before="Joined earlier"
            after="Joined later"
          />
          {data.invitations.length === 0 ? (
            <p>No invitation is pending.</p>
          ) : (
            <Table
              caption="The newest pending invitations"
              heads={['Address', 'Role', 'Invited', 'Ends', ...(refused(inviting) === undefined ? ['Change'] : [])]}
              rows={data.invitations.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} seen={data} done={done} />
              ))}
            />
          )}
        </>
      )}
    </section>
  );
};
