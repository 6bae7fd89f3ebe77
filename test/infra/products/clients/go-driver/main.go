// The driver of the Go client; README.md beside it has the commands.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"time"

	social "social-publishing"
)

type command struct {
	Do               string          `json:"do"`
	BaseURL          string          `json:"baseUrl"`
	APIKey           string          `json:"apiKey"`
	Retries          *int            `json:"retries"`
	Operation        string          `json:"operation"`
	Path             string          `json:"path"`
	Params           map[string]any  `json:"params"`
	Query            json.RawMessage `json:"query"`
	Body             json.RawMessage `json:"body"`
	IdempotencyKey   string          `json:"idempotencyKey"`
	Way              string          `json:"way"`
	Files            []string        `json:"files"`
	Platforms        []string        `json:"platforms"`
	PostID           string          `json:"postId"`
	TimeoutMs        int             `json:"timeoutMs"`
	After            string          `json:"after"`
	Categories       []string        `json:"categories"`
	Count            int             `json:"count"`
	Signature        string          `json:"signature"`
	Secret           any             `json:"secret"`
	ToleranceSeconds *int            `json:"toleranceSeconds"`
	Now              int64           `json:"now"`
}

var client *social.Client
var ctx = context.Background()

// argumentsOf fills the arguments of a method of the client: ids, what it is narrowed to, the body.
func argumentsOf(method reflect.Value, asked command) ([]reflect.Value, error) {
	arguments := []reflect.Value{reflect.ValueOf(ctx)}
	ids := []string{}
	for _, part := range strings.Split(asked.Path, "/") {
		if strings.HasPrefix(part, "{") {
			ids = append(ids, fmt.Sprint(asked.Params[strings.Trim(part, "{}")]))
		}
	}
	shape := method.Type()
	for at := 1; at < shape.NumIn(); at++ {
		argument := shape.In(at)
		switch {
		case shape.IsVariadic() && at == shape.NumIn()-1:
			continue
		case argument.Kind() == reflect.String:
			arguments = append(arguments, reflect.ValueOf(ids[0]))
			ids = ids[1:]
		default:
			given, isQuery := asked.Body, argument.Kind() == reflect.Pointer
			if isQuery {
				given = asked.Query
			}
			value := reflect.New(argument)
			if len(given) > 0 {
				reader := json.NewDecoder(strings.NewReader(string(given)))
				// The compiler refuses such a field of a literal.
				reader.DisallowUnknownFields()
				if err := reader.Decode(value.Interface()); err != nil {
					return nil, err
				}
			}
			arguments = append(arguments, value.Elem())
		}
	}
	if asked.IdempotencyKey != "" {
		arguments = append(arguments, reflect.ValueOf(social.WithIdempotencyKey(asked.IdempotencyKey)))
	}
	return arguments, nil
}

func methodOf(name string) reflect.Value {
	return reflect.ValueOf(client).MethodByName(strings.ToUpper(name[:1]) + name[1:])
}

func call(asked command) (any, error) {
	method := methodOf(asked.Operation)
	arguments, err := argumentsOf(method, asked)
	if err != nil {
		return nil, err
	}
	results := method.Call(arguments)
	fault, _ := results[len(results)-1].Interface().(error)
	return results[0].Interface(), fault
}

func list(asked command) (any, error) {
	method := methodOf(asked.Operation + "Pager")
	arguments, err := argumentsOf(method, asked)
	if err != nil {
		return nil, err
	}
	pager := method.Call(arguments)[0]
	found := []any{}
	for pager.MethodByName("Next").Call(nil)[0].Bool() {
		found = append(found, pager.MethodByName("Item").Call(nil)[0].Interface())
	}
	fault, _ := pager.MethodByName("Err").Call(nil)[0].Interface().(error)
	return found, fault
}

func verify(asked command) (any, error) {
	secrets := []string{}
	if several, isList := asked.Secret.([]any); isList {
		for _, each := range several {
			secrets = append(secrets, fmt.Sprint(each))
		}
	} else {
		secrets = append(secrets, fmt.Sprint(asked.Secret))
	}
	var body string
	if err := json.Unmarshal(asked.Body, &body); err != nil {
		return nil, err
	}
	tolerance := social.WebhookTolerance
	if asked.ToleranceSeconds != nil {
		tolerance = time.Duration(*asked.ToleranceSeconds) * time.Second
	}
	return social.VerifyWebhook([]byte(body), asked.Signature, secrets, tolerance, time.Unix(asked.Now, 0)), nil
}

func upload(asked command) (any, error) {
	progress := map[string]social.Progress{}
	note := func(made social.Progress) { progress[made.Filename] = made }
	files := []social.File{}
	for _, path := range asked.Files {
		files = append(files, social.File{Path: path})
	}
	var uploaded any
	var err error
	switch asked.Way {
	case "media":
		var media *social.Media
		media, err = client.UploadMedia(ctx, files[0], note)
		uploaded = []any{media}
	case "avatar":
		var address string
		address, err = client.UploadAvatar(ctx, files[0], note)
		uploaded = []any{address}
	case "videos":
		uploaded, err = client.UploadVideos(ctx, files, note)
	case "videosFor":
		uploaded, err = client.UploadVideosFor(ctx, asked.Platforms, files, note)
	}
	shown := []any{}
	for _, made := range progress {
		shown = append(shown, map[string]any{"filename": made.Filename, "sentBytes": made.SentBytes, "totalBytes": made.TotalBytes})
	}
	return map[string]any{"uploaded": uploaded, "progress": shown}, err
}

var errEnough = errors.New("enough")

func feed(asked command) (any, error) {
	found := []social.FeedEvent{}
	filter := social.FeedFilter{After: asked.After, Categories: asked.Categories}
	err := client.LiveFeed(ctx, filter, func(event social.FeedEvent) error {
		found = append(found, event)
		if len(found) >= asked.Count {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return found, err
}

func reply(asked command) (any, error) {
	switch asked.Do {
	case "connect":
		options := []social.Option{}
		if asked.Retries != nil {
			options = append(options, social.WithRetries(*asked.Retries))
		}
		client = social.New(asked.BaseURL, asked.APIKey, options...)
		return nil, nil
	case "call":
		return call(asked)
	case "list":
		return list(asked)
	case "verify":
		return verify(asked)
	case "upload":
		return upload(asked)
	case "waitUntilPublished":
		limited, cancel := context.WithTimeout(ctx, time.Duration(asked.TimeoutMs)*time.Millisecond)
		defer cancel()
		return client.WaitUntilPublished(limited, asked.PostID)
	case "feed":
		return feed(asked)
	}
	return nil, fmt.Errorf("there is no command %s", asked.Do)
}

func shown(fault error) map[string]any {
	class := reflect.TypeOf(fault).String()
	if errors.Is(fault, context.DeadlineExceeded) {
		class = "TimeoutError"
	}
	said := map[string]any{"class": class[strings.LastIndex(class, ".")+1:], "message": fault.Error()}
	var refusal *social.APIError
	if errors.As(fault, &refusal) {
		said["code"], said["details"] = refusal.Code, refusal.Details
		said["requestId"], said["documentationUrl"] = refusal.RequestID, refusal.DocumentationURL
	}
	return said
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	answers := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked command
		err := json.Unmarshal(lines.Bytes(), &asked)
		var value any
		if err == nil {
			value, err = reply(asked)
		}
		answer := map[string]any{"value": value}
		if err != nil {
			answer = map[string]any{"error": shown(err)}
		}
		if err := answers.Encode(answer); err != nil {
			panic(err)
		}
	}
}
