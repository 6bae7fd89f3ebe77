// Package social is the client of the Social Publishing Service. It needs the standard library alone.
package social

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"time"
)

// Client calls the service. Its methods are the calls of the API; several goroutines may use it.
type Client struct {
	origin  string
	headers map[string]string
	http    *http.Client
	retries int
	maxWait time.Duration
	timeout time.Duration
}

// Option changes a client that New makes.
type Option func(*Client)

// WithRetries sets the most repetitions of a request; 4 by default, 0 turns them off.
func WithRetries(count int) Option { return func(c *Client) { c.retries = count } }

// WithTimeout sets the time limit of one attempt; a minute by default.
func WithTimeout(limit time.Duration) Option { return func(c *Client) { c.timeout = limit } }

// WithWorkspace names the workspace that a session acts in; an API key has its own.
func WithWorkspace(id string) Option { return func(c *Client) { c.headers["X-Workspace-Id"] = id } }

// WithHTTPClient sends requests by another client.
func WithHTTPClient(client *http.Client) Option { return func(c *Client) { c.http = client } }

// New makes a client for the address of the service, with or without the /v1 of its paths.
func New(baseURL, apiKey string, options ...Option) *Client {
	client := &Client{
		origin:  strings.TrimSuffix(strings.TrimRight(baseURL, "/"), "/v1"),
		headers: map[string]string{"Authorization": "Bearer " + apiKey},
		http:    &http.Client{},
		retries: 4,
		maxWait: time.Minute,
		timeout: time.Minute,
	}
	for _, option := range options {
		option(client)
	}
	return client
}

// Ptr is the address of a value, for optional fields.
func Ptr[T any](value T) *T { return &value }

// CallOption changes one call.
type CallOption func(http.Header)

// WithIdempotencyKey names a request: the same key within 24 hours is the same request, also after a restart.
func WithIdempotencyKey(key string) CallOption { return WithHeader("Idempotency-Key", key) }

// WithHeader adds a header.
func WithHeader(name, value string) CallOption {
	return func(header http.Header) { header.Set(name, value) }
}

type request struct {
	method string
	path   string
	query  map[string]any
	body   any
}

var placeholder = regexp.MustCompile(`\{\w+\}`)

// expand puts values into the placeholders of a path, in their order.
func expand(path string, values ...string) string {
	at := 0
	return placeholder.ReplaceAllStringFunc(path, func(string) string {
		at++
		return url.PathEscape(values[at-1])
	})
}

// queryOf has the parameters that are not nil.
func queryOf(parameters map[string]any) string {
	values := url.Values{}
	for name, parameter := range parameters {
		value := reflect.ValueOf(parameter)
		if !value.IsValid() {
			continue
		}
		if value.Kind() == reflect.Pointer {
			if value.IsNil() {
				continue
			}
			value = value.Elem()
		}
		if value.Kind() == reflect.Slice {
			for i := 0; i < value.Len(); i++ {
				values.Add(name, fmt.Sprint(value.Index(i).Interface()))
			}
			continue
		}
		values.Set(name, fmt.Sprint(value.Interface()))
	}
	return values.Encode()
}

func newKey() string {
	bits := make([]byte, 16)
	if _, err := rand.Read(bits); err != nil {
		panic(err) // The system has no random numbers.
	}
	return hex.EncodeToString(bits)
}

func (c *Client) newRequest(ctx context.Context, asked request, body []byte) (*http.Request, error) {
	address := c.origin + asked.path
	if query := queryOf(asked.query); query != "" {
		address += "?" + query
	}
	made, err := http.NewRequestWithContext(ctx, asked.method, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, value := range c.headers {
		made.Header.Set(name, value)
	}
	if asked.body != nil {
		made.Header.Set("Content-Type", "application/json")
	}
	return made, nil
}

// call sends a request until there is an answer, and reads it. Every POST carries one key for all its attempts.
func (c *Client) call(ctx context.Context, asked request, answer any, options []CallOption) error {
	var body []byte
	if asked.body != nil {
		var err error
		if body, err = json.Marshal(asked.body); err != nil {
			return err
		}
	}
	extra := http.Header{}
	for _, option := range options {
		option(extra)
	}
	if asked.method == http.MethodPost && extra.Get("Idempotency-Key") == "" {
		extra.Set("Idempotency-Key", newKey())
	}
	for attempt := 0; ; attempt++ {
		response, content, err := c.attempt(ctx, asked, body, extra)
		wait, again := c.waitAfter(asked, response, content, err, attempt)
		if !again || ctx.Err() != nil {
			if err != nil {
				return err
			}
			return read(response, content, answer)
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
}

func (c *Client) attempt(ctx context.Context, asked request, body []byte, extra http.Header) (*http.Response, []byte, error) {
	limited, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	sent, err := c.newRequest(limited, asked, body)
	if err != nil {
		return nil, nil, err
	}
	for name, values := range extra {
		sent.Header[name] = values
	}
	response, err := c.http.Do(sent)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	return response, content, err
}

func read(response *http.Response, content []byte, answer any) error {
	if response.StatusCode >= 400 {
		return newAPIError(response, content)
	}
	if file, isFile := answer.(*[]byte); isFile {
		*file = content
		return nil
	}
	if answer == nil || len(content) == 0 {
		return nil
	}
	return json.Unmarshal(content, answer)
}

// pause waits, or returns why the context has ended.
func pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
