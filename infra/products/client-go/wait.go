package social

import (
	"context"
	"errors"
	"net/url"
	"time"
)

const (
	firstPause   = 500 * time.Millisecond
	longestPause = 5 * time.Second
)

// poll asks until the answer is the last one: often at first, then every five seconds. A service that is away for a while is asked
// again: its fault says nothing of what is waited for.
func poll[State any](ctx context.Context, ask func() (State, error), isEnd func(State) bool) (State, error) {
	for wait := firstPause; ; wait = wait * 3 / 2 {
		state, err := ask()
		if err == nil && isEnd(state) {
			return state, nil
		}
		if err != nil && (ctx.Err() != nil || !isAway(err)) {
			return state, err
		}
		if wait > longestPause {
			wait = longestPause
		}
		if err := pause(ctx, wait); err != nil {
			return state, err
		}
	}
}

// isAway says that no answer came, or one that passes.
func isAway(err error) bool {
	var refusal *APIError
	if errors.As(err, &refusal) {
		return isPassing(refusal.Status)
	}
	var lost *url.Error
	return errors.As(err, &lost)
}

// WaitUntilPublished returns the published post, or *NotPublished where it ended otherwise. The context is its time limit.
func (c *Client) WaitUntilPublished(ctx context.Context, id string) (*Post, error) {
	ask := func() (*Post, error) { return c.GetPost(ctx, id, nil) }
	post, err := poll(ctx, ask, func(it *Post) bool {
		switch it.Status {
		case "published", "partial", "failed", "cancelled", "unpublished", "archived":
			return true
		}
		return false
	})
	if err == nil && post.Status != "published" {
		return post, &NotPublished{post}
	}
	return post, err
}

// WaitUntilReady returns the file once it can be posted, or *MediaFailed.
func (c *Client) WaitUntilReady(ctx context.Context, id string) (*Media, error) {
	ask := func() (*Media, error) { return c.GetMedia(ctx, id, nil) }
	media, err := poll(ctx, ask, func(it *Media) bool { return it.Status == "READY" || it.Status == "FAILED" })
	if err == nil && media.Status == "FAILED" {
		return media, &MediaFailed{media}
	}
	return media, err
}
