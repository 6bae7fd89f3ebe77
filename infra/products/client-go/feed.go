package social

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"
)

const (
	// The service writes at least every 15 seconds: after this silence the connection is taken for lost.
	feedSilence      = 45 * time.Second
	feedPause        = time.Second
	longestFeedPause = time.Minute
	// The longest event that a feed can have.
	longestLine = 16 << 20
)

// FeedEvent is an event of the log of the workspace. GetEventCatalogue describes the data of each type.
type FeedEvent struct {
	ID            string          `json:"id"`
	Type          string          `json:"type"`
	Version       int             `json:"version"`
	Stream        string          `json:"stream"`
	Revision      int64           `json:"revision"`
	Position      string          `json:"position"`
	OccurredAt    time.Time       `json:"occurredAt"`
	CorrelationID string          `json:"correlationId"`
	Data          json.RawMessage `json:"data"`
}

// FeedFilter narrows a feed. After is "start" or a position; by default the feed begins now.
type FeedFilter struct {
	Types, Categories, IDs []string
	After                  string
}

// LiveFeed calls use for each event of the workspace as it happens, until use or the context ends it. A connection that
// breaks is opened again behind the last event, so that none is missed or repeated. The feed waits while the service is away,
// or has no place for it (429, 502, 503, 504); another refusal ends it.
func (c *Client) LiveFeed(ctx context.Context, filter FeedFilter, use func(FeedEvent) error) error {
	for {
		wait, err := c.listen(ctx, &filter, use)
		if err != nil {
			return err
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
}

func (f FeedFilter) query() map[string]any {
	query := map[string]any{}
	for name, values := range map[string][]string{"type": f.Types, "category": f.Categories, "aggregateId": f.IDs} {
		if len(values) > 0 {
			query[name] = strings.Join(values, ",")
		}
	}
	if f.After != "" {
		query["after"] = f.After
	}
	return query
}

// listen follows one connection, and says how long to wait before another one. Its error ends the feed.
func (c *Client) listen(ctx context.Context, filter *FeedFilter, use func(FeedEvent) error) (time.Duration, error) {
	listening, cancel := context.WithCancel(ctx)
	defer cancel()
	silence := time.AfterFunc(feedSilence, cancel)
	defer silence.Stop()
	asked := request{method: http.MethodGet, path: "/v1/events/stream", query: filter.query()}
	sent, err := c.newRequest(listening, asked, nil)
	if err != nil {
		return 0, err
	}
	response, err := c.http.Do(sent)
	if err != nil {
		return feedPause, ctx.Err()
	}
	defer response.Body.Close()
	if isPassing(response.StatusCode) {
		return feedPauseAfter(response.Header), nil
	}
	if response.StatusCode >= 400 {
		content, _ := io.ReadAll(response.Body)
		return 0, newAPIError(response, content)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, longestLine)
	id, data := "", ""
	for lines.Scan() {
		silence.Reset(feedSilence)
		field, value, _ := strings.Cut(lines.Text(), ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case lines.Text() != "" && field == "id":
			id = value
		case lines.Text() != "" && field == "data":
			data = value
		case lines.Text() == "":
			if data != "" {
				var event FeedEvent
				if err := json.Unmarshal([]byte(data), &event); err != nil {
					return 0, err
				}
				if err := use(event); err != nil {
					return 0, err
				}
			}
			if id != "" {
				filter.After = id
			}
			id, data = "", ""
		}
	}
	if lines.Err() == bufio.ErrTooLong {
		return 0, lines.Err()
	}
	return feedPause, ctx.Err()
}

// feedPauseAfter is as long as the service asks, within bounds: a feed has no last attempt, so an answer of a proxy could make it ask
// without a pause.
func feedPauseAfter(header http.Header) time.Duration {
	said, _ := retryAfter(header)
	switch {
	case said < feedPause:
		return feedPause
	case said > longestFeedPause:
		return longestFeedPause
	default:
		return said
	}
}
