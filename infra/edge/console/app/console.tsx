import { messageOf } from './message-of.ts';
import { QueryClientProvider } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Router } from 'wouter-preact';
import { usePath } from './address.ts';
import { chooseWorkspace, chosenWorkspace, forgetWorkspace, onSignedOut } from './api.ts';
import { WithRights } from './allowed.tsx';
import { answers } from './asked.ts';
import { useIsWaiting } from './connection.ts';
import { Pages } from './pages.tsx';
import { Palette } from './palette.tsx';
import { Problem } from './pieces.tsx';
import { placeOf } from './places.ts';
import { useMe } from './here.ts';
import { usePlaces } from './use-places.ts';
import { currentToken, signIn, signOut } from './session.ts';
import { WithWorkspaceZone } from './workspace-zone.tsx';

const Workspaces = ({ changed }: { changed(): void }) => {
  const { data } = useMe();
  const chosen = chosenWorkspace();
  // The link of a mail to another person leads into a workspace of theirs.
  const isStrange = data !== undefined && chosen !== undefined && !data.workspaces.some(({ id }) => id === chosen);
  useEffect(() => {
    if (!isStrange) return;
    forgetWorkspace();
    changed();
  }, [isStrange]);
  const choose = (id: string): void => {
    chooseWorkspace(id);
    location.hash = '#/posts';
    changed();
  };
  return (
    <label>
      <span class="word">Workspace</span>{' '}
      <select
        class="workspace"
        disabled={data === undefined}
        value={chosen ?? data?.workspaces[0]?.id ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {data?.workspaces.map(({ id, name }) => (
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
  const places = usePlaces();
  useEffect(() => setIsOpen(false), [location]);
  return (
    <>
      <button type="button" class="menu" aria-expanded={isOpen} aria-controls="menu" onClick={() => setIsOpen(!isOpen)}>
        Menu
      </button>
      <nav id="menu" class={isOpen ? 'open' : ''} aria-label="Pages">
        {places.map(([group, of]) => (
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden="true">{group}</p>
            {of.map(([place, title]) => (
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

/** What the person did and has no answer yet. */
const Unsent = () => (
  <p class="problem unsent" role="status">
    {useIsWaiting() && 'The service does not answer. What you did is sent again by itself; keep this page open.'}
  </p>
);

const Inside = ({ left }: { left(problem: string | undefined): void }) => {
  const [address] = usePath();
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
    <WithRights>
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
          <WithWorkspaceZone>
            <Pages address={address} />
          </WithWorkspaceZone>
        </main>
      </div>
      <Unsent />
    </WithRights>
  );
};

export const Console = ({ problem }: { problem: string | undefined }) => {
  const [signedIn, setSignedIn] = useState(currentToken() !== undefined);
  const [fault, setFault] = useState(problem);
  const ended = (): void => {
    setFault('Your session has ended. Sign in again; what you wrote is kept.');
    setSignedIn(false);
  };
  useEffect(() => onSignedOut(ended), []);
  if (!signedIn) return <Door problem={fault} />;
  const left = (reason: string | undefined): void => {
    setFault(reason);
    setSignedIn(false);
  };
  return (
    <QueryClientProvider client={answers}>
      <Router hook={usePath}>
        <Inside left={left} />
      </Router>
    </QueryClientProvider>
  );
};
