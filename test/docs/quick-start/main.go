package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	social "social-publishing"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	client := social.New(os.Getenv("SOCIAL_URL"), os.Getenv("SOCIAL_KEY"))

	ids := []string{}
	accounts := client.ListAccountsPager(ctx, nil)
	for accounts.Next() {
		if accounts.Item().Platform == "mastodon" {
			ids = append(ids, accounts.Item().Id)
		}
	}
	check(accounts.Err())

	draft, err := client.CreatePost(ctx, social.CreatePostRequest{Content: "Hello from Go", AccountIds: ids})
	check(err)
	_, err = client.PublishPost(ctx, draft.Id, nil)
	check(err)
	post, err := client.WaitUntilPublished(ctx, draft.Id)
	check(err)
	fmt.Println(*post.Platforms[0].PlatformPostUrl)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
