import { useState } from 'preact/hooks';
import { answered, api, Refusal, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { timeOf } from './calendar-entry.tsx';
import { Combobox } from './combobox.tsx';
import { attributesOf, type ControlOf } from './forms/control.ts';
import type { Names } from './named.ts';
import { useNames } from './names.ts';
import { Moment, Problem, State } from './pieces.tsx';
import { mostSearched, placesOf, postsWith } from './post-choices.ts';
import { titleOf } from './post-title.ts';
import { usePaused } from './use-paused.ts';

type Post = Schemas['Post'];

/** A post as a person tells it from others: how it begins, when and where it is. */
const Line = ({ post, names }: { post: Post; names: Names }) => (
  <>
    {titleOf(post)}{' '}
    <span class="quiet">
      <Moment at={timeOf(post)} />, {placesOf(post, names) || 'nowhere'}
    </span>{' '}
    {post.status !== 'published' && <State of={post.status} />}
  </>
);

/** A post that was deleted since has no answer. */
const postOf = (id: string): Promise<Readonly<{ post: Post | undefined }>> =>
  answered(api.GET('/v1/posts/{id}', { params: { path: { id } } })).then(
    (post) => ({ post }),
    (fault: unknown) => {
      if (fault instanceof Refusal && fault.status === 404) return { post: undefined };
      throw fault;
    },
  );

const Chosen = ({ id, names }: { id: string; names: Names }) => {
  const { data, problem } = useAsked(`chosen post/${id}`, () => postOf(id));
  if (problem !== undefined) return <Problem text={problem} />;
  if (data === undefined) return <span class="quiet">Looking …</span>;
  return data.post === undefined ? <>a post that was deleted</> : <Line post={data.post} names={names} />;
};

/** Chooses a post that is out or goes out, by words of its text, its platform or its account. */
export const PostPicker = (props: ControlOf<'text'>) => {
  const { id, value, change, describedBy } = props;
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const { names } = useNames();
  const wanted = usePaused(typed.trim());
  const { data, problem } = useAsked(`posts with/${names.size}/${isOpen}/${wanted}`, async () =>
    isOpen ? postsWith(wanted, names) : [],
  );
  if (typeof value === 'string' && value !== '')
    return (
      <div class="actions" role="group" aria-describedby={describedBy}>
        <span>
          <Chosen id={value} names={names} />
        </span>
        <button type="button" id={id} aria-label="Choose another post" onClick={() => change(undefined)}>
          Choose another
        </button>
      </div>
    );
  return (
    <>
      <Combobox
        list={`${id}-posts`}
        listName="Posts that are out or go out, newest first"
        field={{ ...attributesOf(props), placeholder: 'Any post; type words of one' }}
        typed={typed}
        type={setTyped}
        choices={data ?? []}
        keyOf={(post) => post.id}
        draw={(post) => <Line post={post} names={names} />}
        choose={(post) => {
          change(post.id);
          setTyped('');
          setIsOpen(false);
        }}
        isOpen={isOpen}
        turn={setIsOpen}
      />
      <Problem text={problem} />
      <span role="status" class="quiet">
        {isOpen && data?.length === 0 && `None of the newest ${mostSearched.toLocaleString()} posts is like that.`}
      </span>
    </>
  );
};
