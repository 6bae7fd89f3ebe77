import { useEffect, useRef, useState } from 'preact/hooks';
import { Accounts } from './accounts.tsx';
import { Approvals } from './approvals.tsx';
import { answered, api, chooseWorkspace, chosenWorkspace, onSignedOut } from './api.ts';
import { useAsked } from './asked.ts';
import { Automations } from './automations.tsx';
import { Broadcast, Broadcasts } from './broadcasts.tsx';
import { Contacts } from './contacts.tsx';
import { Figures } from './figures.tsx';
import { Inbox } from './inbox.tsx';
import { Jobs } from './jobs.tsx';
import { Machinery } from './machinery.tsx';
import { Members } from './members.tsx';
import { Overview } from './overview.tsx';
import { Problem } from './pieces.tsx';
import { Plan } from './plan.tsx';
import { Posts } from './posts.tsx';
import { useRoute } from './route.ts';
import { currentToken, forgetToken, signIn } from './session.ts';
import { Timeline } from './timeline.tsx';
import { Deliveries, Webhooks } from './webhooks.tsx';

const places = {
  posts: 'Posts',
  overview: 'Overview',
  approvals: 'Approvals',
  inbox: 'Inbox',
  contacts: 'Contacts',
  automations: 'Automations',
  broadcasts: 'Broadcasts',
  jobs: 'Jobs',
  accounts: 'Accounts',
  webhooks: 'Webhooks',
  members: 'Members',
  plan: 'Plan',
  machinery: 'Machinery',
} as const;

const Page = ({ route: [place = 'posts', id] }: { route: readonly string[] }) => {
  if (place === 'accounts') return id === undefined ? <Accounts /> : <Timeline kind="accounts" id={id} />;
  if (place === 'webhooks') return id === undefined ? <Webhooks /> : <Deliveries id={id} />;
  if (place === 'broadcasts') return id === undefined ? <Broadcasts /> : <Broadcast id={id} />;
  if (place === 'overview') return <Overview />;
  if (place === 'approvals') return <Approvals />;
  if (place === 'inbox') return <Inbox />;
  if (place === 'contacts') return <Contacts />;
  if (place === 'automations') return <Automations />;
  if (place === 'jobs') return <Jobs />;
  if (place === 'members') return <Members />;
  if (place === 'plan') return <Plan />;
  if (place === 'machinery') return <Machinery />;
  if (id === undefined) return <Posts />;
  return (
    <>
      <Timeline kind="posts" id={id} />
      <Figures postId={id} />
    </>
  );
};

const Workspaces = ({ changed }: { changed(): void }) => {
  const { data } = useAsked('me', () => answered(api.GET('/v1/users/me', {})));
  if (data === undefined) return null;
  const choose = (id: string): void => {
    chooseWorkspace(id);
    location.hash = '#/posts';
    changed();
  };
  return (
    <label>
      Workspace{' '}
      <select
        value={chosenWorkspace() ?? data.workspaces[0]?.id ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {data.workspaces.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
};

const Door = ({ problem }: { problem: string | undefined }) => {
  const [fault, setFault] = useState(problem);
  return (
    <main class="door">
      <h1>Social Publishing Service</h1>
      <p>The console shows what happened and how things are. It asks the API in your name.</p>
      <Problem text={fault} />
      <button type="button" onClick={() => void signIn().catch((error: unknown) => setFault((error as Error).message))}>
        Sign in
      </button>
    </main>
  );
};

export const Console = ({ problem }: { problem: string | undefined }) => {
  const route = useRoute();
  const [signedIn, setSignedIn] = useState(currentToken() !== undefined);
  const [workspace, setWorkspace] = useState(0);
  const main = useRef<HTMLElement>(null);
  useEffect(() => onSignedOut(() => setSignedIn(false)), []);
  const address = route.join('/');
  const view = useRef(address);
  useEffect(() => {
    // A new page takes the focus at its start, as a new document does.
    if (view.current !== address) main.current?.focus();
    view.current = address;
  }, [address]);
  if (!signedIn) return <Door problem={problem} />;
  const leave = (): void => {
    forgetToken();
    setSignedIn(false);
  };
  return (
    <>
      <header>
        <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
          To the content
        </a>
        <h1>Console</h1>
        <nav aria-label="Pages">
          {Object.entries(places).map(([place, title]) => (
            <a key={place} href={`#/${place}`} aria-current={(route[0] ?? 'posts') === place ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <Workspaces changed={() => setWorkspace(workspace + 1)} />
        <button type="button" onClick={leave}>
          Leave
        </button>
      </header>
      <main id="main" tabIndex={-1} ref={main} key={workspace}>
        <Page route={route} />
      </main>
    </>
  );
};
