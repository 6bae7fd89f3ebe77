import type { ComponentType } from 'preact';
import { lazy, Suspense } from 'preact/compat';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { Route, Switch } from 'wouter-preact';
import { Allowed, useIsPersonKnown } from './allowed.tsx';
import { Problem, Waiting } from './pieces.tsx';
import { useIsZoneKnown } from './workspace-zone.tsx';

/** A page that is fetched when it is first opened, so that the first page needs few bytes. */
const late = <Props,>(load: () => Promise<ComponentType<Props>>) => lazy(async () => ({ default: await load() }));

const AccountTimeline = late(async () => (await import('./timeline.tsx')).AccountTimeline);
const Accounts = late(async () => (await import('./accounts.tsx')).Accounts);
const Approvals = late(async () => (await import('./approvals.tsx')).Approvals);
const Audit = late(async () => (await import('./audit.tsx')).Audit);
const AutomationEditor = late(async () => (await import('./automation-editor.tsx')).AutomationEditor);
const Automations = late(async () => (await import('./automations.tsx')).Automations);
const BroadcastEditor = late(async () => (await import('./broadcast-editor.tsx')).BroadcastEditor);
const Broadcast = late(async () => (await import('./broadcast.tsx')).Broadcast);
const Broadcasts = late(async () => (await import('./broadcasts.tsx')).Broadcasts);
const Calendar = late(async () => (await import('./calendar.tsx')).Calendar);
const CalendarPost = late(async () => (await import('./calendar-post.tsx')).CalendarPost);
const Compose = late(async () => (await import('./compose.tsx')).Compose);
const Edit = late(async () => (await import('./compose.tsx')).Edit);
const Contact = late(async () => (await import('./contact.tsx')).Contact);
const Contacts = late(async () => (await import('./contacts.tsx')).Contacts);
const Delivery = late(async () => (await import('./webhook-delivery.tsx')).Delivery);
const Events = late(async () => (await import('./events.tsx')).Events);
const RequestTrace = late(async () => (await import('./events.tsx')).RequestTrace);
const Inbox = late(async () => (await import('./inbox.tsx')).Inbox);
const Installation = late(async () => (await import('./installation.tsx')).Installation);
const Invitation = late(async () => (await import('./invitation.tsx')).Invitation);
const Jobs = late(async () => (await import('./jobs.tsx')).Jobs);
const Keys = late(async () => (await import('./keys.tsx')).Keys);
const Machinery = late(async () => (await import('./machinery.tsx')).Machinery);
const Members = late(async () => (await import('./members.tsx')).Members);
const Ownership = late(async () => (await import('./ownership.tsx')).Ownership);
const Overview = late(async () => (await import('./overview.tsx')).Overview);
const Plan = late(async () => (await import('./plan.tsx')).Plan);
const Post = late(async () => (await import('./post.tsx')).Post);
const Posts = late(async () => (await import('./posts.tsx')).Posts);
const Queue = late(async () => (await import('./queue.tsx')).Queue);
const Residents = late(async () => (await import('./residents.tsx')).Residents);
const Security = late(async () => (await import('./security.tsx')).Security);
const SequenceEditor = late(async () => (await import('./sequence-editor.tsx')).SequenceEditor);
const Sequence = late(async () => (await import('./sequence.tsx')).Sequence);
const Sequences = late(async () => (await import('./sequences.tsx')).Sequences);
const Settings = late(async () => (await import('./settings.tsx')).Settings);
const Webhook = late(async () => (await import('./webhook.tsx')).Webhook);
const Webhooks = late(async () => (await import('./webhooks.tsx')).Webhooks);

