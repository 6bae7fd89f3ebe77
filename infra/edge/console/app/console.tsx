import { messageOf } from './message-of.ts';
import { QueryClientProvider } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Route, Router, Switch } from 'wouter-preact';
import { useHashLocation } from 'wouter-preact/use-hash-location';
import { Accounts } from './accounts.tsx';
import { Approvals } from './approvals.tsx';
import { answered, api, chooseWorkspace, chosenWorkspace, forgetWorkspace, onSignedOut } from './api.ts';
import { answers, useAsked } from './asked.ts';
import { AutomationEditor } from './automation-editor.tsx';
import { Automations } from './automations.tsx';
import { BroadcastEditor } from './broadcast-editor.tsx';
import { Broadcast } from './broadcast.tsx';
import { Broadcasts } from './broadcasts.tsx';
import { Calendar } from './calendar.tsx';
import { CalendarPost } from './calendar-post.tsx';
import { Compose, Edit } from './compose.tsx';
import { Contact } from './contact.tsx';
import { Contacts } from './contacts.tsx';
import { Inbox } from './inbox.tsx';
import { Jobs } from './jobs.tsx';
import { Keys } from './keys.tsx';
import { Machinery } from './machinery.tsx';
import { Members } from './members.tsx';
import { Ownership } from './ownership.tsx';
import { Overview } from './overview.tsx';
import { Palette } from './palette.tsx';
import { Problem } from './pieces.tsx';
import { groups, placeOf } from './places.ts';
import { Plan } from './plan.tsx';
import { Post } from './post.tsx';
import { Posts } from './posts.tsx';
import { Queue } from './queue.tsx';
import { Security } from './security.tsx';
import { currentToken, signIn, signOut } from './session.ts';
import { SequenceEditor } from './sequence-editor.tsx';
import { Sequence } from './sequence.tsx';
import { Sequences } from './sequences.tsx';
import { Settings } from './settings.tsx';
import { Timeline } from './timeline.tsx';
import { Deliveries, Webhooks } from './webhooks.tsx';

const Pages = () => (
  <Switch>
    <Route path="/compose">
      <Compose />
    </Route>
    <Route path="/posts/:id/edit">{({ id }) => <Edit key={id} id={id} />}</Route>
    <Route path="/posts/:id">{({ id }) => <Post key={id} id={id} />}</Route>
    <Route path="/calendar" component={Calendar} />
    <Route path="/queue" component={Queue} />
    <Route path="/accounts/:id">{({ id }) => <Timeline kind="accounts" id={id} />}</Route>
    <Route path="/accounts" component={Accounts} />
    <Route path="/webhooks/:id">{({ id }) => <Deliveries key={id} id={id} />}</Route>
    <Route path="/webhooks" component={Webhooks} />
    <Route path="/keys" component={Keys} />
    <Route path="/broadcasts/new">
      <BroadcastEditor />
    </Route>
    <Route path="/broadcasts/:id/edit">{({ id }) => <BroadcastEditor key={id} id={id} />}</Route>
    <Route path="/broadcasts/:id">{({ id }) => <Broadcast key={id} id={id} />}</Route>
    <Route path="/broadcasts" component={Broadcasts} />
    <Route path="/overview" component={Overview} />
    <Route path="/approvals/:id">{({ id }) => <Approvals key={id} postId={id} />}</Route>
    <Route path="/approvals">
      <Approvals />
    </Route>
    <Route path="/calendar-posts/:id">{({ id }) => <CalendarPost key={id} id={id} />}</Route>
    <Route path="/ownership" component={Ownership} />
    <Route path="/inbox" component={Inbox} />
    <Route path="/contacts/:id">{({ id }) => <Contact key={id} id={id} />}</Route>
    <Route path="/contacts" component={Contacts} />
    <Route path="/automations/new">
      <AutomationEditor />
    </Route>
    <Route path="/automations/:id">{({ id }) => <AutomationEditor key={id} id={id} />}</Route>
    <Route path="/automations" component={Automations} />
    <Route path="/sequences/new" component={SequenceEditor} />
    <Route path="/sequences/:id">{({ id }) => <Sequence key={id} id={id} />}</Route>
    <Route path="/sequences" component={Sequences} />
    <Route path="/jobs" component={Jobs} />
    <Route path="/members" component={Members} />
    <Route path="/plan" component={Plan} />
    <Route path="/settings" component={Settings} />
    <Route path="/machinery" component={Machinery} />
    <Route path="/security" component={Security} />
    <Route>
      <Posts />
    </Route>
  </Switch>
);

