import { useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Below } from './below.tsx';
import { Connect } from './connect.tsx';
import { connect, lastConnected } from './connecting.ts';
import { Act, Badge, Confirm, CursorButtons, Moment, Problem, State, Table, Waiting } from './pieces.tsx';
import { isPlatform, platformName } from './platforms.ts';

type Account = Schemas['Account'];

const limit = 50;

/** What is wrong with an account, and what helps. Empty where all is well. */
const Health = ({ account }: { account: Account }) => {
  const { status, error, warning, incoming, paused } = account;
  return (
    <>
      <State of={status} /> {paused && <Badge tone="bad">paused by the plan</Badge>}
      {error !== undefined && <p class="bad-text">{error}</p>}
      {warning !== undefined && (
        <p class="warning-text">
          {warning.message} {warning.remedy}
        </p>
      )}
      {incoming?.reason !== undefined && (
        <p class="warning-text">
          Nothing comes in: {incoming.message ?? incoming.reason.replaceAll('_', ' ')}. {incoming.remedy}
        </p>
      )}
      {incoming?.by === 'webhooks' && !incoming.arrived && <p class="quiet">No comment or message came in yet.</p>}
    </>
  );
};

/** The pages of an account: Facebook, Instagram, LinkedIn, Google and Pinterest publish to one that a person chose. */
const ChoosePage = ({ account, done }: { account: Account; done(): Promise<void> }) => {
  const params = { path: { id: account.id } };
  const { data, problem } = useAsked(`pages/${account.id}`, () =>
    answered(api.GET('/v1/accounts/{id}/pages', { params })),
  );
  const [chosen, setChosen] = useState<string>();
  if (data === undefined) return problem === undefined ? <Waiting /> : <Problem text={problem} />;
  if (data.pages.length === 0) return <p class="quiet">The account has no pages.</p>;
  const pageId = chosen ?? data.selectedPageId ?? data.pages[0]?.id ?? '';
  const select = async (): Promise<string> => {
    await answered(api.POST('/v1/accounts/{id}/select-page', { params, body: { pageId } }));
    await done();
    return 'chosen';
  };
  return (
    <label>
      Page of {account.displayName}{' '}
      <select value={pageId} onChange={({ currentTarget: { value } }) => setChosen(value)}>
        {data.pages.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>{' '}
      <Act call="POST /v1/accounts/{id}/select-page" label="Use this page" act={select} />
    </label>
  );
};

const Row = ({ account, again }: { account: Account; again(): Promise<void> }) => {
  const { id, displayName, username, platform, status, tokenExpiresAt, selectedPage } = account;
  const [isChoosing, setIsChoosing] = useState(false);
  const params = { path: { id } };
  const key = platform.toLowerCase();
  const reconnect = async (): Promise<string> => {
    if (isPlatform(key))
      await connect(key, {
        ...(account.instanceUrl === undefined ? {} : { instanceUrl: account.instanceUrl }),
        ...(account.oauthVersion === undefined ? {} : { oauthVersion: account.oauthVersion }),
      });
    return 'off to the platform';
  };
  const check = async (): Promise<string> => {
    await answered(api.POST('/v1/accounts/{id}/refresh', { params }));
    await again();
    return 'renewed';
  };
  const disconnect = async (): Promise<string> => {
    await answered(api.DELETE('/v1/accounts/{id}', { params }));
    await again();
    return 'disconnected';
  };
  return (
    <tr>
      <td class="wide">
        <a href={`#/accounts/${id}`}>{displayName}</a> <span class="quiet">{username}</span>
        {selectedPage !== undefined && <p class="quiet">posts to {selectedPage.name ?? selectedPage.id}</p>}
        {isChoosing && <ChoosePage account={account} done={again} />}
      </td>
      <td>{platformName(platform)}</td>
      <td>
        <Health account={account} />
      </td>
      <td>
        <Moment at={tokenExpiresAt} />
      </td>
      <td class="actions">
        {status !== 'ACTIVE' && (
          <Act
            call="POST /v1/accounts/connect/{platform}"
            label="Reconnect"
            describedAs={`Reconnect ${displayName}`}
            act={reconnect}
            isFirst
          />
        )}
        {account.canAutoRefresh === true && status === 'ACTIVE' && (
          <Act
            call="POST /v1/accounts/{id}/refresh"
            label="Renew"
            describedAs={`Renew the token of ${displayName}`}
            act={check}
          />
        )}
        {selectedPage !== undefined && (
          <Allowed call="POST /v1/accounts/{id}/select-page">
            <button type="button" aria-expanded={isChoosing} onClick={() => setIsChoosing(!isChoosing)}>
              Choose page
            </button>
          </Allowed>
        )}
        {status !== 'disconnected' && (
          <Confirm
            call="DELETE /v1/accounts/{id}"
            label="Disconnect"
            describedAs={`Disconnect ${displayName}`}
            act={disconnect}
            question={`${displayName} is released: its tokens are given back, and posts that wait for it do not go out there.`}
          />
        )}
      </td>
    </tr>
  );
};

const Ended = () => {
  const [ended] = useState(lastConnected);
  if (ended === undefined) return null;
  if ('problem' in ended) return <Problem text={ended.problem} />;
  return (
    <p role="status" class="good-text">
      {ended.account.displayName} on {platformName(ended.account.platform)} is connected.{' '}
      <a href="#/compose">Write a post</a>
    </p>
  );
};

/**
 * The connected accounts and their health: which ones post, which need a person and why, and how
 * another one is connected.
 */
export const Accounts = () => {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const { data, problem, again } = useAsked(
    `accounts/${cursor ?? ''}`,
    () => {
      const query = { limit, ...(cursor === undefined ? {} : { cursor }) };
      return answered(api.GET('/v1/accounts', { params: { query } }));
    },
    5000,
  );
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts">Accounts</h2>
      <Ended />
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.data.length === 0 ? (
        <p class="empty">No account is connected. Posts go out through accounts: connect the first one below.</p>
      ) : (
        <Table
          caption="Connected accounts and their health"
          heads={['Account', 'Platform', 'Health', 'Token ends', 'Do']}
          rows={data.data.map((account) => (
            <Row key={account.id} account={account} again={again} />
          ))}
        />
      )}
      <CursorButtons name="Pages of accounts" cursors={cursors} next={data?.pagination.next_cursor} go={setCursors} />
      <Below answer={{ data, problem }}>
        <Allowed call="POST /v1/accounts/connect/{platform}" says>
          <Connect done={again} />
        </Allowed>
      </Below>
    </section>
  );
};
