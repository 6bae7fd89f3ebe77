import { useState } from 'preact/hooks';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { Act, Moment, Problem, Waiting } from './pieces.tsx';

type Joined = Readonly<{ workspaceId: string; name: string; role: string }>;

/** The page that the mail of an invitation leads to, for a person of an identity provider or of test mode. */
export const Invitation = ({ token }: { token: string }) => {
  const params = { path: { token } };
  const [joined, setJoined] = useState<Joined>();
  const { data, problem } = useAsked(`invitation ${token}`, async () => {
    const found = await answered(api.GET('/v1/invitations/{token}', { params }));
    return found.data;
  });
  const join = async (): Promise<string> => {
    const { data: membership } = await answered(api.POST('/v1/invitations/{token}/accept', { params }));
    setJoined(membership);
    return '';
  };
  const shown = () => {
    if (joined !== undefined)
      return (
        <p>
          You are a member of {joined.name} now.{' '}
          <a href={`/console?workspace=${encodeURIComponent(joined.workspaceId)}#/posts`}>Open the workspace</a>
        </p>
      );
    if (data === undefined) return problem === undefined && <Waiting />;
    return (
      <div class="card">
        <p>
          {data.email} is invited to join {data.workspace.name} as {data.role.toLowerCase()}. The invitation ends at{' '}
          <Moment at={data.expiresAt} />.
        </p>
        <p class="actions">
          <Act call="POST /v1/invitations/{token}/accept" label={`Join ${data.workspace.name}`} act={join} />
        </p>
      </div>
    );
  };
  return (
    <section aria-labelledby="invitation">
      <h2 id="invitation">Invitation</h2>
      {joined === undefined && <Problem text={problem} />}
      {shown()}
    </section>
  );
};