const Routes = () => (
  <Switch>
    <Route path="/compose">
      <Allowed call="POST /v1/posts" says>
        <Compose />
      </Allowed>
    </Route>
    <Route path="/posts/:id/edit">
      {({ id }) => (
        <Allowed call="PATCH /v1/posts/{id}" says>
          <Edit key={id} id={id} />
        </Allowed>
      )}
    </Route>
    <Route path="/posts/:id">{({ id }) => <Post key={id} id={id} />}</Route>
    <Route path="/calendar">
      <Calendar />
    </Route>
    <Route path="/queue">
      <Queue />
    </Route>
    <Route path="/accounts/:id">{({ id }) => <AccountTimeline id={id} />}</Route>
    <Route path="/accounts">
      <Accounts />
    </Route>
    <Route path="/webhooks/:id/deliveries/:deliveryId">
      {({ id, deliveryId }) => <Delivery key={deliveryId} endpointId={id} id={deliveryId} />}
    </Route>
    <Route path="/webhooks/:id">{({ id }) => <Webhook key={id} id={id} />}</Route>
    <Route path="/webhooks">
      <Webhooks />
    </Route>
    <Route path="/keys/:id">
      {({ id }) => (
        <Allowed call="POST /v1/workspaces/{id}/api-keys" says>
          <Keys key={id} linked={id} />
        </Allowed>
      )}
    </Route>
    <Route path="/keys">
      <Allowed call="POST /v1/workspaces/{id}/api-keys" says>
        <Keys />
      </Allowed>
    </Route>
    <Route path="/broadcasts/new">
      <BroadcastEditor />
    </Route>
    <Route path="/broadcasts/:id/edit">{({ id }) => <BroadcastEditor key={id} id={id} />}</Route>
    <Route path="/broadcasts/:id">{({ id }) => <Broadcast key={id} id={id} />}</Route>
    <Route path="/broadcasts">
      <Broadcasts />
    </Route>
    <Route path="/overview">
      <Overview />
    </Route>
    <Route path="/audit">
      <Audit />
    </Route>
    <Route path="/events/of/:stream">{({ stream }) => <Events key={stream} of={decodeURIComponent(stream)} />}</Route>
    <Route path="/events">
      <Events />
    </Route>
    <Route path="/requests/:id/:from">
      {({ id, from }) => <RequestTrace key={id} id={decodeURIComponent(id)} from={from} />}
    </Route>
    <Route path="/approvals/:id">{({ id }) => <Approvals key={id} postId={id} />}</Route>
    <Route path="/approvals">
      <Approvals />
    </Route>
    <Route path="/calendar-posts/:id">{({ id }) => <CalendarPost key={id} id={id} />}</Route>
    <Route path="/invitations/:token">{({ token }) => <Invitation key={token} token={token} />}</Route>
    <Route path="/ownership">
      <Ownership />
    </Route>
    <Route path="/inbox">
      <Inbox />
    </Route>
    <Route path="/contacts/:id">{({ id }) => <Contact key={id} id={id} />}</Route>
    <Route path="/contacts">
      <Contacts />
    </Route>
    <Route path="/automations/new">
      <AutomationEditor />
    </Route>
    <Route path="/automations/:id">{({ id }) => <AutomationEditor key={id} id={id} />}</Route>
    <Route path="/automations">
      <Automations />
    </Route>
    <Route path="/sequences/new">
      <SequenceEditor />
    </Route>
    <Route path="/sequences/:id">{({ id }) => <Sequence key={id} id={id} />}</Route>
    <Route path="/sequences">
      <Sequences />
    </Route>
    <Route path="/jobs">
      <Jobs />
    </Route>
    <Route path="/members">
      <Members />
    </Route>
    <Route path="/plan">
      <Plan />
    </Route>
    <Route path="/settings">
      <Settings />
    </Route>
    <Route path="/machinery">
      <Allowed call="GET /v1/admin/processes" says>
        <Machinery />
      </Allowed>
    </Route>
    <Route path="/residents">
      <Allowed call="GET /v1/admin/people" says>
        <Residents />
      </Allowed>
    </Route>
    <Route path="/installation">
      <Allowed call="GET /v1/admin/installation" says>
        <Installation />
      </Allowed>
    </Route>
    <Route path="/security">
      <Security />
    </Route>
    <Route>
      <Posts />
    </Route>
  </Switch>
);

/** The page of the address. One whose program cannot be fetched, or that fails, says so, and the next address tries again. */
export const Pages = ({ address }: { address: string }) => {
  const [fault, forget] = useErrorBoundary();
  const isPersonKnown = useIsPersonKnown();
  const isZoneKnown = useIsZoneKnown();
  const isKnown = isPersonKnown && isZoneKnown;
  useEffect(() => forget(), [address]);
  if (fault !== undefined) return <Problem text="This page could not be shown. Load it again." />;
  // The page asks for its content at once, and is seen when all its buttons and times are in their places.
  return (
    <>
      {!isKnown && <p class="quiet">Asking what you may do …</p>}
      <div hidden={!isKnown}>
        <Suspense fallback={<Waiting />}>
          <Routes />
        </Suspense>
      </div>
    </>
  );
};
