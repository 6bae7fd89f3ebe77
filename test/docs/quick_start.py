import os

from social_publishing import Client

with Client(os.environ["SOCIAL_URL"], os.environ["SOCIAL_KEY"]) as client:
    accounts = [each.id for each in client.paginate(client.list_accounts) if each.platform == "mastodon"]

    draft = client.create_post(content="Hello from Python", account_ids=accounts)
    client.publish_post(draft.id)
    post = client.wait_until_published(draft)
    print(post.platforms[0].platform_post_url)