const Workspaces = ({ changed }: { changed(): void }) => {
  const { data } = useAsked('me', () => answered(api.GET('/v1/users/me', {})));
  const chosen = chosenWorkspace();
  // The link of a mail to another person leads into a workspace of theirs.
  const isStrange = data !== undefined && chosen !== undefined && !data.workspaces.some(({ id }) => id === chosen);
  useEffect(() => {
    if (!isStrange) return;
    forgetWorkspace();
    changed();
  }, [isStrange]);
  if (data === undefined) return null;
  const choose = (id: string): void => {
    chooseWorkspace(id);
    location.hash = '#/posts';
    changed();
  };
  return (
    <label>
      Workspace{' '}
      <select value={chosen ?? data.workspaces[0]?.id ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        {data.workspaces.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
};

/** The menu: beside the page, or behind a button on a telephone. It closes when a page is chosen. */
const Menu = ({ location }: { location: string }) => {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(false), [location]);
  return (
    <>
      <button type="button" class="menu" aria-expanded={isOpen} aria-controls="menu" onClick={() => setIsOpen(!isOpen)}>
        Menu
      </button>
      <nav id="menu" class={isOpen ? 'open' : ''} aria-label="Pages">
        {Object.entries(groups).map(([group, places]) => (
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden="true">{group}</p>
            {Object.entries(places).map(([place, title]) => (
              <a key={place} href={`#/${place}`} aria-current={placeOf(location) === place ? 'page' : undefined}>
                {title}
              </a>
            ))}
          </div>
        ))}
      </nav>
    </>
  );
};

const Door = ({ problem }: { problem: string | undefined }) => {
  const [fault, setFault] = useState(problem);
  return (
    <main class="door card">
      <h1>Social Publishing Service</h1>
      <p>Write, schedule, see and answer posts. The console asks the API in your name.</p>
      <Problem text={fault} />
      <button
        type="button"
        class="first"
        onClick={() => void signIn().catch((error: unknown) => setFault(messageOf(error)))}
      >
        Sign in
      </button>
    </main>
  );
};

const Inside = ({ left }: { left(problem: string | undefined): void }) => {
  const [address] = useHashLocation();
  const [workspace, setWorkspace] = useState(0);
  const main = useRef<HTMLElement>(null);
  const view = useRef(address);
  useEffect(() => {
    // A new page takes the focus at its start, as a new document does.
    if (view.current !== address) main.current?.focus();
    view.current = address;
  }, [address]);
  const changed = (): void => {
    answers.clear();
    setWorkspace(workspace + 1);
  };
  const leave = (): void => {
    answers.clear();
    void signOut().then(
      () => left(undefined),
      (error: unknown) => left(messageOf(error)),
    );
  };
  return (
    <>
      <header>
        <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
          To the content
        </a>
        <h1>Console</h1>
        <Palette />
        <Workspaces changed={changed} />
        <button type="button" onClick={leave}>
          Sign out
        </button>
      </header>
      <div class="shell">
        <Menu location={address} />
        <main id="main" tabIndex={-1} ref={main} key={workspace}>
          <Pages />
        </main>
      </div>
    </>
  );
};

export const Console = ({ problem }: { problem: string | undefined }) => {
  const [signedIn, setSignedIn] = useState(currentToken() !== undefined);
  const [fault, setFault] = useState(problem);
  useEffect(() => onSignedOut(() => setSignedIn(false)), []);
  if (!signedIn) return <Door problem={fault} />;
  const left = (reason: string | undefined): void => {
    setFault(reason);
    setSignedIn(false);
  };
  return (
    <QueryClientProvider client={answers}>
      <Router hook={useHashLocation}>
        <Inside left={left} />
      </Router>
    </QueryClientProvider>
  );
};
