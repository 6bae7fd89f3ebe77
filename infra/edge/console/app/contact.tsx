import { useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { SchemaForm } from './forms/schema-form.tsx';
import { useServedSchemas } from './forms/served-schemas.ts';
import { fieldsOf } from './forms/shape.ts';
import type { Values } from './forms/values.ts';
import { openingAfter } from './opening.ts';
import { Act, Badge, Confirm, Moment, Problem, Table, Waiting } from './pieces.tsx';
import { platformName } from './platforms.ts';
import { afterSending } from './sent-text.ts';

type Detail = Schemas['ContactDetail'];

const Write = ({ contact: { id, isSuppressed }, again }: { contact: Detail; again(): Promise<void> }) => {
  const [text, setText] = useState('');
  const params = { path: { id } };
  const send = async (): Promise<string> => {
    if (text.trim() === '') return 'Write a text first.';
    await answered(api.POST('/v1/contacts/{id}/messages', { params, body: { text } }));
    setText(afterSending(text));
    await again();
    return 'sent';
  };
  if (isSuppressed) return <p class="quiet">This person gets no messages.</p>;
  return (
    <Allowed call="POST /v1/contacts/{id}/messages">
      <div class="decide">
        <label>
          Message <input value={text} maxLength={4096} onInput={({ currentTarget: { value } }) => setText(value)} />
        </label>{' '}
        <Act call="POST /v1/contacts/{id}/messages" label="Send" act={send} isFirst />
      </div>
    </Allowed>
  );
};

const wayOut: Readonly<Record<string, string>> = {
  STOP_KEYWORD: 'The person answered STOP. Writing START lifts it.',
  MANUAL: 'A person of this workspace ended it.',
};

/** What is known of the contact, and whether it gets messages. */
const Details = ({ contact, again }: { contact: Detail; again(): Promise<void> }) => {
  const { data: schemas, problem } = useServedSchemas();
  const { id, displayName, tags, isSuppressed } = contact;
  const params = { path: { id } };
  const change = async (body: Values): Promise<string> => {
    await answered(api.PATCH('/v1/contacts/{id}', { params, body }));
    await again();
    return 'saved';
  };
  const erase = async (): Promise<string> => {
    const erased = answered(api.DELETE('/v1/contacts/{id}', { params: { ...params, query: { erase: true } } }));
    await openingAfter(erased.then(() => '#/contacts'));
    return 'erased';
  };
  return (
    <details class="card">
      <summary>Change or erase this contact</summary>
      <Problem text={problem} />
      {schemas !== undefined && (
        <SchemaForm
          call="PATCH /v1/contacts/{id}"
          name="Contact"
          fields={fieldsOf(schemas.bodyOf('patch', '/v1/contacts/{id}'), schemas.components)}
          first={{ displayName, tags, isSuppressed }}
          isWhole
          submit="Save the contact"
          send={change}
        />
      )}
      <Confirm
        call="DELETE /v1/contacts/{id}"
        label="Erase"
        question="Erase this contact? What is known of the person becomes unreadable, also in the log. It cannot be undone."
        act={erase}
      />
    </details>
  );
};

/** A person who wrote or was written to: messages, comments, deliveries and sequences. */
export const Contact = ({ id }: { id: string }) => {
  const { data, problem, again } = useAsked(
    `contact/${id}`,
    () => answered(api.GET('/v1/contacts/{id}', { params: { path: { id } } })),
    5000,
  );
  return (
    <section aria-labelledby="contact">
      <p>
        <a href="#/contacts">All contacts</a>
      </p>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <>
          <div class="head">
            <h2 id="contact">{data.displayName ?? data.username ?? data.platformId}</h2>
            {data.isSuppressed && <Badge tone="bad">gets no messages</Badge>}
          </div>
          <p class="quiet">
            {platformName(data.platform)} {data.username} {data.tags.join(', ')}
          </p>
          {data.suppressionReason !== null && <p>{wayOut[data.suppressionReason] ?? data.suppressionReason}</p>}
          {data.messengerEligibleUntil !== null && (
            <p class="quiet">
              Facebook takes messages to this person until <Moment at={data.messengerEligibleUntil} />.
            </p>
          )}
          <h3>Messages</h3>
          {data.inboundMessages.length === 0 && <p class="empty">This person wrote no message.</p>}
          <ul class="talk">
            {data.inboundMessages.map((message) => (
              <li key={message.id} class="card">
                <p class="text">{message.messageText}</p>
                <small class="quiet">
                  <Moment at={message.receivedAt} />
                </small>
              </li>
            ))}
          </ul>
          <Write contact={data} again={again} />
          <Details contact={data} again={again} />
          {data.comments.length > 0 && (
            <Table
              caption="Comments"
              heads={['Comment', 'Replied', 'When']}
              rows={data.comments.map((comment) => (
                <tr key={comment.id}>
                  <td class="wide">{comment.content}</td>
                  <td>{comment.replied ? 'yes' : 'no'}</td>
                  <td>
                    <Moment at={comment.platformCreatedAt} />
                  </td>
                </tr>
              ))}
            />
          )}
          {data.sequenceEnrollments.length > 0 && (
            <Table
              caption="Sequences"
              heads={['Sequence', 'Status', 'Step', 'Since']}
              rows={data.sequenceEnrollments.map(({ id: enrolled, sequence, status, currentStep, enrolledAt }) => (
                <tr key={enrolled}>
                  <td class="wide">
                    <a href={`#/sequences/${sequence.id}`}>{sequence.name}</a>
                  </td>
                  <td>{status.toLowerCase()}</td>
                  <td>{currentStep}</td>
                  <td>
                    <Moment at={enrolledAt} />
                  </td>
                </tr>
              ))}
            />
          )}
          {data.deliveries.length > 0 && (
            <Table
              caption="Broadcasts"
              heads={['Broadcast', 'Status', 'Sent']}
              rows={data.deliveries.map(({ id: delivery, broadcast, status, sentAt }) => (
                <tr key={delivery}>
                  <td class="wide">{broadcast?.name ?? 'a message'}</td>
                  <td>{status.toLowerCase()}</td>
                  <td>
                    <Moment at={sentAt} />
                  </td>
                </tr>
              ))}
            />
          )}
        </>
      )}
    </section>
  );
};
