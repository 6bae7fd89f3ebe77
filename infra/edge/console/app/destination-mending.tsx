import { useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { answered, api, type Schemas } from './api.ts';
import { Held } from './held.tsx';
import { Act } from './pieces.tsx';
import { platformNames } from './platforms.ts';

type Destination = Schemas['PostPlatform'];
type Props = Readonly<{ postId: string; destination: Destination; again(): Promise<void> }>;

/** The service lost the answer of the platform, so a person has to look there. */
const isUnknown = ({ error }: Destination): boolean => error?.code === 'OUTCOME_UNKNOWN';

const Resolve = ({ postId, destination, again }: Props) => {
  const [platformPostId, setId] = useState('');
  const name = platformNames[destination.platform];
  const params = { path: { id: postId, postPlatformId: destination.postPlatformId } };
  const end = async (body: { outcome: 'published'; platformPostId: string } | { outcome: 'not_published' }) => {
    await answered(api.POST('/v1/posts/{id}/platforms/{postPlatformId}/resolve', { params, body }));
    await again();
    return 'noted';
  };
  const isThere = async (): Promise<string> =>
    platformPostId.trim() === ''
      ? `Give the id of the post on ${name}.`
      : end({ outcome: 'published', platformPostId: platformPostId.trim() });
  return (
    <Allowed call="POST /v1/posts/{id}/platforms/{postPlatformId}/resolve">
      <div role="group" aria-label={`What became of it on ${name}`}>
        <p>The answer of {name} was lost. Look there whether the post exists.</p>
        <p class="actions">
          <Held
            fields={
              <label>
                Its id on {name}{' '}
                <input value={platformPostId} onInput={({ currentTarget: { value } }) => setId(value)} />
              </label>
            }
          >
            <Act call="POST /v1/posts/{id}/platforms/{postPlatformId}/resolve" label="It is there" act={isThere} />
            <Act
              call="POST /v1/posts/{id}/platforms/{postPlatformId}/resolve"
              label="It is not there"
              act={() => end({ outcome: 'not_published' })}
            />
          </Held>
        </p>
      </div>
    </Allowed>
  );
};

const Fix = ({ postId, destination, again }: Props) => {
  const [mediaUrl, setUrl] = useState('');
  const name = platformNames[destination.platform];
  const params = { path: { id: postId, postPlatformId: destination.postPlatformId } };
  const fix = async (): Promise<string> => {
    if (mediaUrl.trim() === '') return 'Give the address of a picture or video.';
    const body = { mediaUrl: mediaUrl.trim() };
    await answered(api.POST('/v1/posts/{id}/platforms/{postPlatformId}/fix', { params, body }));
    await again();
    return 'sent with the other file';
  };
  return (
    <Allowed call="POST /v1/posts/{id}/platforms/{postPlatformId}/fix">
      <details>
        <summary>Send another file to {name}</summary>
        <p class="actions">
          <Held
            fields={
              <label>
                Address of the file{' '}
                <input inputMode="url" value={mediaUrl} onInput={({ currentTarget: { value } }) => setUrl(value)} />
              </label>
            }
          >
            <Act
              call="POST /v1/posts/{id}/platforms/{postPlatformId}/fix"
              label="Send it"
              describedAs={`Send it to ${name}`}
              act={fix}
            />
          </Held>
        </p>
      </details>
    </Allowed>
  );
};

/** What a person can do about a destination that did not get the post. */
export const Mending = (props: Props) => {
  if (isUnknown(props.destination)) return <Resolve {...props} />;
  return props.destination.status === 'failed' ? <Fix {...props} /> : null;
};
