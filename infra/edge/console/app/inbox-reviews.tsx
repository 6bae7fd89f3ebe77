import { useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Act, Badge, Moment, PageButtons, Problem, Waiting } from './pieces.tsx';

type Review = Schemas['Review'];

const limit = 25;

const Reply = ({ review, again }: { review: Review; again(): Promise<void> }) => {
  const [comment, setComment] = useState(review.replyContent ?? '');
  const reply = async (): Promise<string> => {
    if (comment.trim() === '') return 'Write a text first.';
    await answered(
      api.POST('/v1/inbox/reviews/{id}/reply', { params: { path: { id: review.id } }, body: { comment } }),
    );
    await again();
    return 'sent';
  };
  return (
    <Allowed call="POST /v1/inbox/reviews/{id}/reply">
      <div class="decide">
        <label>
          Reply to {review.reviewerName}{' '}
          <input value={comment} onInput={({ currentTarget: { value } }) => setComment(value)} />
        </label>{' '}
        <Act
          call="POST /v1/inbox/reviews/{id}/reply"
          label={review.replied ? 'Change the reply' : 'Reply'}
          act={reply}
        />
      </div>
    </Allowed>
  );
};

/** The reviews of the places at Google, newest first, each with the reply of the place. */
export const Reviews = () => {
  const [page, setPage] = useState(1);
  const [openOnly, setOpenOnly] = useState(false);
  const { data, problem, again } = useAsked(
    `reviews/${openOnly}/${page}`,
    () => {
      const query = { page, limit, ...(openOnly ? { unrepliedOnly: true } : {}) };
      return answered(api.GET('/v1/inbox/reviews', { params: { query } }));
    },
    10_000,
  );
  const read = (id: string) => async (): Promise<string> => {
    await answered(api.PATCH('/v1/inbox/reviews/{id}/read', { params: { path: { id } } }));
    await again();
    return 'read';
  };
  return (
    <>
      <p>
        <label>
          <input
            type="checkbox"
            checked={openOnly}
            onChange={({ currentTarget: { checked } }) => (setPage(1), setOpenOnly(checked))}
          />{' '}
          only without a reply
        </label>
      </p>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.data.length === 0 ? (
        <p class="empty">There are no reviews.</p>
      ) : (
        data.data.map((review) => (
          <article class="card" key={review.id} aria-labelledby={`review-${review.id}`}>
            <h3 id={`review-${review.id}`}>
              {review.reviewerName} <span class="quiet">of {review.locationName ?? review.locationPath}</span>{' '}
              <Badge tone={review.rating >= 4 ? 'good' : review.rating <= 2 ? 'bad' : 'plain'}>
                {review.rating} of 5
              </Badge>{' '}
              {review.replied && <Badge tone="good">replied</Badge>} {!review.read && <Badge tone="good">new</Badge>}
            </h3>
            <p class="text">{review.content}</p>
            <p class="quiet">
              <Moment at={review.platformCreatedAt} />
            </p>
            <Reply review={review} again={again} />
            {!review.read && (
              <p class="actions">
                <Act
                  call="PATCH /v1/inbox/reviews/{id}/read"
                  label="Mark as read"
                  describedAs={`Mark as read the review of ${review.reviewerName}`}
                  act={read(review.id)}
                />
              </p>
            )}
          </article>
        ))
      )}
      {data && (
        <PageButtons name="Pages of reviews" page={page} last={Math.ceil(data.meta.total / limit)} go={setPage} />
      )}
    </>
  );
};
