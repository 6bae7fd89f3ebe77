import { useState } from 'preact/hooks';
import { answered, api, type Schemas } from './api.ts';
import { openingAfter } from './opening.ts';
import { Act, Confirm } from './pieces.tsx';
import { afterSending } from './sent-text.ts';

type Endpoint = Schemas['WebhookEndpoint'];
type EventType = Schemas['WebhookEventType'];

/** What most integrations listen to. */
const usual: readonly EventType[] = ['post.published', 'post.failed', 'account.error'];

const groups = {
  Posts: [
    'post.created',
    'post.scheduled',
    'post.published',
    'post.failed',
    'post.deleted',
    'post.draft.approved',
    'post.state_changed',
  ],
  Accounts: [
    'account.connected',
    'account.disconnected',
    'account.error',
    'account.login_ends',
    'account.paused',
    'account.resumed',
  ],
  Talk: [
    'comment.received',
    'comment.replied',
    'mention.received',
    'message.received',
    'review.received',
    'contact.suppressed',
    'contact.unsuppressed',
    'broadcast.finished',
    'broadcast.failed',
    'enrollment.ended',
  ],
  Media: ['media.uploaded', 'media.deleted'],
  Workspace: [
    'workspace.plan_changed',
    'workspace.transfer_requested',
    'workspace.transfer_ended',
    'subscription.change_pending',
    'subscription.changed',
    'subscription.payment_status',
    'subscription.payment_failed',
  ],
} as const satisfies Readonly<Record<string, readonly EventType[]>>;

/** The compiler refuses a type of the API that is in no group. */
type Grouped = (typeof groups)[keyof typeof groups][number];
const isWhole: Exclude<EventType, Grouped> extends never ? true : never = true;

/** Every type of event, in the order of the groups. */
export const eventTypes: readonly EventType[] = isWhole ? Object.values(groups).flat() : [];

/** A secret that is shown once. */
export const Secret = ({ secret }: { secret: string | undefined }) =>
  secret === undefined ? null : (
    <div class="card good" role="status">
      <p>This is the secret that signs the deliveries. It is not shown again.</p>
      <code class="secret">{secret}</code>
    </div>
  );

/** Makes an endpoint, and hands out its secret. */
export const MakeWebhook = ({ made }: { made(secret: string): Promise<void> }) => {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<ReadonlySet<EventType>>(new Set(usual));
  const toggle = (event: EventType): void => {
    const others = new Set(events);
    if (!others.delete(event)) others.add(event);
    setEvents(others);
  };
  const make = async (): Promise<string> => {
    if (url.trim() === '') return 'Write the address first.';
    if (events.size === 0) return 'Choose an event first.';
    const body = { url: url.trim(), events: [...events] };
    const { secret } = await answered(api.POST('/v1/webhooks', { body }));
    setUrl(afterSending(url));
    await made(secret);
    return '';
  };
  return (
    <section aria-labelledby="make" class="card">
      <h3 id="make">Make an endpoint</h3>
      <label>
        Address{' '}
        <input
          type="url"
          value={url}
          placeholder="https://example.com/hooks"
          onInput={({ currentTarget: { value } }) => setUrl(value)}
        />
      </label>
      {Object.entries(groups).map(([name, of]) => (
        <fieldset key={name} class="chips">
          <legend>{name}</legend>
          {of.map((event) => (
            <label key={event} class={events.has(event) ? 'chip chosen' : 'chip'}>
              <input type="checkbox" checked={events.has(event)} onChange={() => toggle(event)} /> {event}
            </label>
          ))}
        </fieldset>
      ))}
      <p class="actions">
        <Act call="POST /v1/webhooks" label="Make the endpoint" act={make} isFirst />
      </p>
    </section>
  );
};

type Changing = Readonly<{ endpoint: Endpoint; again(): Promise<void>; secret(secret: string): void }>;

/** What can be done with an endpoint. */
export const WebhookActions = ({ endpoint: { id, enabled }, again, secret }: Changing) => {
  const params = { path: { id } };
  const test = async (): Promise<string> => {
    await answered(api.POST('/v1/webhooks/test', { body: { webhookId: id } }));
    await again();
    return 'on its way';
  };
  const rotate = async (): Promise<string> => {
    const rotated = await answered(api.POST('/v1/webhooks/{id}/rotate-secret', { params }));
    secret(rotated.secret);
    return `The old one counts until ${new Date(rotated.previousSecretValidUntil).toLocaleString()}.`;
  };
  const turn = async (): Promise<string> => {
    await answered(api.PATCH('/v1/webhooks/{id}', { params, body: { enabled: !enabled } }));
    await again();
    return enabled ? 'switched off' : 'switched on';
  };
  const remove = async (): Promise<string> => {
    await openingAfter(answered(api.DELETE('/v1/webhooks/{id}', { params })).then(() => '#/webhooks'));
    return 'deleted';
  };
  return (
    <p class="actions">
      <Act call="POST /v1/webhooks/test" label="Send a test" act={test} isFirst />
      <Act call="PATCH /v1/webhooks/{id}" label={enabled ? 'Switch off' : 'Switch on'} act={turn} />
      <Confirm
        call="POST /v1/webhooks/{id}/rotate-secret"
        label="New secret"
        act={rotate}
        question="Deliveries are signed by the new secret too. Give it to the receiver."
      />
      <Confirm
        call="DELETE /v1/webhooks/{id}"
        label="Delete"
        act={remove}
        question="Nothing is sent to this address any more."
      />
    </p>
  );
};
