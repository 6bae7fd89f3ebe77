package social

import (
	"encoding/json"
	"math/rand"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const inProgressWait = 2 * time.Second

// The POST that takes no Idempotency-Key: its answer contains a secret, which is not stored for a repeated answer.
var unkeyed = regexp.MustCompile(`/v1/workspaces/[^/]+/api-keys$`)

// isPassing says that there are too many requests, or that a part of the service, or the way to it, is temporarily unavailable.
func isPassing(status int) bool {
	return status == 429 || status == 502 || status == 503 || status == 504
}

// isRepeatable says whether a request can be sent again without knowing its outcome.
func isRepeatable(asked request) bool {
	return asked.method != http.MethodPost || !unkeyed.MatchString(asked.path)
}

// backOff doubles with each attempt; the jitter spreads the retries of many clients.
func backOff(attempt int) time.Duration {
	longest := 500 * time.Millisecond << attempt
	if longest > 8*time.Second {
		longest = 8 * time.Second
	}
	return time.Duration(float64(longest) * (0.5 + rand.Float64()/2))
}

func retryAfter(header http.Header) (time.Duration, bool) {
	said := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.Atoi(said); err == nil && seconds >= 0 {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(said); err == nil {
		wait := time.Until(at)
		if wait < 0 {
			wait = 0
		}
		return wait, true
	}
	return 0, false
}

// waitAfter says how long to wait until the request is worth repeating, and whether it is.
func (c *Client) waitAfter(asked request, response *http.Response, content []byte, fault error, attempt int) (time.Duration, bool) {
	if attempt >= c.retries {
		return 0, false
	}
	repeatable := isRepeatable(asked)
	if fault != nil {
		return backOff(attempt), repeatable
	}
	var wait time.Duration
	switch status := response.StatusCode; {
	case status == 429, repeatable && isPassing(status):
		wait = backOff(attempt)
	// A read model that is behind may not have what was just written.
	case status == 404 && response.Header.Get("X-Stale") == "true":
		wait = backOff(attempt)
	case status == 409 && isUnderWay(content):
		wait = inProgressWait
	default:
		return 0, false
	}
	if said, isSaid := retryAfter(response.Header); isSaid {
		wait = said
	}
	return wait, wait <= c.maxWait
}

// isUnderWay says whether a resend met its own first attempt: this is the same request, not a conflict.
func isUnderWay(content []byte) bool {
	var body struct {
		Error struct {
			Details struct {
				IdempotencyCode string `json:"idempotencyCode"`
			} `json:"details"`
		} `json:"error"`
	}
	return json.Unmarshal(content, &body) == nil && body.Error.Details.IdempotencyCode == "IN_PROGRESS"
}
