/** Generated from the endpoints by `npm run client`: change those, never this file. */

export interface paths {
  '/v1/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The connected accounts of the workspace
     * @description `platform` is lowercase. `status` is ACTIVE, EXPIRED, ERROR, REVOKED or disconnected; filters take any casing. Disconnected accounts are listed with status=disconnected only. `accounts` and `data` are the same array.
     */
    get: operations['listAccounts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One connected account
     * @description A disconnected account is still returned; connecting it again gives the same id. An account is REVOKED when its platform withdrew the grant; it keeps its place under the plan's limit. The tokens of an account that is EXPIRED, ERROR or REVOKED are not used until it is connected again or its refresh succeeds. `canAutoRefresh` is absent where the token does not expire or its renewal is unknown, and false after a refused renewal, when only a reconnect helps. `warning` says what is about to end while the account still publishes, and what helps: Meta prolongs no login beyond its 60 days, so accounts of FACEBOOK, and those of INSTAGRAM by Facebook Login, have `LOGIN_ENDS` a week before.
     */
    get: operations['getAccount'];
    put?: never;
    post?: never;
    /**
     * Disconnect an account
     * @description The answer comes after the event is recorded. The tokens are revoked at the platform and deleted in the background, with retries until done. Posts recover when the account is connected again.
     */
    delete: operations['disconnectAccount'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{id}/comments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The comments of others on the posts of an account, newest first
     * @description Newest first by the time of writing; of the same time the greater id comes first. `cursor` is the id of the last item; an id that is no comment of the workspace is 400. `since` compares `platformCreatedAt`, inclusively. `accountId` of another account gives an empty list. `hiddenOnly` is accepted and ignored.
     */
    get: operations['listAccountComments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{id}/comments/sync': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Fetch the comments on an account's latest posts from its platform
     * @description Reads the 25 latest live posts of 90 days, three pages of comments of each, within 25 seconds. At most 1,000 new comments are stored; `message` states where there are more. `synced` counts new comments, `errors` counts posts whose comments could not be read. The answer is 200 even where all failed, with the platform's error in `message`. After a rate limit or a refused token the remaining posts count as errors. A platform without readable comments answers 200 with nothing synced. A disconnected account, or one whose token cannot be renewed, is 400 VALIDATION_ERROR; a failed renewal that may succeed later is 503. From the first request on, the comments of the account are read by schedule too, unless its platform reports them by webhooks: see platform-webhooks.md.
     */
    post: operations['syncAccountComments'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{id}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How an account differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getAccountDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of an account: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getAccountHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{id}/pages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The Pages, organizations, boards or locations an account can publish to
     * @description `pages` and `data` are the same array. It comes from the platform where that answers within 8 seconds, else from the last stored list. It is empty where the platform has no such places.
     */
    get: operations['listAccountPages'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{id}/refresh': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Renew the token of an account now (for troubleshooting)
     * @description Where the token does not expire, the platform is asked whether it still works; the answer is the account. The service renews other tokens itself, a fifth of their lifetime before they expire, at least 30 minutes and at most 7 days before.
     */
    post: operations['refreshAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{id}/select-page': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Choose the Page, organization, board or location that the account publishes to
     * @description An empty `pageId` clears the selection of an account that can publish as itself (LINKEDIN, PINTEREST, REDDIT and others). On FACEBOOK, INSTAGRAM and GOOGLE_BUSINESS it is INVALID_PAGE_ID, because they need a destination.
     */
    post: operations['selectAccountPage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{id}/tiktok/creator-info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a TikTok account may post now: privacy levels, interaction settings, eligibility */
    get: operations['getTikTokCreatorInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/callback/{platform}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Finish connecting an account with the code and state of the platform's redirect
     * @description A missing or malformed state, code or address, and a code that the platform refuses, is INVALID_PARAM. A state that is unknown, used, foreign or older than 10 minutes is OAUTH_ERROR. A state is used up by the first callback that names it, also one with another platform or address: a person who met that starts again, because a stranger who holds the state must not get a second try. `redirectUri` is optional and must be the one that the authorization started with. `iss` is the parameter of that name of the redirect (RFC 9207; Bluesky sends it); another server than the one that the person was sent to is OAUTH_ERROR. The answer is 200 also for a new account.
     */
    post: operations['completeAuthorization'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/connect/{platform}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start connecting an account: the address of the platform’s consent page
     * @description `redirectUri` and `callbackUrl` are synonyms. At the plan's limit of accounts it refuses only where no account of that platform could be reconnected. TELEGRAM has no consent page: outside test mode the request is refused, and the account is connected by storeOauthTokens. LINKEDIN has two logins, which `accountType` chooses: `member` publishes as the person, `organization` also as the organizations that the person administers. The default is `organization` where the service has that registration. In test mode the address shows a consent page to a browser; a program that does not ask for HTML is approved and redirected at once. The consent connects the account named by `login_hint` or `sandbox_account`, else one whose grant has ended, else a new one.
     */
    post: operations['authorizeAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/store-oauth-tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Connect an account by tokens, a bot token or an app password
     * @description The body has `platform`, `accessToken`, `refreshToken?`, `expiresIn?` or `expiresAt?`, `scopes?`, `extra?`, `instanceUrl?`, `oauthVersion?`, `accountType?`, `pageId?` and `pageName?`; or `credentials` by the platform's own field names: `botToken` and `chatId` of TELEGRAM, an app password of BLUESKY. TIKTOK comments need `extra.businessToken` and `extra.businessId`. A repeated request does not replace the stored tokens, because its refresh token may have been spent since.
     */
    post: operations['storeOauthTokens'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/processes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The progress of every process, its pending actions, and its parked instances */
    get: operations['listProcesses'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/processes/{name}/unpark': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Resume a parked process and fold its parked instances again, or only the given instance */
    post: operations['unparkProcess'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/read-models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The progress of every read model, by build, and its parked keys */
    get: operations['listReadModels'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/read-models/{name}/rebuild': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rebuild a read model from the log beside the live one; readers switch to it when it has caught up
     * @description A person who signs in with a mail address listed in OPERATORS may use /v1/admin; with the local issuer everyone may. API keys may not.
     */
    post: operations['rebuildReadModel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/read-models/{name}/unpark': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Resume a parked read model and fold its parked keys again, or only the given key */
    post: operations['unparkReadModel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/best-time': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * When to post: the hours of the week with scores, and the best one of the next seven days
     * @description Costs 1 credit, on success only. A plan without AI is 403 AI_SUBSCRIPTION, a balance that is too short 402 AI_SUBSCRIPTION with `details` {required, available}. A provider that fails or answers in another form is 503, and nothing is charged. When the client goes away, the call ends and nothing is charged, unless the request has an Idempotency-Key: then its answer is kept for a resend. The scores are computed from the engagements of what the workspace published in the last 90 days (from how often it published, until engagements are measured), beside a general table for the platforms, which decides where there is no history. The model only words the reason. Without platforms all of them count. Days and hours are in the timezone of the workspace's queue.
     */
    post: operations['bestTime'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/build-image-prompt': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Turn the text of a post into a prompt for an image
     * @description Costs 1 credit, on success only. A plan without AI is 403 AI_SUBSCRIPTION, a balance that is too short 402 AI_SUBSCRIPTION with `details` {required, available}. A provider that fails or answers in another form is 503, and nothing is charged. When the client goes away, the call ends and nothing is charged, unless the request has an Idempotency-Key: then its answer is kept for a resend. The prompt is what an image job takes as `promptText`.
     */
    post: operations['buildImagePrompt'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/enhance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Improve a text with the workspace's own AI key
     * @description Costs no credits. A workspace without a key is 409 CONFLICT; a test workspace that never set one uses a simulated key. A plan without AI is 403 AI_SUBSCRIPTION. `enhanced` is at most `maxLength` characters long, and as long as `platform` takes it. A key that the provider refuses is 400.
     */
    post: operations['enhanceByOwnKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/enhance-content': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Improve a text
     * @description Costs 1 credit, on success only. A plan without AI is 403 AI_SUBSCRIPTION, a balance that is too short 402 AI_SUBSCRIPTION with `details` {required, available}. A provider that fails or answers in another form is 503, and nothing is charged. When the client goes away, the call ends and nothing is charged, unless the request has an Idempotency-Key: then its answer is kept for a resend. The answer is cut to what `platform` takes.
     */
    post: operations['enhanceContent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/enhance-content/bulk': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Improve several texts
     * @description Costs 1 credit for each item, on success only. A plan without AI is 403 AI_SUBSCRIPTION, a balance that is too short 402 AI_SUBSCRIPTION with `details` {required, available}. A provider that fails or answers in another form is 503, and nothing is charged. When the client goes away, the call ends and nothing is charged, unless the request has an Idempotency-Key: then its answer is kept for a resend. All items succeed, or none is answered and charged. `results` are in the order of `items`.
     */
    post: operations['enhanceContents'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/generate-post-content': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Write the text of a post
     * @description Costs 1 credit, on success only. A plan without AI is 403 AI_SUBSCRIPTION, a balance that is too short 402 AI_SUBSCRIPTION with `details` {required, available}. A provider that fails or answers in another form is 503, and nothing is charged. When the client goes away, the call ends and nothing is charged, unless the request has an Idempotency-Key: then its answer is kept for a resend. The text is cut at the end of a sentence, else of a word, to what `platform` takes by its own counting; `truncated` says so. Without a platform it is not cut. `batchIndex` counts from 0.
     */
    post: operations['generatePostContent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/hashtags': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Suggest hashtags for a text
     * @description Costs 1 credit, on success only. A plan without AI is 403 AI_SUBSCRIPTION, a balance that is too short 402 AI_SUBSCRIPTION with `details` {required, available}. A provider that fails or answers in another form is 503, and nothing is charged. When the client goes away, the call ends and nothing is charged, unless the request has an Idempotency-Key: then its answer is kept for a resend. `platform` wins over `platforms`, of which the first counts. Tags begin with #, the most relevant first, at most 30 and at most what the platform takes. `relevanceScores` is an object from tag to a number from 0 to 1. `trending` is the estimate of the model.
     */
    post: operations['suggestHashtags'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/image-jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The ten newest active image jobs
     * @description Jobs that are PENDING, PROCESSING, PARTIAL or CANCELLING, without items. `jobs` and `data` are the same array.
     */
    get: operations['listImageJobs'];
    put?: never;
    /**
     * Have images made for posts
     * @description One credit an item is reserved at once, or the whole batch is refused with 402 INSUFFICIENT_CREDITS, whose `details` have creditsNeeded, creditsAvailable and message. A credit is captured when its image is stored, and given back when the item fails or is cancelled. `postId` is repeated in the answers and not looked up; images are stored as files of the workspace and attached by mediaId. The visual style and the rules for image prompts of `personaId` are added to each prompt; an unknown persona is 404. So are `options`, a line each. A `provider` that is not asked for images here is 400. A body has at most 10404328 bytes.
     */
    post: operations['submitImageJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/image-jobs/{jobId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * An image job with its items
     * @description Poll it every 2 to 5 seconds. While items are open, a job with failed items is PARTIAL. A job that ends is COMPLETED, and FAILED where every item failed; a retry of an item opens it again. CANCELLING becomes CANCELLED with the last open item.
     */
    get: operations['getImageJob'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/image-jobs/{jobId}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel what is left of an image job
     * @description Open items become CANCELLED and their credits are given back. A call to the provider that runs is ended within seconds; an image that is stored already is completed and paid. A job that has ended is 409 JOB_ALREADY_TERMINAL.
     */
    post: operations['cancelImageJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/image-jobs/{jobId}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How an image job differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getImageJobDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/image-jobs/{jobId}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of an image job: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getImageJobHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/image-jobs/{jobId}/items/{itemId}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try a failed image again
     * @description Costs one credit, reserved at once and given back where the item fails again. An item is tried three times in all. Refused with 422: JOB_CANCELLED, ITEM_NOT_FAILED, MAX_ATTEMPTS_REACHED, in this order. Of two retries at the same time one is ITEM_NOT_FAILED, and costs nothing.
     */
    post: operations['retryImageItem'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/key': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Set or replace the workspace's own AI key
     * @description POST /v1/ai/enhance uses it. The key is sealed at rest and never shown again; the next call uses the new one. A session needs the role OWNER or ADMIN.
     */
    put: operations['putAiKey'];
    post?: never;
    /**
     * Remove the workspace's own AI key
     * @description A session needs the role OWNER or ADMIN.
     */
    delete: operations['deleteAiKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether AI can be used, and whose
     * @description `provider` and `model` are those of the workspace's own key where it has one, else those of the service. `enabled` is whether the plan or the add-on has AI; this endpoint answers without it as well. `lastUpdated` is when the own key was set or removed, null before.
     */
    get: operations['getAiStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/suggest-time/{accountId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * When to post with an account
     * @description Costs no credits. From the engagements of what the workspace published on the platform in the last 90 days (from how often it published, until engagements are measured), beside a general table. `suggestedTime` and `alternatives` (up to three, on other days) are instants of the next seven days; `timezone` is that of the workspace's queue, in which days and hours are counted. `confidence` is 0 to 1: how much the workspace's own history decides, at least 0.3.
     */
    get: operations['suggestTime'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/thread': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Write the texts of a thread
     * @description Costs 2 credits, on success only. A plan without AI is 403 AI_SUBSCRIPTION, a balance that is too short 402 AI_SUBSCRIPTION with `details` {required, available}. A provider that fails or answers in another form is 503, and nothing is charged. When the client goes away, the call ends and nothing is charged, unless the request has an Idempotency-Key: then its answer is kept for a resend. `threadItems` have the form that POST /v1/posts takes. Each item is cut to what `platform` takes. No post is created.
     */
    post: operations['createThreadText'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/accounts/{accountId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * An account's own figures, and those of its posts over a range of days
     * @description `metrics` are the figures of the account as they were fetched last, whatever the range: followers and the like, as far as its platform offers them. `history` has them by day, and `growth` from the first to the last of these days. They are fetched daily from the first published post on, until the last one is 90 days old, and by refresh. `posts` adds up the posts that went live in the range, with their figures so far; `daily` has them by the day on which they went live. Days are in UTC. At most 366 days; by default the last 30. Keys need accounts:read or analytics:read.
     */
    get: operations['getAccountInsights'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/accounts/{accountId}/refresh': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Fetch an account's own figures from its platform now
     * @description Followers and the like, not the figures of its posts. A platform without such figures answers none. A refused token is 400 VALIDATION_ERROR; any other failure of the platform is 503. Keys need accounts:read.
     */
    post: operations['refreshAccountInsights'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/aggregate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The figures of all posts that went live in a range of days, added up
     * @description Each post counts on the day (UTC) on which it went live, with its figures so far. `platform` is taken in any casing. At most 366 days; by default the last 30. Keys need posts:read or analytics:read.
     */
    get: operations['getAggregateInsights'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/best-hours': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The hours of the week (UTC), ranked by how reliably and how soon due posts went live, best first. Engagement is not counted
     * @description Hours are ranked by how reliably and how soon the posts due in them go live; engagement is not counted. The figures are those of the SQL view `best_hours_ranked`, for this workspace.
     */
    get: operations['getBestHours'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/failure-classes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Why posts failed, by platform and week (UTC, from Monday), and how often a retry followed
     * @description The figures are those of the SQL view `failure_classes_weekly`, for this workspace.
     */
    get: operations['getFailureClasses'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/overview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The last 30 days of the workspace at a glance, against the 30 days before
     * @description `change` is relative: 0.5 is half more than before. `followers` adds up the accounts that were measured within 90 days. `topPosts` are the five posts with most engagements among the 500 latest copies of the range, each with its best copy. Keys need posts:read or analytics:read.
     */
    get: operations['getInsightsOverview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/posts/{postId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The figures of a post on each platform, as they were fetched last
     * @description Keyed by platform constant. Each platform has the figures that its API offers; other figures are absent. Figures are fetched 15 minutes after publishing, then after 1, 3, 6, 12 and 24 hours, daily for a week, weekly for a month, and after 60 and 90 days. A platform that was not asked yet has no figures, and `fetchedAt` is null. Destinations that never went live are left out; removed copies keep their last figures. Keys need posts:read or analytics:read.
     */
    get: operations['getPostInsights'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/posts/{postId}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How the figures of a post developed, by metric
     * @description The last values of each day on which they were fetched, oldest first, for the 400 latest such days.
     */
    get: operations['getPostInsightsHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/posts/{postId}/refresh': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Fetch the figures of a post from its platforms now
     * @description Asks the platform of each live copy, within 25 seconds, and answers the new figures. A platform that fails is in `errors`, and the others are answered; where all fail, a refused token is 400 VALIDATION_ERROR and any other failure is 503. A copy whose figures the platform refuses, for example because it was deleted there, is left out. A post without live copies answers no platforms. Each call counts against the platform's limits: use it sparingly. Keys need posts:read.
     */
    post: operations['refreshPostInsights'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/time-to-publish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How long after their due time posts went live, by platform and day (UTC)
     * @description Counts from the due time of the last run that a person or the schedule started; automatic retries belong to that run. The figures are those of the SQL view `time_to_publish_daily`, for this workspace.
     */
    get: operations['getTimeToPublish'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approval-queue/items': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The posts that wait for an approval, newest first
     * @description `data` and `items` are the same array. A post leaves the queue with its last decision or its deletion.
     */
    get: operations['listApprovalQueue'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approval-queue/pending-count': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How many posts wait for an approval
     * @description The number for a badge: every post of listApprovalQueue. `data.count` is the same number.
     */
    get: operations['countApprovalQueue'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audience': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the platforms say of the followers of the connected accounts
     * @description `metrics` are the figures of each account as they were fetched last, within 90 days; `followers` is the one of them that counts followers, subscribers or members, and at the top their sum over the accounts that have it. They are fetched daily once an account has published, and by POST /v1/analytics/accounts/:accountId/refresh. An account without figures yet has `followers: null`, empty `metrics` and `fetchedAt: null`. Sorted by id.
     */
    get: operations['getAudienceFigures'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audience/{accountId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What its platform says of the followers of an account, by day
     * @description `daily` has the days of the range on which followers were counted, oldest first, and `growth` is the difference between the last and the first of them, null where there are none. Days are in UTC. At most 366 days; by default the last 30.
     */
    get: operations['getAccountAudience'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audiences': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The saved audiences of the workspace, the newest first
     * @description An audience is a segment of the contacts, saved under a name. Every plan has audiences, as it has contacts.
     */
    get: operations['listAudiences'];
    put?: never;
    /**
     * Save rules that choose contacts under a name
     * @description The conditions of `segmentRules` are those of a broadcast and are ANDed: a contact must have all `tags`, be on one of `platforms`, and with `hasInteraction: true` have written to an account. Without conditions every contact fits. A broadcast takes the rules by `audienceId`. Names may repeat. The answer holds the fields both at its top and under `audience`.
     */
    post: operations['createAudience'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audiences/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One saved audience
     * @description POST /v1/audiences/:id/preview-count counts its contacts.
     */
    get: operations['getAudience'];
    put?: never;
    post?: never;
    /**
     * Delete an audience
     * @description Its contacts stay, and so do broadcasts that took its rules.
     */
    delete: operations['deleteAudience'];
    options?: never;
    head?: never;
    /**
     * Change the name, the description or the rules of an audience
     * @description What is left out stays as it is; `segmentRules` replaces all rules. Broadcasts that took the rules before keep what they took.
     */
    patch: operations['changeAudience'];
    trace?: never;
  };
  '/v1/audiences/{id}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How an audience differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getAudienceDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audiences/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of an audience: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getAudienceHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audiences/{id}/preview-count': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * How many contacts a broadcast to an audience would reach now
     * @description Counts as POST /v1/broadcasts/preview-count does: contacts that fit the rules and may be messaged now. By default on all platforms and by any account.
     */
    post: operations['previewAudienceCount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit-logs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The audit log of the workspace: actions of people, API keys and operators, newest first; within a range of time the latest first
     * @description Every event that a person, an API key or an operator caused; neither actions of the service's processes nor reservations. The order is that of the log, newest first; within `from` and `to` by time, latest first. A `resource` that is neither a kind nor an id is 400, naming the kinds. Addresses come from the log, where they are sealed, and cannot be read after the person's key is destroyed.
     */
    get: operations['listAuditLogs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Execute up to fifty operations on posts, in order, each with its own result
     * @description Each of the 1 to 50 `operations` is `{operation, id?, postPlatformId?, body?, callbackUrl?}` with one of create, update, delete, cancel, publish, retry, fix and resolve. The answer is 200; `results[]` have the status and the body or error of the endpoint of that operation. They are executed in the order sent, each independent of the others. A fault of the service ends the request; repeating it with the same Idempotency-Key completes it. There is no sync and no unpublish, because both wait for platforms.
     */
    post: operations['batchPosts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/ai-addon': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add, change or remove the AI add-on
     * @description Applies at once. A smaller tier takes its unused credits of the month along, and what was paid for the rest of the period is credited to the next invoice; where its credits of the month were used, only the months after it are. Without a plan, tier null ends the subscription: with the paid period. While a change is pending, another tier is 409 CONFLICT: withdraw the change first. A refused payment is 422 with the provider's text. The tier that applies already is answered with success.
     */
    post: operations['buyAiAddOn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End the subscription with the paid period
     * @description Everything stays until effectiveDate; then the plan is free. With cancelScheduledPosts the scheduled posts of all workspaces of the owner become drafts first, which keep their times: after resumeSubscription a PATCH with the `scheduledFor` of a draft schedules it again. A second call answers the first date.
     */
    post: operations['cancelSubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/change-plan': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change the plan or the billing period
     * @description A higher plan applies at once and charges the prorated difference. A lower plan, or a month instead of a year, applies at the end of the paid period; until then it is in GET /v1/subscription/pending-changes. The plan holds for every workspace of the owner. Without billingPeriod it stays as it is. The terms that apply already are 400, unless they withdraw a pending change. A refused payment is 400 with the provider's text. Session callers must be owner or administrator.
     */
    post: operations['changeBillingPlan'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/checkout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A page of the payment provider to buy a first subscription at
     * @description For an owner without a paid plan and without a card. The plan holds as soon as the page is paid. A further page closes the one before it. An owner who pays already is 409 CONFLICT: change the plan instead. A first subscription begins with a trial where this service offers one; GET /v1/billing/current shows it.
     */
    post: operations['openCheckout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/credits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The AI credits of the owner, and what moved them
     * @description Movements are the newest first; each names what caused it. limit is used, reserved and remaining together; purchased is the part of remaining that does not expire.
     */
    get: operations['listCredits'];
    put?: never;
    /**
     * Buy AI credits
     * @description credits (or amount) is the number of credits, at most 100000 at a time, for $0.04 each. They are charged at once, and are there when they are paid. They belong to the person who pays, and do not expire. Without AI on the plan or an add-on nothing could spend them: 402 AI_SUBSCRIPTION, and nothing is charged. A refused payment is 422 with the provider's text.
     */
    post: operations['buyCredits'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/credits/purchase': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Buy AI credits
     * @description credits (or amount) is the number of credits, at most 100000 at a time, for $0.04 each. They are charged at once, and are there when they are paid. They belong to the person who pays, and do not expire. Without AI on the plan or an add-on nothing could spend them: 402 AI_SUBSCRIPTION, and nothing is charged. A refused payment is 422 with the provider's text.
     */
    post: operations['purchaseCredits'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/current': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The plan, its period and what is pending
     * @description It is what the owner of the workspace pays for: the plan holds for each of their workspaces. recentlyExpiredTrial is true for 14 days after a trial that ended without a paid plan.
     */
    get: operations['getCurrentBilling'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/current/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How what I pay for differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getBillingDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/current/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of what I pay for: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getBillingHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/portal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A page of the payment provider for cards and invoices
     * @description The address is for this customer and expires soon.
     */
    get: operations['getBillingPortal'];
    put?: never;
    /**
     * A page of the payment provider for cards and invoices
     * @description The address is for this customer and expires soon.
     */
    post: operations['openBillingPortal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/purchase-bound': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Set the price above which the owner alone buys
     * @description ownerBuysAbove is US dollars; null, the value of a new workspace, is no bound. Above it a purchase of credits, a higher plan, an add-on or a checkout by anyone else is 403 FORBIDDEN, an API key of the owner included. A change of the plan or the add-on counts with the price that it adds a period. Only the owner sets it, with a session.
     */
    put: operations['setPurchaseBound'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Keep a subscription that was cancelled
     * @description Possible until the paid period ends. Without a cancellation it changes nothing.
     */
    post: operations['resumeSubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/scheduled-post-count': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How many posts are scheduled, and how many the plan allows
     * @description Posts that are held back for payment are counted too.
     */
    get: operations['getScheduledPostCount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/billing/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the workspace uses of what its plan allows
     * @description Posts are counted in the calendar month. AI credits are those of the owner, in their month. storedBytes are the bytes of media, logos and avatars: an upload counts from its announcement on, and a file until it is deleted. Registered files are stored elsewhere and count nothing.
     */
    get: operations['getBillingUsage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/broadcasts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The broadcasts of the workspace, the newest first */
    get: operations['listBroadcasts'];
    put?: never;
    /**
     * Create a broadcast
     * @description A draft, or scheduled where `scheduledFor` is given. `{{first_name}}`, `{{last_name}}`, `{{display_name}}` and `{{username}}` become what is known of the contact when the message is sent; `{{first_name|there}}` has a fallback. Without one, an unknown name and the space before it are left out. Any other name in double braces is 400. POST /v1/contacts/preview-message shows a message before it is sent. Only FACEBOOK and INSTAGRAM have direct messages: other platforms are accepted and have no eligible contacts. The conditions of `segmentRules` are ANDed: a contact must have all `tags`, be on one of `platforms`, and with `hasInteraction: true` have written to the account. `audienceId` copies the rules of a saved audience, which later changes of it leave as they are. The answer holds the fields of the broadcast both at its top and under `broadcast`.
     */
    post: operations['createBroadcast'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/broadcasts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One broadcast, with what became of its deliveries
     * @description `deliveryStats` counts deliveries by their status and holds only statuses that some delivery has. `progress` is an addition: `remaining` counts those that are neither delivered nor failed.
     */
    get: operations['getBroadcast'];
    put?: never;
    post?: never;
    /**
     * Delete a broadcast that is DRAFT, FAILED or SENT
     * @description A scheduled one becomes a draft by `scheduledFor: null` first. The deliveries of a sent one stay with their contacts, without the broadcast.
     */
    delete: operations['deleteBroadcast'];
    options?: never;
    head?: never;
    /**
     * Change a draft or a scheduled broadcast
     * @description What is left out stays as it is. `scheduledFor: null` makes a scheduled broadcast a draft; a time makes a draft scheduled. `socialAccountId: null` leaves the choice of the account to the service, which sends by the account that a contact is linked to. `segmentRules` replaces all rules, and `audienceId` replaces them by those that the audience has now.
     */
    patch: operations['changeBroadcast'];
    trace?: never;
  };
  '/v1/broadcasts/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The deliveries of a broadcast, in the order of its audience
     * @description `status` is PENDING, DELIVERING, DELIVERED, FAILED or READ. A FAILED delivery has an `errorCode`: the reason why the contact got no message (CONTACT_SUPPRESSED, CONTACT_DELETED, WINDOW_CLOSED, ACCOUNT_DISCONNECTED), the platform's refusal, or OUTCOME_UNKNOWN.
     */
    get: operations['listBroadcastDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/broadcasts/{id}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a broadcast differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getBroadcastDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/broadcasts/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a broadcast: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getBroadcastHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/broadcasts/{id}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pause a broadcast that is being sent
     * @description SENDING becomes PAUSED. Messages on their way are finished, and no further one is begun. Pausing a paused broadcast changes nothing; every other status is 409. A scheduled broadcast is held back by `scheduledFor: null` instead.
     */
    post: operations['pauseBroadcast'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/broadcasts/{id}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resume a paused broadcast
     * @description PAUSED becomes SENDING, with the audience that was fixed when it was sent. Resuming a broadcast that is being sent changes nothing; every other status is 409.
     */
    post: operations['resumeBroadcast'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/broadcasts/{id}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send the failed deliveries of a broadcast again
     * @description FAILED deliveries become PENDING again, and each contact is checked again before its message. A delivery that failed with OUTCOME_UNKNOWN stays as it is: its contact may have got the message. So does one with CONTACT_SUPPRESSED or CONTACT_DELETED: its contact wants no message or is gone. `retriedContacts` counts those that became PENDING.
     */
    post: operations['retryBroadcast'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/broadcasts/{id}/send': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a draft or a scheduled broadcast now
     * @description Fixes the audience: contacts that were seen, are not suppressed, are linked to an account on one of the platforms, fit the rules, and on FACEBOOK wrote within the last 24 hours. Each contact is checked again immediately before its message: one that opted out, was deleted or whose window has closed since then gets none, and its delivery is FAILED. The broadcast is SENDING until every delivery has ended (DELIVERED, READ or FAILED), then SENT; FAILED is a scheduled broadcast that could not be sent at its time. A broadcast with `socialAccountId: null` writes to each contact by the account that the contact is linked to at that moment. A rate limit of the platform postpones messages. A message whose answer was lost is looked up on the platform first: it is DELIVERED where the platform has it, sent again where it has none, and FAILED with OUTCOME_UNKNOWN where the platform cannot tell.
     */
    post: operations['sendBroadcast'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/broadcasts/preview-count': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * How many contacts a broadcast would reach now
     * @description Counts by the query that fixes the audience when a broadcast is sent. By default all platforms.
     */
    post: operations['previewBroadcastCount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/bulk-generate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The 20 most recent bulk generation jobs
     * @description The newest first. `jobs` and `data` are the same list.
     */
    get: operations['listBulkJobs'];
    put?: never;
    /**
     * Generate and schedule up to 50 posts
     * @description The credits of all posts are reserved at once; those of posts that fail, are skipped or cancelled are refunded. `creditsPerPost` is at least what a post costs. `scheduledDates` are in the future. A post whose time passes before it is generated is skipped. A provider that fails is asked three times for a text or an image. With `generateImages` each post gets an image, stored as a file of the workspace; a post costs a credit for the text and five for the image, together, and neither where one of them cannot be made. A platform whose posts need media is VALIDATION_ERROR without images, and one whose posts need a video always. The texts and images are made in the voice of `personaId`; a persona without modules is 400 PERSONA_INCOMPLETE. A platform outside `allowedPlatforms` is 403 PLATFORM_RESTRICTED. Where the workspace schedules approved posts only, the generated posts are drafts with their times, which startApproval takes. `error` of a post in the job says why it failed or was skipped.
     */
    post: operations['createBulkJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/bulk-generate/{jobId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How far a bulk generation job has come
     * @description `credits.reserved` is what was reserved in all, also by resuming; it is `consumed`, `refunded` and `remaining` together. `progress.current` counts the completed, failed and skipped posts, not those that a cancellation left out. A post of `posts` exists once it is completed; its id is known before.
     */
    get: operations['getBulkJob'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/bulk-generate/{jobId}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a bulk generation job
     * @description Also of a paused job. No further post is generated; a post that is being scheduled at this moment is completed. Posts that are scheduled stay. The credits that were not spent are refunded. A job that has ended, also by a cancellation, is 409 JOB_ALREADY_TERMINAL.
     */
    post: operations['cancelBulkJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/bulk-generate/{jobId}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a bulk generation job differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getBulkJobDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/bulk-generate/{jobId}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a bulk generation job: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getBulkJobHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/bulk-generate/{jobId}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Go on with a job that was paused because credits ran out
     * @description Reserves the credits of the posts that are left. A job that is not paused is 409.
     */
    post: operations['resumeBulkJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/bulk-generate/validate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Whether a bulk generation could be asked for now
     * @description Reserves nothing. `error` says in a sentence what is missing, null where nothing is.
     */
    post: operations['validateBulkGeneration'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/calendar/fix-duplicate-platforms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Remove platforms that a post of the calendar has twice
     * @description A calendar post has one platform, and a post has each account once, so there is nothing to remove: the counts are 0, each time.
     */
    post: operations['fixDuplicatePlatforms'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/calendar/personas': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The personas of the calendar, by slug
     * @description They belong to the calendar only; /v1/personas has the personas with modules and versions. It needs the calendar personas feature (pro or higher).
     */
    get: operations['listCalendarPersonas'];
    put?: never;
    /**
     * Create a persona of the calendar
     * @description For the owner and administrators. It needs the calendar personas feature (pro or higher). A slug is unique within the workspace: another persona with it is 409 CONFLICT. `accountIds` are accounts of the workspace. The persona is active.
     */
    post: operations['createCalendarPersona'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/calendar/personas/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One persona of the calendar */
    get: operations['getCalendarPersona'];
    put?: never;
    post?: never;
    /**
     * Delete a persona of the calendar
     * @description For the owner and administrators, below pro too for a workspace that has had the plan. Its slug is free again.
     */
    delete: operations['deleteCalendarPersona'];
    options?: never;
    head?: never;
    /**
     * Change a persona of the calendar
     * @description For the owner and administrators. What is left out stays as it is. The slug never changes.
     */
    patch: operations['changeCalendarPersona'];
    trace?: never;
  };
  '/v1/calendar/personas/{id}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a persona of the calendar differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getCalendarPersonaDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/calendar/personas/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a persona of the calendar: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getCalendarPersonaHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/calendar/posts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The posts of the calendar, the latest planned first
     * @description By `scheduledAt`, or by creation where there is none; `from` and `to` (instants, or days in UTC) are about the same time. `postId` finds the calendar post that a post was created from.
     */
    get: operations['listCalendarPosts'];
    put?: never;
    /**
     * Put a post into the calendar
     * @description It is a DRAFT that publishes nothing by itself. `scheduledAt` lies in the future. The account must be of the platform. An unknown persona is 404; an unknown file, a text longer than the platform takes, and an `imageUrl` that is no public HTTPS address, are 400. Where both are given, `mediaId` is published and `imageUrl` is not.
     */
    post: operations['createCalendarPost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/calendar/posts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One post of the calendar */
    get: operations['getCalendarPost'];
    put?: never;
    post?: never;
    /**
     * Take a post out of the calendar
     * @description Of any status but PUBLISHING, which is 409: cancel or delete the post that `postId` names first. The post that it was handed over as, and what is on the platform, stay as they are, and a sync does not bring it back.
     */
    delete: operations['deleteCalendarPost'];
    options?: never;
    head?: never;
    /**
     * Change a post of the calendar
     * @description A change makes the post a DRAFT: what was approved was another post. `status` takes DRAFT, and the status that the post has; submit, approve, reject and publish set the others. A change of a submitted post takes it back: an approver then gets 409. A post that was handed over is 409; it is a DRAFT again when the post that it became is cancelled or deleted. It is checked as when it was created.
     */
    patch: operations['changeCalendarPost'];
    trace?: never;
  };
  '/v1/calendar/posts/{id}/approve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approve a submitted post of the calendar
     * @description For the owner and administrators, with `separate_duties` for those who neither wrote nor submitted it. An API key needs `canApprove`. A post that was not submitted is 409.
     */
    post: operations['approveCalendarPost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/calendar/posts/{id}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a post of the calendar differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getCalendarPostDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/calendar/posts/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a post of the calendar: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getCalendarPostHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/calendar/posts/{id}/publish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Hand a post of the calendar over to be published
     * @description For the owner and administrators. Creates a post, whose id is `postId`: scheduled where `scheduledAt` lies in the future, else published now, with the file or image and the persona of the calendar post. The calendar post follows it: PUBLISHING, then PUBLISHED with `platformPostId`, `platformPostUrl` and `publishedAt`, or FAILED; PUBLISHING again when the post is retried, UNPUBLISHED when it is removed, and a DRAFT again when the post is cancelled or deleted. Where the workspace requires approval, only an APPROVED calendar post is handed over; its approval is that of the post, which needs no other one as long as nothing is changed. A post that is held for approval later keeps its calendar post PUBLISHING until it is published or deleted.
     */
    post: operations['publishCalendarPost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/calendar/posts/{id}/reject': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reject a submitted post of the calendar
     * @description For the owner and administrators, with `separate_duties` for those who neither wrote nor submitted it. An API key needs `canApprove`. A post that was not submitted is 409.
     */
    post: operations['rejectCalendarPost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/calendar/posts/{id}/submit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Submit a post of the calendar for approval
     * @description Mails the owner and administrators; the decision mails who submitted it. Needs the session of a person (an API key is 403 AUTHORIZATION_ERROR) and a workspace with require_approval: without it the answer is 403 PLAN_UPGRADE_REQUIRED with the `details` of a missing feature and `reason` approval_disabled.
     */
    post: operations['submitCalendarPost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/calendar/sync': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import the recent posts of the accounts into the calendar
     * @description Reads the posts of 90 days on every connected MASTODON and TIKTOK account, the 100 newest accounts and five pages of each at most. A post that the calendar lacks is imported as PUBLISHED, at the time of its publication; `postId` names the post of this service that made it. A published calendar post that its platform no longer lists becomes UNPUBLISHED, and PUBLISHED again when it is back. `added`, `removed` and `unchanged` count posts, `platforms` names the platforms that were read, and `postsPerPlatform` counts the posts read there. An account that cannot be read is in `errors`, and its posts stay as they are. While a post is being published on an account, other posts of its last hour wait for the next sync.
     */
    post: operations['syncCalendar'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/comment-automations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The comment automations of the workspace, the newest first */
    get: operations['listCommentAutomations'];
    put?: never;
    /**
     * Create a rule that acts on comments with keywords
     * @description A comment matches where it is on `accountId` and `postId` (each null for all), and its text has one of the `keywords`, in any casing: as a WORD of its own (by default), anywhere with CONTAINS, or as the whole text with EXACT; the first 2,000 characters of a text count. Then `actions` are carried out in this order: a `directMessage`, a public `reply`, `tags` for the contact of the author, and an enrollment in `sequenceId`. At least one is needed; `sequenceId` needs the plan of sequences. A rule acts once for a person, on their first matching comment. Comments of accounts of the workspace never match, so automations do not answer themselves or one another, and a comment that was answered is not answered again. Only comments written while the rule is on count. A suppressed contact is only tagged. The direct message is the private reply to the comment, on FACEBOOK and INSTAGRAM: one for each comment, within 7 days of it, without an open window (POST /v1/inbox/comments/:id/private-reply). A comment that had its private reply gets an ordinary message where the window is open. A rule with both promises nothing in public that does not come: its `reply` is sent after the message, and left out where the message was not sent, also on platforms without messages. After a downgrade below the plan no rule acts, and rules act again when the plan has them. At most 100 automations. The answer holds the fields both at its top and under `automation`.
     */
    post: operations['createCommentAutomation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/comment-automations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One comment automation */
    get: operations['getCommentAutomation'];
    put?: never;
    post?: never;
    /**
     * Delete a comment automation
     * @description What it has begun for a person is finished.
     */
    delete: operations['deleteCommentAutomation'];
    options?: never;
    head?: never;
    /**
     * Change a comment automation, or switch it on or off
     * @description What is left out stays as it is; `keywords` and `actions` replace all of them. A change counts for comments that come afterwards. A rule that was switched on again still acts once for a person in all.
     */
    patch: operations['changeCommentAutomation'];
    trace?: never;
  };
  '/v1/comment-automations/{id}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a comment automation differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getCommentAutomationDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/comment-automations/{id}/dry-run': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try a comment automation on stored comments, without doing anything
     * @description Compares the newest stored comments (`limit`, 100 by default, 500 at most) with the rule as it is, also while it is off, and also comments from before it was on. Nothing is sent or changed. `matches` has the newest first.
     */
    post: operations['dryRunCommentAutomation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/comment-automations/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a comment automation: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getCommentAutomationHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/comment-automations/{id}/runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What a comment automation did, the newest first: one run a person
     * @description A step is PENDING until it has ended: DONE, SKIPPED or FAILED, with the reason in `code`. A skipped step: CONTACT_SUPPRESSED, CONTACT_DELETED, COMMENT_DELETED, AUTHOR_UNKNOWN (the platform does not name the author, who gets the public reply alone), ALREADY_REPLIED (a person or another automation answered the comment), ALREADY_ENROLLED, SEQUENCE_ARCHIVED, PLAN_UPGRADE_REQUIRED (the plan was lowered since), or why the contact may not be messaged (PRIVATE_REPLY_USED, PRIVATE_REPLY_EXPIRED, WINDOW_CLOSED, PLATFORM_NOT_SUPPORTED). The public reply is skipped with DIRECT_MESSAGE_NOT_SENT where the direct message was not sent. A failed step: the platform's refusal, or OUTCOME_UNKNOWN.
     */
    get: operations['listCommentAutomationRuns'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/contacts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The contacts of the workspace, the newest first
     * @description Newest first by `createdAt`. `search` finds contacts whose display name or username has, for each word of the text, a word that begins with it, in any casing and without accents. `tags` must all be there. `total` is that of the workspace; of chosen contacts 100,000 are counted at most, and `pages` follows from it.
     */
    get: operations['listContacts'];
    put?: never;
    /**
     * Create a contact, or change the one with the same platform and platformId
     * @description An existing contact keeps what the request leaves out; `tags` and `customFields` replace its own. The answer is 201 in both cases. A contact made here has no `socialAccount` and no `lastSeenAt` until the person writes. A person who opted out stays suppressed, also after their contact was deleted.
     */
    post: operations['upsertContact'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/contacts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One contact, with what it wrote and got last
     * @description Each list ends at its cap, without a sign that there is more. `deliveries` holds messages of people, sequences and broadcasts; only those of a broadcast that was not deleted name it in `broadcast`. A message of a broadcast that waits for its turn is PENDING.
     */
    get: operations['getContact'];
    put?: never;
    post?: never;
    /**
     * Delete a contact, and erase its personal data
     * @description The key of its personal data is destroyed: its names, messages and custom fields become unreadable in the log, in histories and in every copy of these. Its sequence enrollments end. `erase=true` also erases the comments and mentions that the person wrote, and the reports of webhooks of the platform, which hold messages as they were received. A suppression is remembered without the data, so a person who opted out and is added again is still suppressed.
     */
    delete: operations['deleteContact'];
    options?: never;
    head?: never;
    /**
     * Change the name, tags, custom fields or suppression of a contact
     * @description `tags` and `customFields` replace what the contact has. `isSuppressed` true suppresses with the reason MANUAL; false lifts any suppression. A person who opted out by a keyword lifts that by writing START.
     */
    patch: operations['changeContact'];
    trace?: never;
  };
  '/v1/contacts/{id}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a contact differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getContactDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/contacts/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a contact: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getContactHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/contacts/{id}/messages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a direct message to a contact on FACEBOOK or INSTAGRAM
     * @description The body is `{text}`; `messageText`, `content`, and `message` with a text or with `{text}`, are the same. 400 VALIDATION_ERROR with `details.reason`: suppressed, window_closed, no_social_account, platform_not_supported. The window is open for 24 hours after the last message of the person, on FACEBOOK and INSTAGRAM alike. With `tag: HUMAN_AGENT` an answer that a person wrote may go out for 7 days; Meta gives that right to applications that applied for it, and takes it from those that send automatic messages with it. The message is the first of `deliveries` in the answer: DELIVERED, or FAILED with `errorCode` where the platform rejected it. A message whose answer was lost is looked up on the platform and never sent again: where the look cannot decide yet it is DELIVERING, and ends by itself. The account that the person wrote to last sends it; where the plan has no room for that account, 402 LIMIT_EXCEEDED.
     */
    post: operations['sendContactMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/contacts/{id}/tags': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add a tag to a contact
     * @description A tag that the contact already has changes nothing. Tags differ by casing.
     */
    post: operations['tagContact'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/contacts/{id}/tags/{tag}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a tag from a contact
     * @description A tag that the contact does not have changes nothing.
     */
    delete: operations['untagContact'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/contacts/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The contacts of the workspace as a CSV file, the newest first
     * @description RFC 4180 in UTF-8 with a mark, with a line of column names. `search`, `platform` and `tags` choose as in the list. `tags` are separated by commas, and `customFields` is JSON. A text that a spreadsheet would run as a formula begins with an apostrophe, which an import takes away. `X-Total-Count` is the number of contacts when the export begins, so that a client can show its progress; of chosen ones 100,000 are counted at most. Contacts that are made meanwhile are not in the file. An export that fails in the middle ends the connection without the last chunk.
     */
    get: operations['exportContacts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/contacts/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create or change contacts from a CSV file
     * @description The first line names the columns, in any order and casing: `platform` and `platformId`, and what there is of `displayName`, `username`, `avatarUrl`, `tags` (separated by commas), `customFields` (JSON) and `isSuppressed`. The other columns of an export are read over, and an unknown column is refused. Each line is as POST /v1/contacts: an empty cell leaves what the contact has. `isSuppressed` true suppresses; nothing here lifts a suppression. A faulty line is reported in `errors` and does not stop the others. One request takes 1,000 lines from the data line `offset` on (0 is the first), and answers how far the file is: repeat it with `nextOffset` until that is null. A request that was cut off can be repeated as it was. `dryRun: true` only checks the lines. At most 10 MiB. POST /v1/contacts/imports takes a whole file at once, and imports it in the background.
     */
    post: operations['importContacts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/contacts/imports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The imports of contacts, the newest first
     * @description Also those that have ended. An import leaves its counts and its faulty lines, and nothing of the file.
     */
    get: operations['listContactImports'];
    put?: never;
    /**
     * Import contacts from a CSV file in the background
     * @description The file is the body as `text/csv`, or the property `csv` of a JSON body. Its columns and lines are as in POST /v1/contacts/import: a line creates the contact of its `platform` and `platformId`, or changes what its cells name; a suppression is never lifted. The answer comes when the lines are stored; GET /v1/contacts/imports/:id then shows the progress, and GET /v1/contacts/imports/:id/errors the faulty lines. Lines are imported in the order of the file, about 500 at a time. A contact that is deleted after the file came is not made again. The lines are stored encrypted, and their key is destroyed when the import ends. A request that was cut off can be repeated with its Idempotency-Key for ten minutes. At most 10 MiB and 100000 lines in UTF-8; a file that cannot be read is 400 as a whole: an unknown, missing or double column, a quote that is not closed, other encodings, a line over 1 MiB. A line over 32,768 characters is faulty.
     */
    post: operations['startContactImport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/contacts/imports/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How far an import of contacts has come
     * @description `done` grows part by part. Of a cancelled import the lines behind `done` were not imported. `created` and `updated` count lines: a person on two lines is created by the first and updated by the second.
     */
    get: operations['getContactImport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/contacts/imports/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel an import of contacts
     * @description The lines that are being imported at this moment are finished and counted; no others are imported. Imported contacts stay. An import that was cancelled before is answered as it is; one that has ended otherwise is 409 JOB_ALREADY_TERMINAL.
     */
    post: operations['cancelContactImport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/contacts/imports/{id}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How an import of contacts differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getContactImportDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/contacts/imports/{id}/errors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The faulty lines of an import of contacts, in the order of the file
     * @description Lines are counted from 1, the names of the columns included; a cell over several lines counts as these. No message quotes a cell. `column` is null where a line as a whole is faulty.
     */
    get: operations['listContactImportErrors'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/contacts/imports/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of an import of contacts: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getContactImportHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/contacts/preview-message': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Show the message that a contact would get from a template
     * @description `{{first_name}}`, `{{last_name}}`, `{{display_name}}` and `{{username}}` become what is known of the contact when the message is sent; `{{first_name|there}}` has a fallback. Without one, an unknown name and the space before it are left out. Any other name in double braces is 400. POST /v1/contacts/preview-message shows a message before it is sent. Without `contactId` the message is for Ada Lovelace (ada). Nothing is sent or stored.
     */
    post: operations['previewMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events/catalogue': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Every event type: the JSON Schema and an example of each version, its source, and its personal fields
     * @description Schemas of earlier versions come from the released catalogue. A released event changes only by a new version.
     */
    get: operations['getEventCatalogue'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The stored events of the workspace in the order of the log, as lines of JSON or as Parquet. An answer that is cut off is incomplete
     * @description NDJSON, or Parquet with format=parquet. Personal fields are left out (personal=drop) or stay sealed (personal=sealed). An export that fails in the middle ends the connection without the last chunk. Unknown types and categories are 400.
     */
    get: operations['exportEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events/stream': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The events of the workspace as they happen, as server-sent events; resumed by Last-Event-ID or ?after=
     * @description Begins now; `after=start` begins with the first event, `after=POSITION` after one, Last-Event-ID resumes. Unknown types and categories are 400. Personal fields and the request's address are always left out. After 15 minutes the stream ends and is resumed by its last id, so that a revoked key does not listen on. A slow listener reads from the log at its own pace; one that reads nothing for a minute is disconnected. There may be 250 listeners per workspace and 1,000 per process, and a workspace gets one more only while it has fewer than are free; RATE_LIMITED beyond.
     */
    get: operations['streamEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/hashtag-sets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The hashtag sets of the workspace, the last changed first */
    get: operations['listHashtagSets'];
    put?: never;
    /**
     * Save hashtags under a name
     * @description A name is unique within the workspace, in any casing. Tags are stored without `#`, trimmed, in lower case and each once, in the order given.
     */
    post: operations['createHashtagSet'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/hashtag-sets/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One hashtag set */
    get: operations['getHashtagSet'];
    put?: never;
    post?: never;
    /**
     * Delete a hashtag set
     * @description Its name is free again.
     */
    delete: operations['deleteHashtagSet'];
    options?: never;
    head?: never;
    /**
     * Rename a hashtag set or replace its tags
     * @description `tags` replaces the whole list. What is left out stays as it is.
     */
    patch: operations['changeHashtagSet'];
    trace?: never;
  };
  '/v1/hashtag-sets/{id}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a hashtag set differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getHashtagSetDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/hashtag-sets/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a hashtag set: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getHashtagSetHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/comments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The comments of others on a workspace's posts, newest first
     * @description Newest first by the time of writing; of the same time the greater id comes first. `cursor` is the id of the last item; an id that is no comment of the workspace is 400. `since` compares `platformCreatedAt`, inclusively. An account of another workspace gives an empty list. Hidden comments appear with `hiddenOnly=true` only, and then alone. Comments arrive by the webhooks of the platforms, and by readings of the platforms at intervals.
     */
    get: operations['listInboxComments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/comments/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One comment
     * @description `parentCommentId` is the platform's own id, as in `platformCommentId`; it is null for an answer to the post or to one of its thread items. `postId` is null and `post` absent where the post was deleted. `account.avatarUrl` and `post.mediaUrl` are null where there is none. An edited comment has its new text. A comment that was deleted on its platform remains. Texts and names longer than 10,000 characters are cut; addresses longer than 2,048 are left out. A missing time of writing, or one in the future, is replaced by the time of receipt.
     */
    get: operations['getComment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/comments/{id}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a comment differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getCommentDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/comments/{id}/hide': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Hide a comment
     * @description Threads hides comments for applications, so there the comment is hidden on the platform first, nested replies included, and `platformSynced` is true. A platform that rejects it is 400 VALIDATION_ERROR and nothing changes. Elsewhere the comment is hidden in this service only. Doing it again gives the same answer and does not change `hiddenAt`.
     */
    post: operations['hideComment'];
    /**
     * Show a hidden comment again
     * @description Threads hides comments for applications, so there the comment is hidden on the platform first, nested replies included, and `platformSynced` is true. A platform that rejects it is 400 VALIDATION_ERROR and nothing changes. Elsewhere the comment is hidden in this service only. Doing it again gives the same answer and does not change `hiddenAt`.
     */
    delete: operations['unhideComment'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/comments/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a comment: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getCommentHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/comments/{id}/mark-replied': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Mark a comment as answered, in this service only: nothing is sent to its platform
     * @description Marking a comment again gives the same answer: `repliedAt` does not change.
     */
    post: operations['markCommentReplied'];
    /**
     * Mark a comment as not answered, in this service only: nothing is sent to its platform
     * @description Marking a comment again gives the same answer: `repliedAt` does not change.
     */
    delete: operations['markCommentUnreplied'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/comments/{id}/private-reply': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Answer a comment by a direct message to its author, on FACEBOOK or INSTAGRAM
     * @description The platform takes one private reply for each comment, within 7 days of it, whether or not the person ever wrote a message. It opens no 24-hour window: only an answer of the person does. The author becomes a contact, and the message is one of its `deliveries`. 400 VALIDATION_ERROR with `details.reason`: private_reply_used, private_reply_expired, suppressed, no_social_account, platform_not_supported, author_unknown (the platform names no author), or why the platform did not take it. A message whose answer was lost is looked up and never sent again: where the look cannot decide yet the answer is 503. A rate limit is 503.
     */
    post: operations['replyPrivatelyToComment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/comments/{id}/reply': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reply to a comment on its platform
     * @description Answers when the platform has answered. The intent is recorded before the call and the outcome after it: a reply whose answer was lost is looked up on the platform, and never sent again without a look. Where the look cannot decide the answer is 503, and until it is decided, an hour at most, a further reply is 409 CONFLICT. The text of the latest reply is not sent again: the answer is that reply. A text that the platform rejects, a platform without replies and a disconnected account are 400 VALIDATION_ERROR; a rate limit is 503.
     */
    post: operations['replyToComment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/comments/stats': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How many comments a workspace's inbox has
     * @description All counts include hidden comments. A day begins at midnight UTC.
     */
    get: operations['getCommentStats'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/mentions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The mentions of the accounts of a person's workspaces, newest first
     * @description Newest first by the time of writing. Mentions come from the webhooks of Facebook Pages and Instagram; other platforms give an empty list. Hidden mentions appear with `hiddenOnly=true` only, and then alone. `total` counts the mentions that the filters leave. The list holds the mentions of all workspaces of the person; `workspaceId` chooses one of these.
     */
    get: operations['listMentions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/mentions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One mention
     * @description Of any workspace of the person. `post` is the post of this service in which the account is mentioned.
     */
    get: operations['getMention'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/mentions/{id}/hide': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Hide a mention
     * @description In this service only: nothing is sent to the platform. Doing it again changes nothing.
     */
    post: operations['hideMention'];
    /**
     * Show a hidden mention again
     * @description In this service only: nothing is sent to the platform. Doing it again changes nothing.
     */
    delete: operations['unhideMention'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/mentions/{id}/read': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Mark a mention as read
     * @description Marking it again gives the same answer.
     */
    patch: operations['readMention'];
    trace?: never;
  };
  '/v1/inbox/mentions/stats': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How many mentions were not read
     * @description In all workspaces of the person. The count includes hidden mentions.
     */
    get: operations['getMentionStats'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/reviews': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The reviews of a workspace's locations, newest first
     * @description Newest first by the time of writing. Each call reads new reviews of the connected Google Business accounts first, at most once in five minutes for each account and node; a reading that fails or takes longer than five seconds does not hold the answer back. `total` counts the reviews that the filters leave.
     */
    get: operations['listReviews'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/reviews/{id}/read': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Mark a review as read
     * @description Marking it again gives the same answer.
     */
    patch: operations['readReview'];
    trace?: never;
  };
  '/v1/inbox/reviews/{id}/reply': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reply to a review on its platform
     * @description A review has one reply: a further one replaces it. The intent is recorded before the call and the outcome after it. A reply whose answer was lost is set once again, which the platform takes as the same. A reply that the platform rejects, and an account that has to be connected again, are 400 VALIDATION_ERROR.
     */
    post: operations['replyToReview'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/reviews/locations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The locations that have reviews
     * @description In the order of their paths, 1,000 at most.
     */
    get: operations['listReviewLocations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/reviews/stats': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How many reviews there are, were not read and have no reply */
    get: operations['getReviewStats'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/inbox/sync': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Fetch the comments on the latest posts of a workspace's accounts
     * @description Reads every connected account as POST /v1/accounts/:id/comments/sync does, the 100 latest accounts at most. The answer is 200 even where accounts failed: `errors` counts the posts that could not be read, or 1 for an account that cannot be read at all, and `message` has the reason.
     */
    post: operations['syncInbox'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The open invitations sent to me */
    get: operations['listMyInvitations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invitations/{token}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The invitation of a link */
    get: operations['getInvitation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invitations/{token}/accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Join the workspace of an invitation
     * @description Over the plan's limit of members it is 402 LIMIT_EXCEEDED. The link is the right to join: a person may sign in with another address than the invited one, as people have several. It opens once, for seven days, until it is withdrawn.
     */
    post: operations['acceptInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/media': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The files of the workspace, newest first */
    get: operations['listMedia'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/media/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One file
     * @description `thumbnailUrl` is a poster frame where the machine has a video tool, null otherwise; `/v1/ready` names it.
     */
    get: operations['getMedia'];
    put?: never;
    post?: never;
    /**
     * Delete a file
     * @description The file is 404 immediately. The bytes of a pending upload are removed when its address has expired.
     */
    delete: operations['deleteMedia'];
    options?: never;
    head?: never;
    /**
     * Describe a file for people who cannot see it
     * @description Posts that attach the file from now on are published with this text where the platform has alternative texts, unless they bring their own (`media[].altText`, or `altText` of platformMetadata for the first file). Posts that attached it before keep the text they had. null clears it.
     */
    patch: operations['describeMedia'];
    trace?: never;
  };
  '/v1/media/{id}/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start processing an uploaded file
     * @description Processing starts by itself when the bytes have arrived, and this request may be repeated. PENDING without bytes is 409 CONFLICT, FAILED is 409; PROCESSING and READY answer the file as it is.
     */
    post: operations['confirmMediaUpload'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/media/{id}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a file differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getMediaDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/media/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a file: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getMediaHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/media/{id}/refresh-presign': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get a new address for a pending upload
     * @description Gives a pending upload a new address, also after the earlier one expired. Bytes that arrive for a file in processing are discarded.
     */
    post: operations['refreshMediaUpload'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/media/{id}/validate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check a file against the rules of platforms
     * @description The verdict is part of the answer where the file is READY; otherwise it follows with READY. Until then `validationStatus` is pending. What is not known of a file is not checked: each platform has a warning for it in `validationResults`, and `validationStatus` is skipped instead of passed.
     */
    post: operations['validateMedia'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/media/{id}/validation-status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a file meets the rules of platforms
     * @description `pending` while a video is not ready or a verdict is awaited; `skipped` where no platforms were named, and where nothing is wrong with what is known of a file that was not measured.
     */
    get: operations['getMediaValidationStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/media/bulk-presign': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Get addresses to upload several videos to */
    post: operations['presignMediaInBulk'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/media/bulk-video-upload-urls': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get addresses to upload several long videos to, and have them validated
     * @description `fileSizeMb` is the upper limit of the file's size, rounded up to bytes.
     */
    post: operations['requestVideoUploadsInBulk'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/media/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Copy a file from a public address
     * @description The answer is 201 with the file, PENDING; `metadata.importStatus` is importing, completed or failed. `publicUrl` is empty until the type is known. Where the storage of the plan is full it is 402 LIMIT_EXCEEDED; an import that does not fit into what is left of it becomes FAILED.
     */
    post: operations['importMedia'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/media/register': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Use a file that is already public; it is not copied
     * @description The file is used from its own address and not copied. In test mode a small real sample is published in its place, so that nothing of a test workspace leaves the machine.
     */
    post: operations['registerMedia'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/media/upload': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get an address to upload a file to
     * @description `publicUrl` is the future address of the file; it answers when the file is READY. The upload address fixes type and length. An upload whose bytes never arrive stays PENDING; refreshMediaUpload renews an expired address. A file of another type of the same category is accepted with its real type; one of another category is FAILED with the reason in `error`. PNG and WebP with transparency or animation become JPEG: flattened on white, the first frame. A file larger than 5 GiB is 503 UPLOAD_UNAVAILABLE on S3; the embedded storage takes 10 GB. A file that does not fit into the storage of the plan is 402 LIMIT_EXCEEDED; getBillingUsage answers what is used.
     */
    post: operations['requestMediaUpload'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The personas of the workspace, the newest first
     * @description At most 500.
     */
    get: operations['listPersonas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One persona with the modules of its active version
     * @description The fields of the persona, and the persona as `persona`.
     */
    get: operations['getPersona'];
    put?: never;
    post?: never;
    /**
     * Delete a persona that no post refers to
     * @description A persona that posts refer to is 409 PERSONA_IN_USE with `details.linkedPostCount`; published posts count, deleted ones do not. A post that is created at the same moment may keep the id of the deleted persona: it is edited and published like any other. A default persona leaves the workspace without a default.
     */
    delete: operations['deletePersona'];
    options?: never;
    head?: never;
    /**
     * Change the profile of a persona
     * @description What is left out stays as it is. The first of `platforms` becomes primary where `primaryPlatform` is left out. The primary platform is always one of the platforms. `avatarUrl` is HTTPS on a known content delivery network or object store, or the address of POST /v1/uploads/avatar-url.
     */
    patch: operations['changePersona'];
    trace?: never;
  };
  '/v1/personas/{id}/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The accounts that are linked to a persona */
    get: operations['listPersonaAccounts'];
    put?: never;
    /**
     * Link an account to a persona
     * @description An account can be linked to several personas, a persona to at most 100 accounts.
     */
    post: operations['linkPersonaAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas/{id}/accounts/{accountId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Unlink an account from a persona
     * @description An account that is not linked changes nothing.
     */
    delete: operations['unlinkPersonaAccount'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas/{id}/arcs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The storylines of a persona, in the order in which they were added */
    get: operations['listPersonaArcs'];
    put?: never;
    /**
     * Add a storyline to a persona
     * @description An arc is a storyline that posts follow for a while: planned (the default), active or completed. Active arcs are part of the assembled prompts. A persona has at most 100.
     */
    post: operations['addPersonaArc'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas/{id}/arcs/{arcId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Delete a storyline of a persona */
    delete: operations['deletePersonaArc'];
    options?: never;
    head?: never;
    /**
     * Change a storyline of a persona
     * @description What is left out stays as it is.
     */
    patch: operations['changePersonaArc'];
    trace?: never;
  };
  '/v1/personas/{id}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a persona differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getPersonaDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas/{id}/duplicate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Copy a persona
     * @description The copy is named `Copy of` and the name, cut to 200 characters. It has the profile, the modules and the memory of the persona, and no linked accounts or arcs. It needs the brand voice feature, like the wizard.
     */
    post: operations['duplicatePersona'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas/{id}/evolution': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a persona has learned, the oldest first, and the state of its evolution */
    get: operations['getPersonaEvolution'];
    put?: never;
    /**
     * Let a persona learn something
     * @description `summary` is what the persona remembers; it keeps the 20 newest memories. `modules` maps module types to new data and begins a new version. It needs the persona evolution feature (pro or higher). A persona whose evolution is switched off is 409 CONFLICT.
     */
    post: operations['evolvePersona'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas/{id}/evolution/state': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The state of the evolution of a persona */
    get: operations['getPersonaEvolutionState'];
    /**
     * Switch the evolution of a persona on or off
     * @description It is on from the start. It needs the persona evolution feature (pro or higher).
     */
    put: operations['switchPersonaEvolution'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas/{id}/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A persona as a .svcpersona.json file
     * @description For POST /v1/personas/import of any workspace: the profile, the modules of the active version and, unless `includeMemory` is false, what the persona remembers. Ids, linked accounts and the picture stay behind.
     */
    get: operations['exportPersona'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a persona: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getPersonaHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas/{id}/modules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The modules of the active version; none without one */
    get: operations['listPersonaModules'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas/{id}/modules/{moduleType}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Set one module of a persona
     * @description A change begins a new version, which has the other modules too and is active. `updated` is true, also where the module was the same before. Another type is 400 UNKNOWN_MODULE_TYPE.
     */
    put: operations['putPersonaModule'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas/{id}/runtime/assemble': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The prompts of a persona for POST /v1/ai/generate-post-content
     * @description `generationType` is POST_GENERATION by default, and one of the five tasks that have instructions; another name is 400 VALIDATION_ERROR. The prompts hold the modules that concern the task, active arcs and what the persona remembers. A persona without modules is 400 PERSONA_INCOMPLETE. Nothing is stored and no credits are used.
     */
    post: operations['assemblePersona'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas/{id}/set-default': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Make a persona the default of the workspace
     * @description Another default is none any more. A workspace has at most one default, also when requests race.
     */
    patch: operations['setDefaultPersona'];
    trace?: never;
  };
  '/v1/personas/{id}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The versions of a persona, the active one first
     * @description A version begins with each change of modules. The last 50; the history has all of them.
     */
    get: operations['listPersonaVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas/default': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The default persona of the workspace, or null
     * @description The fields of the persona, and the persona as `persona`; where there is none, only `persona: null`.
     */
    get: operations['getDefaultPersona'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a persona from an exported file
     * @description The body is the file of GET /v1/personas/:id/export. More than 50 modules or 20 memories are 400 VALIDATION_ERROR. Of several modules of one type the last is taken. It needs the brand voice feature, like the wizard.
     */
    post: operations['importPersona'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/personas/wizard': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a persona
     * @description It needs the brand voice feature (pro or higher). `modules` maps module types to their data; with at least one the persona has an active version. Each change of modules begins a new version. `primaryPlatform` is x by default. The data of a module have at most 60,000 bytes as JSON, all modules together 200,000.
     */
    post: operations['createPersona'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/platforms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The fifteen platforms and their limits */
    get: operations['listPlatforms'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The posts of the workspace, newest first; within a range of time the latest first
     * @description `posts` and `data` are the same array; `pagination` has `cursor` and `hasMore`, which are also at the top as `nextCursor` and `hasMore`. Newest first; within `from` and `to` by time, latest first.
     */
    get: operations['listPosts'];
    put?: never;
    /**
     * Create a post as a draft, or schedule it
     * @description `media` is a synonym of `mediaIds`, `overrides` of `platformOverrides`; both given and different is 400. `platforms` narrows `accountIds` to those platforms; each must have an account among them. A draft is stored whatever the platforms' rules say, with errors and warnings in `validation`. A post that is to be scheduled or published is refused by errors (400 VALIDATION_ERROR): `details.platforms` as in validatePost, `details.field` the first field to change by the name that was sent, `platformOverrides.TWITTER.content` for example. An account that is revoked, expired or disconnected warns in `validation` with ACCOUNT_DISCONNECTED, because it may be connected again in time; a field for a platform that no account is on warns with PLATFORM_NOT_ON_POST. `queue: true` takes the next free slot. Item 1 of `threadItems` is the root; `content` of the post is used where it has none. A first comment on a platform without first comments is a warning and is not sent. A scheduled post is refused as a duplicate (409 CONFLICT, `details.reason` duplicate) where another one that waits puts the same on one of its accounts at the same time. What goes out there decides: text (override or thread included), files, thread and the platform's metadata, without the first comment. A post that was cancelled, moved or edited does not count. Unknown platforms and fields of `platformMetadata` and `platformOverrides` are refused by name. Platforms and their fields match in any casing: two spellings of one are merged, the later wins. Other unknown fields are ignored, and named in `warnings`. A workspace with `require_approval` and `approve_content` or `approve_schedule` refuses `scheduledFor` and `queue` with 409 CONFLICT, `details.reason` approval_required: save the post with its time as a draft (`saveAsDraft`), and its approval schedules it. A destination on a platform outside `allowedPlatforms` of the workspace is 403 PLATFORM_RESTRICTED.
     */
    post: operations['createPost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One post
     * @description A destination with an unknown outcome is `failed` with the error code OUTCOME_UNKNOWN and a message with the next step. With autoArchiveDays a post becomes archived that many times 24 hours after its first copy went live. Posts beyond the limit of a changed plan are PAYMENT_PAUSED, those due last first, for 30 days. They resume, soonest first, when the plan has room: after an upgrade, or when a scheduled post goes out, is cancelled or is deleted. Those whose time has passed are then published immediately. A post that falls due while the workspace has more scheduled than its plan allows is paused too.
     */
    get: operations['getPost'];
    put?: never;
    post?: never;
    /**
     * Delete a post that is not published and of which nothing is being sent
     * @description A post that is publishing is 409, except while each of its open destinations waits for a later time: for a retry of its own or a requested one, or for the posting ceiling of its platform. Those are not sent any more. A partial post whose copies are being removed is 409 until the removal has ended. A pending first comment ends as failed.
     */
    delete: operations['deletePost'];
    options?: never;
    head?: never;
    /**
     * Edit a draft or scheduled post; only the fields sent change
     * @description Sending `scheduledFor` schedules a draft, also one with a time from saveAsDraft; `null` removes the time. `overrides` and `platformMetadata` are merged, by platform and by field; `null` inside removes the field or the platform, `null` for the whole removes all. `media`, `threadItems` and `metadata` are replaced; `null` removes them. `validation` warns as in createPost. `updatedAt` grows with every visible change, by at least a millisecond; it is the version token. With `saveAsDraft` a draft gets the time without being scheduled. A change of an approved scheduled post, of its content, media, destinations or time, voids the approval: the post is a draft with its time, and `approval.changed` names what was changed. A workspace that requires approval refuses to schedule an unapproved post with 409 CONFLICT, `details.reason` approval_required.
     */
    patch: operations['updatePost'];
    trace?: never;
  };
  '/v1/posts/{id}/approval-history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The steps, publish results and status changes of a post, oldest first
     * @description Each entry is an event of the post with its `kind`: step (approvals that began, and decisions), publish_result or status_change. Also after the post was deleted.
     */
    get: operations['getApprovalHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/{id}/approval-status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How far the approval of a post is
     * @description `pending` while a step waits. `currentStep` is the required step that waits, or an optional one where there is no required one. `approvers` are those who approved so far. Of a post without an approval `approval` and `currentStep` are null.
     */
    get: operations['getApprovalStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/{id}/approve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approve the current step
     * @description Only approvers of the current step may, of any role, who are members still; where none of them is a member any more, the owner. A key needs `canApprove`, and acts as the person who made it. Of two approvers at once the first decides the step; `stepOrder` and `version` keep the other from deciding what they did not see. In a workspace with `separate_duties` the people who wrote or edited the post, or put it up, do not decide about it; where only they are approvers, the owner does. An optional step may be decided until a later required one is; it is never waited for. The last approval makes the post scheduled where it has a time, and approved where it has none. Scheduling may be refused as by createPost: 402 LIMIT_EXCEEDED, 409 CONFLICT for a duplicate; then the step waits on.
     */
    post: operations['approvePost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a post of which nothing is being sent
     * @description A publishing post is cancelled too while each of its open destinations waits for a later time (`nextAttemptAt`): for a retry of its own or a requested one, or for the posting ceiling of its platform. They end as failed with PUBLISH_ERROR. Where a copy is live the post becomes `partial`, otherwise `cancelled`, and post.failed or post.published tell the end of the run. While something is being sent it is 409. A cancelled post is 409 for another request. The same Idempotency-Key gets the same answer.
     */
    post: operations['cancelPost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/{id}/comments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The comments of others on a post, newest first
     * @description Newest first by the time of writing; of the same time the greater id comes first. `cursor` is the id of the last item; an id that is no comment of the workspace is 400. `since` compares `platformCreatedAt`, inclusively. `hiddenOnly` is accepted and ignored.
     */
    get: operations['listPostComments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/{id}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a post differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getPostDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a post: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getPostHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/{id}/platforms/{postPlatformId}/fix': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the media of a failed destination and send it again immediately
     * @description Resets the retries, replaces the media for this destination and queues it immediately. The new media are not what was approved: a workspace that requires approval answers 409 CONFLICT, others void the approval. A file that the platform does not take, or that its source refuses, is 400. The destination shows its new `media`.
     */
    post: operations['fixDestination'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/{id}/platforms/{postPlatformId}/resolve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resolve a destination whose outcome could not be determined
     * @description Ends an OUTCOME_UNKNOWN: `{outcome: "published", platformPostId, platformPostUrl?}` or `{outcome: "not_published"}`. Until then a retry of the destination is 409.
     */
    post: operations['resolveDestination'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/{id}/publish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Publish now; with sync=true the answer waits for the outcome
     * @description With sync=true the answer waits `timeout` seconds (1 to 120, 30 by default) for the end; then it is 202 with the post as it is. A failed or partial post may be published again: it queues what is neither published nor exhausted nor of unknown outcome, and is 409 where nothing is left. It starts at once and is not counted as a retry: the backoff and the limit of three are those of POST retry and of retries by the service. X-Callback-Url makes the end of the run owe one signed delivery, on the webhook ladder: the post.published or post.failed that a webhook gets, in the same envelope. A repeat with the same Idempotency-Key gets the first answer, also a 202 with the post as it was then; GET /v1/posts/:id shows its end. While a destination is sent or retried its status is `pending` with `nextAttemptAt`, `retryCount` and, while the service retries by itself, the last `error`. Destinations of a disconnected account are skipped. A workspace with `require_approval` and `approve_content` publishes approved posts only (409 CONFLICT, `details.reason` approval_required); with `approve_schedule` a post that is approved for a later time too. A scheduled post that is due there and not approved becomes a draft again, with its time; so does one whose account has selected another page, organization or location since its approval began. The settings act on plans with approvals, pro and agency.
     */
    post: operations['publishPost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/{id}/reject': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reject the current step; the post is a draft again
     * @description Only approvers of the current step may, of any role, who are members still; where none of them is a member any more, the owner. A key needs `canApprove`, and acts as the person who made it. Of two approvers at once the first decides the step; `stepOrder` and `version` keep the other from deciding what they did not see. In a workspace with `separate_duties` the people who wrote or edited the post, or put it up, do not decide about it; where only they are approvers, the owner does.
     */
    post: operations['rejectPost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/{id}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Queue the failed destinations again, 2, 4 and 8 minutes from now
     * @description The n-th retry of a destination is sent 2, 4 and 8 minutes after the request for it. After three retries it is exhausted and a further one is 409 until fixDestination. The post is `publishing` until every queued destination has ended. A definite error is never retried automatically. A failure that certainly stored nothing (a rate limit, a refused connection) is retried by the service with the same delays and counts towards the same three; a longer Retry-After of the platform is obeyed, up to a day. A destination with OUTCOME_UNKNOWN is 409 until resolveDestination.
     */
    post: operations['retryPost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/{id}/start-approval': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Put a draft up for approval
     * @description The approval is bound to the content, media, destinations and time of the post, and to the version of the workflow as it is now; later versions do not change it. It is bound to the page, organization or location too that each account has selected: a post is not published on another one. A post that breaks a rule of a platform is refused as by publishPost. A post with a time from saveAsDraft is scheduled by the last approval, also where that time has passed: then it is published immediately. While it is being approved a post cannot be edited; it can be deleted, or withdrawn by withdrawApproval, which ends the approval. A post that is being approved is 409 ALREADY_IN_APPROVAL, any other that is no draft 409 CONFLICT.
     */
    post: operations['startApproval'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/{id}/unpublish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Remove every copy of a published post from its platforms
     * @description Takes posts that are published, partial or archived. `results` is keyed by platform constant, as requests name platforms, and `unsupported_platforms` lists such keys. Copies of several accounts of one platform are one result with their counts added up; `platforms[].status` of the post tells each account. A copy whose platform has no delete is manual_removal_required, and its platform is in `unsupported_platforms`: TIKTOK, WHATSAPP, INSTAGRAM connected by direct login. TELEGRAM deletes for 48 hours; after that it is delete_not_confirmed. After a rate limit the remaining copies wait for the publishing retry delay or for the platform's own Retry-After, whichever is longer: `platforms[].removal` has it and `note` names the next try. After three waits the copies are reported with their reason. A copy that still exists after a lost answer is deleted again before delete_not_confirmed is answered.
     */
    post: operations['unpublishPost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/{id}/withdraw-approval': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Withdraw the approval under way; the post is a draft again
     * @description Possible on every plan, also after the plan that has approvals ended. The post keeps its text and its time, and can be edited and put up again. A post that is not being approved is 409 NO_PENDING_STEP.
     */
    post: operations['withdrawApproval'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/bulk': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create up to fifty posts, or try them with dryRun
     * @description The posts are created in the order sent, each with its own result. The answer is 200 also where every post failed: `summary` counts them. A post that duplicates an earlier one of the request is refused like one that duplicates a stored post. A dry run writes nothing and refuses what creating refuses: duplicates, stored or inside the request, and more scheduled posts than the plan has places for. It also fails a draft that breaks a platform's rule, which creating stores with the errors in `validation`.
     */
    post: operations['bulkCreatePosts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/posts/validate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check content against the rules of each platform
     * @description The reference's limits decide. Text is counted in UTF-16 code units, on TWITTER by X's weights, on BLUESKY in graphemes and 3,000 bytes, on MASTODON in graphemes with URLs as 23. A megabyte is 1,048,576 bytes, on BLUESKY 1,000,000. Required metadata that is missing (the privacy level of TIKTOK, the recipientPhone of WHATSAPP) is a warning here and an error on creation. Hard maxima are the errors TOO_MANY_HASHTAGS and TOO_MANY_MENTIONS; recommended counts warn. NO_HASHTAGS warns where at least one is recommended, and on INSTAGRAM and YOUTUBE; a hashtag in the first comment counts. Media of unknown duration or size are not checked and warn with MEDIA_NOT_MEASURED. A GIF counts as animated unless it was measured as still. The aspect ratio holds for images, within one pixel. A missing title warns with TITLE_FROM_TEXT, a missing recipientPhone with RECIPIENT_REQUIRED, free text to WhatsApp with WHATSAPP_WINDOW. Accounts are not looked at: the `validation` of createPost and updatePost warns of a lost connection with ACCOUNT_DISCONNECTED.
     */
    post: operations['validatePost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/queues': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The weekly slots of the workspace's queue; by default weekdays at 09:00, 12:00 and 17:00 UTC
     * @description By default weekdays at 09:00, 12:00 and 17:00 in UTC. A workspace has no timezone setting; the queue has one. The slots are in the order of the week, which begins on `week_start_day` of the workspace.
     */
    get: operations['getQueue'];
    /**
     * Replace the weekly slots of the workspace's queue; posts that are scheduled keep their times
     * @description `{timezone, slots: [{day, time}]}`: day 0 is Sunday, time is HH:MM, at most 168 slots, stored in the order of the week, which begins on `week_start_day` of the workspace, and each once. Posts that are scheduled keep their times. A slot in an hour that the clocks skip moves by as much (02:30 becomes 03:30); of an hour that comes twice the first is used.
     */
    put: operations['setQueue'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/queues/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How the queue differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getQueueDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/queues/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of the queue: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getQueueHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reports/csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A report on posts and accounts over a range of days, as CSV
     * @description Totals with the change against as many days before, charts by day, platforms, up to 100 accounts and the ten posts with most engagements: the numbers of GET /v1/analytics/aggregate. Days are in UTC; at most 366, by default the last 30. A workspace without posts gets an empty report. The PDF shows texts in the alphabets of Europe and the Caucasus, in Arabic and Hebrew from right to left, and in Chinese, Japanese and Korean. A letter of another script is a box in it, and emoji are left out. CSV and XLSX have texts as they are. Beside a post, the PDF shows the first image, or the poster of the first video, that this service stores; one that cannot be read in time is left out. Keys need analytics:read.
     */
    get: operations['exportReportAsCsv'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reports/pdf': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A report on posts and accounts over a range of days, as PDF
     * @description Totals with the change against as many days before, charts by day, platforms, up to 100 accounts and the ten posts with most engagements: the numbers of GET /v1/analytics/aggregate. Days are in UTC; at most 366, by default the last 30. A workspace without posts gets an empty report. The PDF shows texts in the alphabets of Europe and the Caucasus, in Arabic and Hebrew from right to left, and in Chinese, Japanese and Korean. A letter of another script is a box in it, and emoji are left out. CSV and XLSX have texts as they are. Beside a post, the PDF shows the first image, or the poster of the first video, that this service stores; one that cannot be read in time is left out. Keys need analytics:read.
     */
    get: operations['exportReportAsPdf'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reports/xlsx': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A report on posts and accounts over a range of days, as XLSX
     * @description Totals with the change against as many days before, charts by day, platforms, up to 100 accounts and the ten posts with most engagements: the numbers of GET /v1/analytics/aggregate. Days are in UTC; at most 366, by default the last 30. A workspace without posts gets an empty report. The PDF shows texts in the alphabets of Europe and the Caucasus, in Arabic and Hebrew from right to left, and in Chinese, Japanese and Korean. A letter of another script is a box in it, and emoji are left out. CSV and XLSX have texts as they are. Beside a post, the PDF shows the first image, or the poster of the first video, that this service stores; one that cannot be read in time is left out. Keys need analytics:read.
     */
    get: operations['exportReportAsXlsx'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What test mode offers
     * @description The feeds are pages for a browser, at the origin of the API: what was posted on each simulated platform, with its media, its replies beneath it and deleted objects struck through.
     */
    get: operations['getSandbox'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A new account on a simulated platform, connected in the caller's workspace
     * @description It counts against the plan's limit of accounts; the accounts that a test workspace begins with do not.
     */
    post: operations['createSandboxAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/ai': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * How the next AI calls of the workspace end
     * @description `ok` answers, `error` answers 500, `slow` answers after five seconds of real time. It replaces what was set before. After `times` calls, 1 by default, the provider answers again. Each text and each image is a call.
     */
    post: operations['setSandboxAi'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/clock': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The time in test workspaces */
    get: operations['getSandboxClock'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/clock/advance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Advance the test clock; answers once every timer that became due has been picked up
     * @description Containers of the simulated platforms are ready within 2 seconds of this clock unless a fault says otherwise. The clock can be ten years ahead of real time at most; further is a VALIDATION_ERROR. `due` is the number of timers that became due. A timer is picked up when its action runs; while a long backlog fills the queues, a timer that waits in a full queue counts as picked up after a second. Sessions, rate limits, retries after faults of the service itself and the signatures of a real bucket's upload addresses follow real time.
     */
    post: operations['advanceSandboxClock'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/contacts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make contacts who have written to an account before
     * @description They wrote at this moment of the test clock, so a contact of FACEBOOK or INSTAGRAM can be messaged for 24 hours. The answer comes once lists and audiences contain them.
     */
    post: operations['createSandboxContacts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/credits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set the AI credit balance of the workspace's owner
     * @description Afterwards exactly `balance` credits are left. Credits that were reserved for running work are withdrawn first, so a bulk generation job that runs meanwhile is paused.
     */
    post: operations['setSandboxCredits'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/deliveries/{deliveryId}/read': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A recipient reads a broadcast's message
     * @description The delivery becomes READ. A second receipt changes nothing. A message that was not delivered cannot be read: 409 CONFLICT.
     */
    post: operations['readSandboxDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/emails': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The mails that this workspace has caused, newest first; none is really sent
     * @description Waits up to five seconds until the due mails have been handed over.
     */
    get: operations['listSandboxEmails'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/faults': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a simulated platform fail in its own way
     * @description Every fault can be simulated on every platform; where a platform has no native answer its server error is simulated. A simulated rate limit names a wait of one minute. `container_failed` changes nothing on platforms without containers.
     */
    post: operations['createSandboxFault'];
    /** Let the simulated platforms work again for this workspace */
    delete: operations['clearSandboxFaults'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/inbox/comments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A person comments on a live post
     * @description Facebook, Instagram and Threads report it to the service by a webhook, before this answer. The comments of other platforms are found by the next reading.
     */
    post: operations['receiveSandboxComment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/inbox/mentions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A person mentions an account */
    post: operations['receiveSandboxMention'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/inbox/messages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A person writes a direct message to an account
     * @description Creates or updates the contact. A message such as STOP suppresses it at once. A platform whose account the service subscribed to reports the message by a webhook, before this answer; where the subscription is missing, nothing comes in. `incoming` of the account shows which.
     */
    post: operations['receiveSandboxMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/inbox/reviews': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A person reviews a location
     * @description A review of an unknown location gives that location to the person. `locationPath` is `accounts/<account>/locations/<location>`, or `locations/<location>` for a location of the account itself, which is shown by its full name.
     */
    post: operations['receiveSandboxReview'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A new person, member of the caller's workspace
     * @description A session needs the role OWNER or ADMIN: a new member may have any role but OWNER.
     */
    post: operations['createSandboxMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Set the insights that a simulated platform answers for a post */
    post: operations['setSandboxMetrics'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/payments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Decide how the next payment calls of the workspace end
     * @description Holds for every call that changes a subscription or charges, a cancellation too, until it is set again. It is that of the owner, so it holds for all of their workspaces.
     */
    post: operations['setSandboxPayments'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/platforms/{platform}/objects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What a simulated platform holds of this workspace, oldest first
     * @description Lists objects that accounts created through the API, not what others wrote to them: only the former have a native request.
     */
    get: operations['listSandboxObjects'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Set the workspace's API requests counted in the current period */
    post: operations['setSandboxUsage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/workspaces': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A new test workspace with a new owner and, by default, an account on every platform */
    post: operations['createSandboxWorkspace'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sequences': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The sequences of the workspace without the archived ones, the newest first */
    get: operations['listSequences'];
    put?: never;
    /**
     * Create a sequence of messages, as a draft
     * @description `enrollmentRules` enroll contacts by themselves: one who is created or whose tags change while the sequence is ACTIVE, and who has all `tags` on one of `platforms`, is enrolled, once and unless suppressed. Contacts who matched before, and those who left the sequence, are enrolled by request. Other rules are 400 VALIDATION_ERROR. The answer holds the fields both at its top and under `sequence`.
     */
    post: operations['createSequence'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sequences/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One sequence, with the number of its enrollments by status
     * @description Also an archived one.
     */
    get: operations['getSequence'];
    put?: never;
    post?: never;
    /**
     * Archive a sequence
     * @description It is no longer listed, sends nothing and takes no enrollments, until PATCH gives it another status.
     */
    delete: operations['archiveSequence'];
    options?: never;
    head?: never;
    /**
     * Change the name, the status or exitOnReply of a sequence
     * @description Any status can follow any other. Messages are sent while it is ACTIVE. Contacts whose step is due otherwise wait, and get it when the sequence is ACTIVE again. Below the plan of sequences they wait as well, and go on when the plan has them again; `waitingFor` of an enrollment says which.
     */
    patch: operations['changeSequence'];
    trace?: never;
  };
  '/v1/sequences/{id}/enrollments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The contacts in a sequence, the last enrolled first */
    get: operations['listSequenceEnrollments'];
    put?: never;
    /**
     * Enroll a contact in a sequence
     * @description In a sequence that is not ACTIVE the contact waits for it. A contact who is in the sequence already is 409 CONFLICT; after the end it can be enrolled again, under the same id. An archived sequence, a suppressed contact, another `platform` than that of the contact and a platform without messages are 400 VALIDATION_ERROR.
     */
    post: operations['enrollContact'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sequences/{id}/enrollments/{enrollId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Take a contact out of a sequence
     * @description An enrollment that has ended stays as it ended.
     */
    delete: operations['exitEnrollment'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sequences/{id}/steps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The steps of a sequence, in their order */
    get: operations['listSequenceSteps'];
    put?: never;
    /**
     * Add a step to a sequence
     * @description `{{first_name}}`, `{{last_name}}`, `{{display_name}}` and `{{username}}` become what is known of the contact when the message is sent; `{{first_name|there}}` has a fallback. Without one, an unknown name and the space before it are left out. Any other name in double braces is 400. POST /v1/contacts/preview-message shows a message before it is sent. The step comes at the end, or at `stepOrder`, where the steps behind it move back. A contact goes on behind the step that it got last, wherever that one is now: a step that is added before it is not sent to them, and none is sent twice. At most 100 steps.
     */
    post: operations['addSequenceStep'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sequences/{id}/steps/{stepId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a step from a sequence
     * @description The steps behind it move up. A contact who got it goes on behind the last of its other steps that is left; one who waited for it gets the next step at the same time.
     */
    delete: operations['removeSequenceStep'];
    options?: never;
    head?: never;
    /**
     * Change the message, the delay or the place of a step
     * @description A changed message goes to all who have not got the step. A changed delay counts for contacts whose wait for the step begins afterwards.
     */
    patch: operations['changeSequenceStep'];
    trace?: never;
  };
  '/v1/settings/notifications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What I want to be notified of
     * @description Of the person of the session, or of the person who made the wildcard key. `isDefault` is true until preferences were saved for the first time.
     */
    get: operations['getNotificationPreferences'];
    /**
     * Change what I want to be notified of
     * @description What is left out stays as it is. `pushEnabled` is ignored and always false. `postPublished` and `postFailed` mail the person who created the post, or the owner of the workspace where that person is unknown or has left. `webhookFailed` mails the owner. `weeklyDigest`, `analyticsReport` and the reminders of dormant accounts are one mail for each of my workspaces, at 09:00 in `timezone`; each carries a link that ends mails of its kind. `emailEnabled` ends them all, except invitations, which another person sends to an address. `dormantWatchedAccountIds` takes accounts of my workspaces.
     */
    put: operations['saveNotificationPreferences'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/settings/notifications/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How what I want to be notified of differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getNotificationPreferencesDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/settings/notifications/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of what I want to be notified of: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getNotificationPreferencesHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscription/ai-addon': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add, change or remove the AI add-on
     * @description Applies at once. A smaller tier takes its unused credits of the month along, and what was paid for the rest of the period is credited to the next invoice; where its credits of the month were used, only the months after it are. Without a plan, tier null ends the subscription: with the paid period. While a change is pending, another tier is 409 CONFLICT: withdraw the change first. A refused payment is 422 with the provider's text. The tier that applies already is answered with success.
     */
    post: operations['changeAiAddOn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscription/ai-usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * AI credits of the current month
     * @description subscribed is whether the owner has the AI add-on. The credits are those of the plan and of the add-on together. They come each month, also where the plan is paid by the year: billing_period_start and billing_period_end are that month. While a payment is due the credits of the plan are held back. migration proposes a higher add-on to an owner who has used 90 per cent of the credits, and is null otherwise.
     */
    get: operations['getAiUsage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscription/cancel-pending': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Withdraw a pending downgrade or cancellation
     * @description Without a pending change it is answered with success and changes nothing.
     */
    post: operations['cancelPendingChange'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscription/change-plan': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change the plan or the billing period
     * @description A higher plan applies at once and charges the prorated difference. A lower plan, or a month instead of a year, applies at the end of the paid period; until then it is in GET /v1/subscription/pending-changes. The plan holds for every workspace of the owner. Without billingPeriod it stays as it is. The terms that apply already are 400, unless they withdraw a pending change. A refused payment is 400 with the provider's text. Session callers must be owner or administrator.
     */
    post: operations['changeSubscriptionPlan'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscription/downgrade-designations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Choose the accounts to keep on a lower plan
     * @description accountIds (or keepAccountIds) are accounts of workspaces of the owner, the most important first; an empty list takes the choice back. Five days after a downgrade the accounts beyond the plan are paused, those that were not chosen first, then the newest. Nothing is deleted; a higher plan lets them publish again.
     */
    put: operations['designateAccounts'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscription/downgrade-readiness': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What a lower plan would not allow any more
     * @description Advice: nothing is changed. Accounts and posts are those of the workspace of the owner that has most. For ai_credits and monthly_posts `current` is what the current plan allows. `excess` is what `current` is beyond `allowed`; of unlimited posts, what this month had beyond it. -1 is unlimited. effectiveDate is that of a pending change, or the end of the paid period.
     */
    get: operations['getDowngradeReadiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscription/pending-changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What changes at the end of the paid period */
    get: operations['getPendingChanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscription/preview-change': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What a change of the plan would charge, and when it would apply
     * @description Changes nothing. A higher plan, or the same one paid by the year, applies at once and charges the prorated difference. A lower one applies at the end of the paid period and charges nothing now.
     */
    post: operations['previewSubscriptionChange'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscription/update': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change plan, billing period and AI add-on together
     * @description One call to the payment provider: all of it happens, or nothing. Fields that are left out stay as they are. With a lower plan everything waits for the end of the paid period. A higher plan together with a smaller add-on whose credits of the month were used is 409 CONFLICT: the add-on then needs a call of its own.
     */
    post: operations['updateSubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/uploads/avatar-url': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get an address to upload an avatar or logo to
     * @description `contentType` is an image type, PNG by default; `sizeBytes` is at most 5 MB. `publicUrl` and `avatarUrl` are the same address. The address takes no other size than `sizeBytes`, and without it no more than 5 MB; S3 can limit no upload of an unknown size, so there `sizeBytes` is required.
     */
    post: operations['requestAvatarUpload'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The signed-in person */
    get: operations['getMe'];
    put?: never;
    post?: never;
    /**
     * Delete my account and everything it knows of me
     * @description A person who owns workspaces is 409 SOLE_WORKSPACE_OWNER. With deleteWorkspaces=true, workspaces without other members are deleted too. In the workspaces that remain, the API keys that I made are revoked.
     */
    delete: operations['deleteMe'];
    options?: never;
    head?: never;
    /** Change my name or picture */
    patch: operations['changeMe'];
    trace?: never;
  };
  '/v1/users/me/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How who I am differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getMyDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/me/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All personal data that the service has of me, as a file
     * @description Profile with its history and the web analytics client id, sign-ins by password with their addresses, preferences, subscription with its payments, AI credits, API keys without their secrets, invitations, posts and calendar posts that I made, what I wrote on approvals, as replies and as messages, and my requests with their addresses. A list has the newest 5000 entries; `written` and `actions` have 1000. Of workspaces that I left it has nothing.
     */
    get: operations['exportMe'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/me/ga4-client-id': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Link me to a web analytics client id */
    post: operations['setAnalyticsClientId'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/me/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of who I am: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getMyHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/me/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change my password
     * @description The new one has 10 to 128 characters, is hard to guess, and is in no list of leaked passwords. All other sessions end. The current password is counted like a sign-in: too many wrong ones are 429 RATE_LIMITED. Where people sign in with an external identity provider alone it is 404 NOT_FOUND.
     */
    put: operations['changePassword'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/me/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where I am signed in with my password, the latest first
     * @description Sessions of an external identity provider are not known here.
     */
    get: operations['listMySessions'];
    put?: never;
    post?: never;
    /** End all my sessions but this one */
    delete: operations['endOtherSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/me/sessions/{sessionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End one of my sessions
     * @description Its tokens open nothing from then on, on this node at once, on others within five seconds. `current` is the session of the request. Sessions of an external identity provider end there.
     */
    delete: operations['endSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/me/subscription': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The subscription that I pay for myself
     * @description It stays with the person who pays when a workspace is handed over: workspaces are those that have its plan now. Where there are none it ends with the paid period, unless it is resumed or a workspace is founded before. GET /v1/billing/current is what the owner of the workspace pays for instead.
     */
    get: operations['getMySubscription'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/me/subscription/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End my own subscription with the paid period
     * @description For the person who pays, also after they handed their workspaces over. POST /v1/billing/cancel ends the subscription of the owner of the workspace instead. A second call answers the first date.
     */
    post: operations['cancelMySubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/me/subscription/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Keep my own subscription that was to end
     * @description Possible until the paid period ends. Without a cancellation it changes nothing.
     */
    post: operations['resumeMySubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/me/workspaces': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** My workspaces with their contents */
    get: operations['listMyWorkspaces'];
    put?: never;
    /**
     * Create a workspace of my own
     * @description A person owns at most 3 workspaces on every plan. A further workspace gets the highest plan among those its owner has.
     */
    post: operations['createMyWorkspace'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The workspace's webhook endpoints */
    get: operations['listWebhooks'];
    put?: never;
    /**
     * Register a webhook endpoint
     * @description A literal target that is not a public HTTPS address is 400; the addresses of a name are checked at each delivery. A workspace may have 100 endpoints. Creating needs the plan pro; changing, deleting and testing do not. Ten failures in a row disable an endpoint; the owners are mailed at five and at ten, unless they switched webhookFailed off.
     */
    post: operations['createWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A webhook endpoint */
    get: operations['getWebhook'];
    put?: never;
    post?: never;
    /**
     * Remove a webhook endpoint; its pending deliveries are abandoned
     * @description Pending retries end as FAILED with the reason in `error` when they are due.
     */
    delete: operations['deleteWebhook'];
    options?: never;
    head?: never;
    /**
     * Change a webhook endpoint, or switch it on or off
     * @description Retries of a disabled endpoint end as FAILED with the reason in `error` when they are due; redeliver and replay send them afterwards.
     */
    patch: operations['updateWebhook'];
    trace?: never;
  };
  '/v1/webhooks/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The deliveries to an endpoint, newest first
     * @description `status` takes any casing. `from` and `to` compare the time at which the delivery was created.
     */
    get: operations['listWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/deliveries/{deliveryId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A delivery, by its own id or by the X-Service-Delivery-Id of any of its attempts
     * @description `attempts` has every attempt. Each has an id of its own; all ids of one delivery open this record, and the first attempt's is the delivery's. `eventId` is the X-Service-Event-Id, the same for every attempt, redelivery and replay of one event.
     */
    get: operations['getWebhookDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/deliveries/{deliveryId}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a delivery to an endpoint differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getWebhookDeliveryDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/deliveries/{deliveryId}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a delivery to an endpoint: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getWebhookDeliveryHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Redeliver the content of a delivery, as a new delivery
     * @description Creates a new delivery with `redeliveryOf`. It is 409 while the first is still tried, and on a disabled endpoint.
     */
    post: operations['redeliverWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a webhook endpoint differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getWebhookDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a webhook endpoint: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getWebhookHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Deliver a range of past events to an endpoint again, as new deliveries
     * @description Answers 202 with an id and the number of deliveries, at most 31 days and 10,000 deliveries, in the order of the events. `events` defaults to the subscribed ones. It needs the plan pro.
     */
    post: operations['replayWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/replays/{replayId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The progress of a replay */
    get: operations['getWebhookReplay'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/replays/{replayId}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a replay differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getWebhookReplayDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/replays/{replayId}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a replay: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getWebhookReplayHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the secret; for 24 hours deliveries carry the signatures of both
     * @description For 24 hours the old secret signs beside the new one: X-Service-Signature has two `v2=` values then, and a receiver accepts either, so it must not keep only the last one. A second rotation within the 24 hours retires the oldest secret immediately, so there are never more than two signatures. The hours are those of the workspace's clock.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/callback-deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The deliveries to X-Callback-Url addresses, newest first */
    get: operations['listCallbackDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/callback-deliveries/{deliveryId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A delivery to an X-Callback-Url address, by the X-Service-Delivery-Id of any of its attempts
     * @description The delivered body is the post as getPost returns it at the end of the publishing run. X-Service-Event is post.published or post.failed.
     */
    get: operations['getCallbackDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/callback-deliveries/{deliveryId}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a delivery to an X-Callback-Url address differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getCallbackDeliveryDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/callback-deliveries/{deliveryId}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a delivery to an X-Callback-Url address: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getCallbackDeliveryHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/callback-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create or replace the secret that signs X-Callback-Url requests; the previous one signs as well for 24 hours
     * @description One secret per workspace signs the requests to X-Callback-Url addresses. Only this answer contains it. Another call replaces it; both sign for 24 hours. Before the first call, requests are signed with a secret that no answer has contained.
     */
    post: operations['issueCallbackSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test.webhook delivery to an endpoint
     * @description Answers 200 with the delivery record, PENDING. It is sent, retried and counted like any delivery.
     */
    post: operations['testWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The workspaces of the caller, those joined first first */
    get: operations['listWorkspaces'];
    put?: never;
    /**
     * Create a workspace and own it
     * @description A person owns at most 3 workspaces on every plan. A further workspace gets the highest plan among those its owner has.
     */
    post: operations['createWorkspace'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A workspace */
    get: operations['getWorkspace'];
    put?: never;
    post?: never;
    /** Delete a workspace at once */
    delete: operations['deleteWorkspace'];
    options?: never;
    head?: never;
    /**
     * Change name, slug, logo or settings of a workspace
     * @description `settings` are merged key by key. Until set, `approve_content` follows `require_approval`, the week starts on sunday, the audio track is on and everything else is off or empty. Platforms outside `allowedPlatforms` take no new accounts and posts (403 PLATFORM_RESTRICTED); posts that are scheduled already go out. With `autoPrepareVideoAudio` a video without an audio track is sent to SNAPCHAT as a copy with a silent one; where the machine has no video tool, or the tool cannot read the video, it is sent as it is.
     */
    patch: operations['changeWorkspace'];
    trace?: never;
  };
  '/v1/workspaces/{id}/api-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The API keys of a workspace, active ones first, by their prefixes */
    get: operations['listApiKeys'];
    put?: never;
    /**
     * Create an API key; this answer alone contains it
     * @description It needs a session, whatever the scope table allows. The key works while its maker is owner or administrator of the workspace; after that it is revoked, and revocationReason says why. An Idempotency-Key is ignored: the answer holds the key, and a stored answer would store it. `users:read`, `api-keys:read` and `api-keys:write` are valid scopes that open nothing. A key approves or rejects posts only with `canApprove`, which no scope includes, also not `*`; then it decides as its maker.
     */
    post: operations['createApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/api-keys/{keyId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an API key for good
     * @description It needs a session. The node that answers refuses the key from the next request on, every other node within five seconds.
     */
    delete: operations['revokeApiKey'];
    options?: never;
    head?: never;
    /**
     * Change name, scopes, allowed addresses or the right to approve of an API key
     * @description It needs a session. A key outside its address list is 403 FORBIDDEN, and the request is not counted by the rate limiter.
     */
    patch: operations['changeApiKey'];
    trace?: never;
  };
  '/v1/workspaces/{id}/api-keys/{keyId}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of an API key: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getApiKeyHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/api-keys/{keyId}/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The use of an API key, by default in the current month
     * @description It needs a session of the owner or an administrator. `startDate` and `endDate` are whole days in UTC, both inclusive, at most 366.
     */
    get: operations['getApiKeyUsage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/api-keys/expiring': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The API keys that expire within some days, the nearest first */
    get: operations['listExpiringApiKeys'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/api-usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The API requests of the month, against the limit of the plan
     * @description The period is the calendar month in UTC, on the workspace's clock. Percentages are whole and rounded down; over the limit `used` passes 100 and `remaining` is 0. A workspace over its limit is refused with 429 RATE_LIMITED until the period ends; `details` has the fields of this answer and `reason` monthly_limit. Billing, subscription, workspaces, users, invitations and settings stay open. A request over the limit is refused within a second on every node. Refused requests count.
     */
    get: operations['getApiUsage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/api-usage/endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * API requests by method and path, the most frequent first, by default in the current month
     * @description `path` is the endpoint's pattern, so that a resource has no line of its own. `startDate` and `endDate` are whole days in UTC, both inclusive, at most 366.
     */
    get: operations['getApiUsageByEndpoint'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/api-usage/timeseries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * API requests by day, by default in the current month
     * @description `startDate` and `endDate` are whole days in UTC, both inclusive, at most 366; days without requests are listed with 0.
     */
    get: operations['getApiUsageTimeseries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/approval-workflows': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The approval workflows of a workspace, newest first */
    get: operations['listApprovalWorkflows'];
    put?: never;
    /**
     * Define an approval workflow
     * @description Its 1 to 10 `steps` have the orders 1, 2, 3 … in any order of the list. Any one of the `approverIds` of a step decides it; each must be a member of the workspace. A step with `required: false` may be decided in its turn and is never waited for. Only the owner and administrators define workflows. Below pro: 402 PLAN_REQUIRED.
     */
    post: operations['createApprovalWorkflow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/approval-workflows/{workflowId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One approval workflow */
    get: operations['getApprovalWorkflow'];
    /**
     * Replace the definition of an approval workflow
     * @description The whole definition as in createApprovalWorkflow. One that differs gets the next `version`. Approvals under way keep the definition they began with. Only the owner and administrators define workflows.
     */
    put: operations['replaceApprovalWorkflow'];
    post?: never;
    /**
     * Delete an approval workflow
     * @description It takes no further posts. Approvals under way keep the definition they began with, and end by it. For the owner and administrators. It is possible below pro too, for a workspace that has had the plan.
     */
    delete: operations['deleteApprovalWorkflow'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/approval-workflows/{workflowId}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How an approval workflow differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getApprovalWorkflowDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/approval-workflows/{workflowId}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of an approval workflow: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getApprovalWorkflowHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/deletion-requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ask for the deletion of a workspace */
    post: operations['requestWorkspaceDeletion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a workspace, its members and its invitations differs between two moments, field by field, and what happened between them
     * @description Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. At most 100 events between the two moments are listed.
     */
    get: operations['getWorkspaceDiff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a workspace, its members and its invitations: every event, oldest first, also after it was deleted
     * @description Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see [masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and addresses, and names in the vault, are never returned. Members, invitations and offers are in the history of their workspace.
     */
    get: operations['getWorkspaceHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The open invitations */
    get: operations['listInvitations'];
    put?: never;
    /**
     * Invite a person by e-mail
     * @description An invitation lasts seven days. Its mail is sent right after the answer and retried until a mail server takes it or the invitation ends; `emailSent` is false only where no mail server is configured. Over the plan's limit of members it is 402 LIMIT_EXCEEDED. Beyond 100 invitations and resends of the workspace in a day it is 429 RATE_LIMITED. An address that is invited, or that of a member, is 409 CONFLICT.
     */
    post: operations['inviteMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/invitations/{invitationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Withdraw an invitation */
    delete: operations['deleteInvitation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/invitations/{invitationId}/resend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send an invitation again, with a new link
     * @description Creates a new link; the earlier one stops working. Possible until thirty days after the invitation expired; then its address is forgotten. Beyond 100 invitations and resends of the workspace in a day it is 429 RATE_LIMITED.
     */
    post: operations['resendInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The members of a workspace, those joined first first */
    get: operations['listMembers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/members/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a member, or leave
     * @description The API keys that the person made in this workspace are revoked within seconds, with the reason maker_left. Make new keys for integrations that use them first. Needs a session: an API key changes no members.
     */
    delete: operations['removeMember'];
    options?: never;
    head?: never;
    /**
     * Give a member another role
     * @description OWNER, ADMIN, MEMBER, EDITOR (content and conversations only) and VIEWER (reads). The owner changes by an accepted offer only. The API keys of an ADMIN who gets a lesser role are revoked; make new keys for integrations that use them first. Needs a session: an API key changes no members.
     */
    patch: operations['changeMemberRole'];
    trace?: never;
  };
  '/v1/workspaces/{id}/request-history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The requests to the API, the latest first; at most 30 times a minute
     * @description Answers to authenticated callers on existing endpoints, for 90 days; daily counts are kept for 400. `path` is a substring, compared exactly. `endDate` is inclusive: a day counts whole. The caller's own latest requests are in the next answer of the same process, elsewhere within a second.
     */
    get: operations['listRequestHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/transfer-request': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The pending offer of the workspace to another member, or null */
    get: operations['getTransfer'];
    put?: never;
    /**
     * Offer the workspace to another member
     * @description A target who is not a member is 400 VALIDATION_ERROR. Another request for the same target answers the pending offer; another target is 409 CONFLICT.
     */
    post: operations['requestTransfer'];
    /** Withdraw the offer of the workspace */
    delete: operations['cancelTransfer'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/transfer-request/accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept the ownership of the workspace
     * @description The new owner needs a place among the workspaces they may own; the earlier owner becomes an administrator. Another member than the target is 403 FORBIDDEN while the request is pending.
     */
    post: operations['acceptTransfer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/transfer-request/decline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Decline the ownership of the workspace */
    post: operations['declineTransfer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{id}/transfer-requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The pending offer of the workspace to another member, or null */
    get: operations['getTransferAtPlural'];
    put?: never;
    /**
     * Offer the workspace to another member
     * @description A target who is not a member is 400 VALIDATION_ERROR. Another request for the same target answers the pending offer; another target is 409 CONFLICT.
     */
    post: operations['requestTransferAtPlural'];
    /** Withdraw the offer of the workspace */
    delete: operations['cancelTransferAtPlural'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Account: {
      accountType?: string;
      avatarUrl?: string;
      canAutoRefresh?: boolean;
      /** Format: date-time */
      connectedAt: string;
      displayName: string;
      error?: string;
      id: string;
      incoming?: {
        arrived: boolean;
        /** @enum {string} */
        by: 'webhooks' | 'reading';
        /** Format: date-time */
        checkedAt: string;
        message?: string;
        /** @enum {string} */
        reason?: 'not_configured' | 'no_public_url' | 'missing_scope' | 'no_destination' | 'refused' | 'unavailable';
        remedy?: string;
      };
      instanceUrl?: string;
      /** @enum {string} */
      oauthVersion?: 'instagram_login' | 'fb_login';
      /** @constant */
      paused?: true;
      platform: string;
      selectedPage?: {
        id: string;
        name?: string;
      };
      status: components['schemas']['AccountStatus'];
      /** Format: date-time */
      tokenExpiresAt?: string;
      username: string;
      warning?: {
        at: string;
        /** @enum {string} */
        code: 'LOGIN_ENDS';
        message: string;
        remedy: string;
      };
    };
    /** @enum {string} */
    AccountStatus: 'ACTIVE' | 'EXPIRED' | 'ERROR' | 'REVOKED' | 'disconnected';
    /** @enum {string} */
    AiTier: 'starter' | 'pro';
    ApiKey: {
      allowedIps: string[];
      /** @description Whether the key may approve and reject posts as its maker */
      canApprove: boolean;
      /** Format: date-time */
      createdAt: string;
      createdBy: string;
      daysUntilExpiration: number | null;
      /** @enum {string} */
      expirationStatus: 'active' | 'expiring_soon' | 'expired';
      /** Format: date-time */
      expiresAt: string | null;
      id: string;
      name: string;
      prefix: string;
      /**
       * @description requested by a manager; maker_left: the person who made the key is no member any more; maker_lost_role: that person is no longer owner or administrator
       * @enum {string}
       */
      revocationReason?: 'requested' | 'maker_left' | 'maker_lost_role';
      /** Format: date-time */
      revokedAt: string | null;
      scopes: string[];
    };
    ApprovalHistoryEntry: {
      actor: {
        /** @description The client address of the request; [masked] without the scope audit-logs:read */
        address: string | null;
        id: string;
        keyId: string | null;
        /** @enum {string} */
        kind: 'user' | 'api_key' | 'process' | 'system';
      };
      causationId: string;
      correlationId: string;
      /** @description The event's data, as stored; personal data are [masked] without the scope audit-logs:read */
      data: {
        [key: string]: unknown;
      };
      /** @description What happened, in one sentence */
      description: string;
      id: string;
      /** @enum {string} */
      kind: 'step' | 'publish_result' | 'status_change';
      /** Format: date-time */
      occurredAt: string;
      /** @description Its position in the log, which asOf accepts */
      position: string;
      /** @description Its index in the history of this resource, from 0 */
      revision: number;
      type: string;
    };
    ApprovalQueueItem: {
      approval: components['schemas']['PostApproval'] | null;
      /** @description Whether the caller is an approver of a step that waits */
      awaitsMe: boolean;
      post: components['schemas']['Post'];
      postId: string;
    };
    ApprovalWorkflow: {
      /** Format: date-time */
      createdAt: string;
      createdById: string | null;
      id: string;
      name: string;
      steps: components['schemas']['ApprovalWorkflowStep'][];
      /** Format: date-time */
      updatedAt: string;
      /** @description Grows with each PUT that changes the definition */
      version: number;
      workspaceId: string;
    };
    ApprovalWorkflowStep: {
      approverIds: string[];
      order: number;
      required: boolean;
      role: string;
    };
    Audience: {
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      id: string;
      name: string;
      segmentRules: {
        hasInteraction?: boolean;
        platforms?: components['schemas']['Platform'][];
        tags?: string[];
      };
      /** Format: date-time */
      updatedAt: string;
      workspaceId: string;
    };
    AuditLogEntry: {
      actor: {
        address: string | null;
        id: string;
        keyId: string | null;
        /** @enum {string} */
        kind: 'user' | 'api_key' | 'process' | 'system';
      };
      causationId: string;
      correlationId: string;
      description: string;
      id: string;
      /** Format: date-time */
      occurredAt: string;
      resource: {
        id: string;
        kind: string;
      };
      type: string;
      workspaceId: string;
    };
    /** @enum {string} */
    AutomationStep: 'REPLY' | 'DIRECT_MESSAGE' | 'TAGS' | 'SEQUENCE';
    BatchOperation: {
      /** @description The body of the operation's own endpoint */
      body?: {
        [key: string]: unknown;
      };
      /** @description For publish: the value of X-Callback-Url */
      callbackUrl?: string;
      /** @description The post; absent for create */
      id?: string;
      /** @enum {string} */
      operation: 'create' | 'update' | 'delete' | 'cancel' | 'publish' | 'retry' | 'fix' | 'resolve';
      /** @description The destination, for fix and resolve */
      postPlatformId?: string;
    };
    BatchResult: {
      body?: unknown;
      error?: {
        code: string;
        details?: {
          [key: string]: unknown;
        };
        message: string;
      };
      index: number;
      operation: string;
      /** @description The HTTP status of the operation's own endpoint */
      status: number;
    };
    /** @enum {string} */
    BillingPeriod: 'monthly' | 'yearly';
    Broadcast: {
      /** Format: date-time */
      createdAt: string;
      /** @description Those that were read included */
      deliveredCount: number;
      /** @description Why it could not be sent at its time; POST send sends it now */
      error: {
        code: string;
        message: string;
      } | null;
      failedCount: number;
      id: string;
      messageTemplate: string;
      name: string;
      platforms: components['schemas']['Platform'][];
      readCount: number;
      /** Format: date-time */
      scheduledFor: string | null;
      segmentRules: {
        hasInteraction?: boolean;
        platforms?: components['schemas']['Platform'][];
        tags?: string[];
      };
      /** Format: date-time */
      sentAt: string | null;
      socialAccountId: string | null;
      status: components['schemas']['BroadcastStatus'];
      totalContacts: number;
      /** Format: date-time */
      updatedAt: string;
      workspaceId: string;
    };
    BroadcastDelivery: {
      broadcastId: string;
      /** @description Null after the contact was deleted */
      contact: {
        avatarUrl: string | null;
        displayName: string | null;
        id: string;
        platform: components['schemas']['Platform'];
        username: string | null;
      } | null;
      contactId: string;
      /** Format: date-time */
      createdAt: string;
      errorCode: string | null;
      id: string;
      platform: components['schemas']['Platform'];
      /** Format: date-time */
      readAt: string | null;
      /** Format: date-time */
      sentAt: string | null;
      status: components['schemas']['DeliveryStatus'];
      /** Format: date-time */
      updatedAt: string;
    };
    /** @enum {string} */
    BroadcastStatus: 'DRAFT' | 'SCHEDULED' | 'SENDING' | 'SENT' | 'PAUSED' | 'FAILED';
    BulkJob: {
      /** Format: date-time */
      completedAt: string | null;
      completedPosts: number;
      credits: {
        consumed: number;
        refunded: number;
        remaining: number;
        reserved: number;
      };
      failedPosts: number;
      id: string;
      posts: {
        /** @description Why it failed or was skipped */
        error: string | null;
        id: string;
        /** Format: date-time */
        scheduledFor: string;
        /** @enum {string} */
        status: 'pending' | 'processing' | 'completed' | 'failed' | 'skipped' | 'cancelled';
      }[];
      progress: {
        current: number;
        percentage: number;
        total: number;
      };
      /** Format: date-time */
      queuedAt: string;
      skippedPosts: number;
      /** Format: date-time */
      startedAt: string | null;
      /** @enum {string} */
      status: 'QUEUED' | 'PROCESSING' | 'PAUSED' | 'COMPLETED' | 'CANCELLED' | 'FAILED';
      totalPosts: number;
    };
    BulkPostResult: {
      error?: {
        code: string;
        details?: {
          [key: string]: unknown;
        };
        message: string;
      };
      index: number;
      post?: {
        [key: string]: unknown;
      };
      postId?: string;
      /** @enum {string} */
      status: 'created' | 'failed' | 'valid';
      validation?: {
        [key: string]: unknown;
      };
    };
    CalendarPersona: {
      accountIds: string[];
      /** Format: date-time */
      createdAt: string;
      displayName: string;
      id: string;
      isActive: boolean;
      runtimePrompt: string | null;
      slug: string;
      /** Format: date-time */
      updatedAt: string;
    };
    CalendarPost: {
      accountId: string;
      arc: string | null;
      content: string;
      /** Format: date-time */
      createdAt: string;
      createdById: string | null;
      decidedById: string | null;
      decisionNotes: string | null;
      id: string;
      imageUrl: string | null;
      mediaId: string | null;
      notes: string | null;
      personaId: string | null;
      platform: string;
      /** @description Null until it is on its platform */
      platformPostId: string | null;
      platformPostUrl: string | null;
      /** @description The post that was created from it, or that it was imported from */
      postId: string | null;
      /**
       * Format: date-time
       * @description When it was published; a sync takes the time that its platform names
       */
      publishedAt: string | null;
      /** Format: date-time */
      scheduledAt: string | null;
      /** @enum {string} */
      status:
        'DRAFT' | 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'PUBLISHING' | 'PUBLISHED' | 'FAILED' | 'UNPUBLISHED';
      submittedById: string | null;
      /** Format: date-time */
      updatedAt: string;
    };
    CallbackSecret: {
      /** Format: date-time */
      previousSecretValidUntil: string | null;
      /** @description Returned this once */
      secret: string;
    };
    CataloguedEvent: {
      /** @description The categories of its streams, which are named <category>-<id> */
      emittedBy: string[];
      /** @description The fields about a person, and the field that names the person */
      personal: {
        fields: string[];
        subject: string;
      } | null;
      /** @description What happened, in one sentence */
      says: string;
      type: string;
      versions: {
        example: unknown;
        /** @description A JSON Schema of the data; null where the version was replaced before any release */
        schema: {
          [key: string]: unknown;
        } | null;
        /** @description The first release that has it; null before any */
        since: string | null;
        version: number;
      }[];
    };
    ChangedAudience: {
      /** @description The same fields */
      audience: components['schemas']['Audience'];
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      id: string;
      name: string;
      segmentRules: {
        hasInteraction?: boolean;
        platforms?: components['schemas']['Platform'][];
        tags?: string[];
      };
      /** Format: date-time */
      updatedAt: string;
      workspaceId: string;
    };
    ChangedBroadcast: {
      /** @description The same fields */
      broadcast: components['schemas']['Broadcast'];
      /** Format: date-time */
      createdAt: string;
      /** @description Those that were read included */
      deliveredCount: number;
      /** @description Why it could not be sent at its time; POST send sends it now */
      error: {
        code: string;
        message: string;
      } | null;
      failedCount: number;
      id: string;
      messageTemplate: string;
      name: string;
      platforms: components['schemas']['Platform'][];
      readCount: number;
      /** Format: date-time */
      scheduledFor: string | null;
      segmentRules: {
        hasInteraction?: boolean;
        platforms?: components['schemas']['Platform'][];
        tags?: string[];
      };
      /** Format: date-time */
      sentAt: string | null;
      socialAccountId: string | null;
      status: components['schemas']['BroadcastStatus'];
      totalContacts: number;
      /** Format: date-time */
      updatedAt: string;
      workspaceId: string;
    };
    ChangedCommentAutomation: {
      /** @description Null: the comments of every account */
      accountId: string | null;
      actions: {
        directMessage: string | null;
        reply: string | null;
        sequenceId: string | null;
        tags: string[];
      };
      /** @description Comments that were written earlier never match */
      activeSince: string | null;
      /** @description The same fields */
      automation: components['schemas']['CommentAutomation'];
      /** Format: date-time */
      createdAt: string;
      id: string;
      isActive: boolean;
      keywords: string[];
      match: components['schemas']['KeywordMatch'];
      name: string;
      /** @description Null: the comments on every post */
      postId: string | null;
      /** Format: date-time */
      updatedAt: string;
      workspaceId: string;
    };
    ChangedSequence: {
      /** Format: date-time */
      createdAt: string;
      enrollmentRules: {
        [key: string]: unknown;
      };
      exitOnReply: boolean;
      id: string;
      name: string;
      /** @description The same fields */
      sequence: components['schemas']['Sequence'];
      status: components['schemas']['SequenceStatus'];
      steps: components['schemas']['SequenceStep'][];
      /** Format: date-time */
      updatedAt: string;
      workspaceId: string;
    };
    ChangedSequenceEnrollment: {
      /** @description Null once the contact is deleted */
      contact: {
        displayName: string | null;
        id: string;
        platform: components['schemas']['Platform'];
        username: string | null;
      } | null;
      contactId: string;
      /** @description The steps that the contact has got */
      currentStep: number;
      /** Format: date-time */
      enrolledAt: string;
      /** @description The same fields */
      enrollment: components['schemas']['SequenceEnrollment'];
      /** Format: date-time */
      exitedAt: string | null;
      /** @description MANUAL, REPLY, SUPPRESSED, CONTACT_DELETED; of a FAILED one the error code */
      exitReason: string | null;
      id: string;
      /**
       * Format: date-time
       * @description Null while it waits, and after the end
       */
      nextRunAt: string | null;
      platform: components['schemas']['Platform'];
      sequenceId: string;
      status: components['schemas']['EnrollmentStatus'];
      /** @description SEQUENCE: that the sequence is ACTIVE. PLAN: that the plan has sequences again. Null otherwise */
      waitingFor: ('SEQUENCE' | 'PLAN') | null;
      workspaceId: string;
    };
    ChangedSequenceStep: {
      /** Format: date-time */
      createdAt: string;
      /** @description After the previous step, or after the enrollment */
      delayHours: number;
      id: string;
      messageTemplate: string;
      sequenceId: string;
      /** @description The same fields */
      step: components['schemas']['SequenceStep'];
      /** @description Counted from 1, without gaps */
      stepOrder: number;
      /** Format: date-time */
      updatedAt: string;
    };
    Comment: {
      account: {
        avatarUrl: string | null;
        displayName: string;
        id: string;
        platform: string;
        username: string;
      };
      accountId: string;
      author: {
        avatarUrl?: string;
        id: string;
        username: string;
      };
      content: string;
      /**
       * Format: date-time
       * @description When this service received it
       */
      createdAt: string;
      id: string;
      /** @description Whether it answers another comment */
      isReply: boolean;
      /** @description The platform's id of the latest reply that this API sent; left out where there is none */
      ourReplyId?: string;
      /** @description The platformCommentId of the comment it answers */
      parentCommentId: string | null;
      permalinkUrl: string | null;
      /** @description Lowercase */
      platform: string;
      platformCommentId: string;
      /**
       * Format: date-time
       * @description When it was written
       */
      platformCreatedAt: string;
      platformPostId: string;
      /** @description Left out where postId is null */
      post?: {
        /** @description At most its first 100 characters */
        content: string;
        id: string;
        mediaContentType: string | null;
        mediaUrl: string | null;
        /** Format: date-time */
        publishedAt: string | null;
        /** Format: date-time */
        scheduledFor: string | null;
        status: string;
      };
      /** @description Null where this service did not make the post */
      postId: string | null;
      replied: boolean;
      /**
       * Format: date-time
       * @description Left out where replied is false
       */
      repliedAt?: string;
    };
    CommentAutomation: {
      /** @description Null: the comments of every account */
      accountId: string | null;
      actions: {
        directMessage: string | null;
        reply: string | null;
        sequenceId: string | null;
        tags: string[];
      };
      /** @description Comments that were written earlier never match */
      activeSince: string | null;
      /** Format: date-time */
      createdAt: string;
      id: string;
      isActive: boolean;
      keywords: string[];
      match: components['schemas']['KeywordMatch'];
      name: string;
      /** @description Null: the comments on every post */
      postId: string | null;
      /** Format: date-time */
      updatedAt: string;
      workspaceId: string;
    };
    CommentAutomationRun: {
      accountId: string;
      automationId: string;
      commentId: string;
      contactId: string;
      /** Format: date-time */
      endedAt: string | null;
      id: string;
      keyword: string;
      /** Format: date-time */
      startedAt: string;
      steps: {
        /** @description Why it is not done */
        code: string | null;
        /** @enum {string} */
        outcome: 'PENDING' | 'DONE' | 'SKIPPED' | 'FAILED';
        step: components['schemas']['AutomationStep'];
      }[];
      workspaceId: string;
    };
    Contact: {
      avatarUrl: string | null;
      /** Format: date-time */
      createdAt: string;
      customFields: {
        [key: string]: unknown;
      };
      displayName: string | null;
      id: string;
      isSuppressed: boolean;
      /** Format: date-time */
      lastInboundAt: string | null;
      /** Format: date-time */
      lastSeenAt: string | null;
      messagesSentCount: number;
      /**
       * Format: date-time
       * @description FACEBOOK only: the end of the 24-hour window; null once it has closed
       */
      messengerEligibleUntil: string | null;
      platform: components['schemas']['Platform'];
      /** @description The platform's own id of the person */
      platformId: string;
      sequenceEnrollmentCount: number;
      /** @description The account that the person wrote to last; null until then */
      socialAccount: {
        displayName: string;
        id: string;
        platform: components['schemas']['Platform'];
        username: string;
      } | null;
      /** Format: date-time */
      suppressedAt: string | null;
      suppressionReason: components['schemas']['SuppressionReason'] | null;
      tags: string[];
      /** Format: date-time */
      updatedAt: string;
      username: string | null;
      workspaceId: string;
    };
    ContactDetail: {
      avatarUrl: string | null;
      /** @description The 20 newest by the time of writing */
      comments: {
        content: string;
        id: string;
        platform: components['schemas']['Platform'];
        /** Format: date-time */
        platformCreatedAt: string;
        platformPostId: string;
        replied: boolean;
      }[];
      /** Format: date-time */
      createdAt: string;
      customFields: {
        [key: string]: unknown;
      };
      /** @description The 20 newest, newest first */
      deliveries: {
        /** @description Null for a message of a person or of a sequence */
        broadcast: {
          id: string;
          name: string;
        } | null;
        /** Format: date-time */
        createdAt: string;
        errorCode: string | null;
        id: string;
        /** Format: date-time */
        readAt: string | null;
        /** Format: date-time */
        sentAt: string | null;
        /** @enum {string} */
        status: 'PENDING' | 'DELIVERING' | 'DELIVERED' | 'FAILED' | 'READ';
      }[];
      displayName: string | null;
      id: string;
      /** @description The 30 newest, newest first */
      inboundMessages: {
        id: string;
        messageText: string;
        platform: components['schemas']['Platform'];
        /** Format: date-time */
        receivedAt: string;
      }[];
      isSuppressed: boolean;
      /** Format: date-time */
      lastInboundAt: string | null;
      /** Format: date-time */
      lastSeenAt: string | null;
      messagesSentCount: number;
      /**
       * Format: date-time
       * @description FACEBOOK only: the end of the 24-hour window; null once it has closed
       */
      messengerEligibleUntil: string | null;
      platform: components['schemas']['Platform'];
      /** @description The platform's own id of the person */
      platformId: string;
      sequenceEnrollmentCount: number;
      /** @description The 10 newest, newest first */
      sequenceEnrollments: {
        currentStep: number;
        /** Format: date-time */
        enrolledAt: string;
        /** Format: date-time */
        exitedAt: string | null;
        exitReason: string | null;
        id: string;
        sequence: {
          id: string;
          name: string;
        };
        /** @enum {string} */
        status: 'ACTIVE' | 'COMPLETED' | 'EXITED' | 'FAILED';
      }[];
      /** @description The account that the person wrote to last; null until then */
      socialAccount: {
        displayName: string;
        id: string;
        platform: components['schemas']['Platform'];
        username: string;
      } | null;
      /** Format: date-time */
      suppressedAt: string | null;
      suppressionReason: components['schemas']['SuppressionReason'] | null;
      tags: string[];
      /** Format: date-time */
      updatedAt: string;
      username: string | null;
      workspaceId: string;
    };
    ContactImport: {
      created: number;
      /** @description The lines that were dealt with: the sum of the counts below */
      done: number;
      failed: number;
      failureReason: string | null;
      /** Format: date-time */
      finishedAt: string | null;
      id: string;
      percent: number;
      /** @description Lines of people who were deleted after the file came */
      skipped: number;
      /** Format: date-time */
      startedAt: string;
      /**
       * @description PENDING: the lines are still being stored. FAILED: see failureReason
       * @enum {string}
       */
      status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELLED' | 'FAILED';
      /** @description The data lines of the file */
      total: number;
      unchanged: number;
      updated: number;
    };
    /** @enum {string} */
    ContentType: 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL' | 'THREAD' | 'STORY' | 'REEL';
    CreatedWebhookEndpoint: {
      /** Format: date-time */
      autoDisabledAt: string | null;
      /** @description Resets on success or re-enable */
      consecutiveFailures: number;
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      enabled: boolean;
      events: components['schemas']['WebhookEventType'][];
      /** @description Cumulative failed attempts; never resets */
      failureCount: number;
      id: string;
      /**
       * Format: date-time
       * @description The last successful delivery
       */
      lastDeliveryAt: string | null;
      /** Format: date-time */
      lastFailureAt: string | null;
      /** @description Signs the deliveries; returned this once */
      secret: string;
      /** Format: date-time */
      updatedAt: string;
      url: string;
    };
    CreatePostRequest: {
      accountIds: string[];
      content: string;
      contentType?: components['schemas']['ContentType'];
      firstComment?: string | null;
      firstCommentDelay?: number;
      /** @description Ids of files, or objects that describe the file for this post only */
      media?:
        | (
            | string
            | {
                altText?: string;
                id: string;
              }
          )[]
        | null;
      mediaIds?: string[] | null;
      /** @deprecated */
      metadata?: {
        [key: string]: unknown;
      } | null;
      overrides?: {
        [key: string]: unknown;
      } | null;
      /** @description A persona of the workspace, else 404; it cannot be deleted while the post refers to it */
      personaId?: string | null;
      platformMetadata?: {
        [key: string]: unknown;
      } | null;
      platformOverrides?: {
        [key: string]: unknown;
      } | null;
      platforms?: components['schemas']['Platform'][];
      queue?: boolean;
      saveAsDraft?: boolean;
      scheduledFor?: string | null;
      threadItems?: components['schemas']['ThreadItem'][] | null;
    };
    CreditMovement: {
      balance: number;
      cause: {
        id: string;
        kind: string;
      };
      /** Format: date-time */
      createdAt: string;
      credits: number;
      id: string;
      reserved: number;
      /** @enum {string} */
      type: 'granted' | 'purchased' | 'reserved' | 'captured' | 'released' | 'expired' | 'withdrawn' | 'adjusted';
      workspaceId: string;
    };
    /** @enum {string} */
    DeliveryStatus: 'PENDING' | 'DELIVERING' | 'DELIVERED' | 'FAILED' | 'READ';
    Difference: {
      /** @description A JSON pointer (RFC 6901) into the answer; empty for the whole */
      at: string;
      /** @enum {string} */
      kind: 'added' | 'removed' | 'changed';
      new?: unknown;
      old?: unknown;
    };
    EditPostRequest: {
      accountIds?: string[];
      content?: string;
      contentType?: components['schemas']['ContentType'];
      firstComment?: string | null;
      firstCommentDelay?: number;
      /** @description Ids of files, or objects that describe the file for this post only */
      media?:
        | (
            | string
            | {
                altText?: string;
                id: string;
              }
          )[]
        | null;
      mediaIds?: string[] | null;
      /** @deprecated */
      metadata?: {
        [key: string]: unknown;
      } | null;
      overrides?: {
        [key: string]: unknown;
      } | null;
      /** @description A persona of the workspace, else 404; it cannot be deleted while the post refers to it */
      personaId?: string | null;
      platformMetadata?: {
        [key: string]: unknown;
      } | null;
      platformOverrides?: {
        [key: string]: unknown;
      } | null;
      platforms?: components['schemas']['Platform'][];
      queue?: boolean;
      saveAsDraft?: boolean;
      scheduledFor?: string | null;
      threadItems?: components['schemas']['ThreadItem'][] | null;
      /** @description The updatedAt last seen; a newer one is 409 CONFLICT, another form 400 */
      version?: string;
    };
    /** @enum {string} */
    EnrollmentStatus: 'ACTIVE' | 'COMPLETED' | 'EXITED' | 'FAILED';
    Error: {
      error: {
        /** @description Stable: branch on it, never on the message */
        code: string;
        details?: {
          [key: string]: unknown;
        };
        message: string;
        requestId: string;
      };
    };
    HashtagSet: {
      /** Format: date-time */
      createdAt: string;
      id: string;
      name: string;
      tags: string[];
      /** Format: date-time */
      updatedAt: string;
    };
    HistoryEntry: {
      actor: {
        /** @description The client address of the request; [masked] without the scope audit-logs:read */
        address: string | null;
        id: string;
        keyId: string | null;
        /** @enum {string} */
        kind: 'user' | 'api_key' | 'process' | 'system';
      };
      causationId: string;
      correlationId: string;
      /** @description The event's data, as stored; personal data are [masked] without the scope audit-logs:read */
      data: {
        [key: string]: unknown;
      };
      /** @description What happened, in one sentence */
      description: string;
      id: string;
      /** Format: date-time */
      occurredAt: string;
      /** @description Its position in the log, which asOf accepts */
      position: string;
      /** @description Its index in the history of this resource, from 0 */
      revision: number;
      type: string;
    };
    /** @description 25 characters beginning with c */
    Id: string;
    Invitation: {
      /** Format: date-time */
      createdAt: string;
      email: string;
      /** Format: date-time */
      expiresAt: string;
      id: string;
      invitedBy: string;
      /** @enum {string} */
      role: 'ADMIN' | 'MEMBER' | 'EDITOR' | 'VIEWER';
      /** @constant */
      status: 'pending';
      workspaceId: string;
    };
    /** @description Any JSON value */
    JsonValue:
      | string
      | number
      | boolean
      | null
      | components['schemas']['JsonValue'][]
      | {
          [key: string]: components['schemas']['JsonValue'];
        };
    /** @enum {string} */
    KeywordMatch: 'WORD' | 'CONTAINS' | 'EXACT';
    Media: {
      /** @description Takes the place of the file where it cannot be seen */
      altText?: string;
      contentType: string;
      /** Format: date-time */
      createdAt: string;
      dimensions?: {
        height: number;
        width: number;
      };
      durationMs?: number;
      /** @description Why the file FAILED */
      error?: string;
      filename: string;
      id: string;
      metadata?: {
        importedBytes?: number;
        /** @enum {string} */
        importStatus?: 'importing' | 'completed' | 'failed';
        totalBytes?: number;
      };
      /** @constant */
      metadataPending?: true;
      /** @description Answers once the file is READY */
      publicUrl: string;
      /** @description null while unknown: a registered file is not measured */
      sizeBytes: number | null;
      /** @enum {string} */
      status: 'PENDING' | 'PROCESSING' | 'READY' | 'FAILED';
      thumbnailUrl: string | null;
      validationResults: {
        [key: string]: {
          errors: string[];
          valid: boolean;
          warnings?: string[];
        };
      };
      /** @enum {string} */
      validationStatus: 'pending' | 'passed' | 'failed' | 'skipped';
      videoCodec?: string;
      /** @description Seconds */
      videoDuration?: number;
      videoHeight?: number;
      videoWidth?: number;
    };
    Mention: {
      account: {
        avatarUrl: string | null;
        displayName: string;
        id: string;
        platform: string;
        username: string;
      };
      accountId: string;
      /** @description May be a placeholder that cannot be resolved */
      authorId: string;
      /** @description Always null on Instagram */
      authorUsername: string | null;
      content: string | null;
      /** Format: date-time */
      createdAt: string;
      hidden: boolean;
      /** Format: date-time */
      hiddenAt: string | null;
      id: string;
      /** @description Facebook only */
      permalinkUrl: string | null;
      /** @description Lowercase */
      platform: string;
      /** Format: date-time */
      platformCreatedAt: string;
      platformMediaId: string | null;
      platformMentionId: string;
      /** @description Null where postId is null */
      post: {
        content: string;
        id: string;
      } | null;
      /** @description Null where this service did not make the post */
      postId: string | null;
      read: boolean;
      /** Format: date-time */
      updatedAt: string;
    };
    MessagePreview: {
      /** @description Those in the template, each once */
      placeholders: ('first_name' | 'last_name' | 'display_name' | 'username')[];
      text: string;
    };
    /** @description Figures by name, for example impressions, likes and clicks. A figure that the platform does not offer is absent. */
    Metrics: {
      [key: string]: number;
    };
    /** @enum {string} */
    Mode: 'live' | 'test';
    NotificationPreferences: {
      analyticsReport: boolean;
      approvalUpdates: boolean;
      dormantLastPublishedDays: number;
      dormantLastPublishedEnabled: boolean;
      dormantNoScheduledDays: number;
      dormantNoScheduledEnabled: boolean;
      /** @description An empty list is every account */
      dormantWatchedAccountIds: string[];
      /** @description The master switch: without it no notification is mailed */
      emailEnabled: boolean;
      marketingEmails: boolean;
      postFailed: boolean;
      postPublished: boolean;
      /** @constant */
      pushEnabled: false;
      /** @description An IANA time zone */
      timezone: string;
      webhookFailed: boolean;
      weeklyDigest: boolean;
    };
    Persona: {
      activeVersion: components['schemas']['PersonaVersion'] | null;
      avatarUrl: string | null;
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      id: string;
      isComplete: boolean;
      isWorkspaceDefault: boolean;
      linkedAccountIds: string[];
      modules: components['schemas']['PersonaModule'][];
      name: string;
      persona: components['schemas']['PersonaFields'];
      platforms: string[];
      primaryPlatform: string;
      /** Format: date-time */
      updatedAt: string;
      workspaceId: string;
    };
    PersonaArcAnswer: {
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      /** Format: date-time */
      endsAt: string | null;
      id: string;
      /** Format: date-time */
      startsAt: string | null;
      /** @enum {string} */
      status: 'planned' | 'active' | 'completed';
      title: string;
      /** Format: date-time */
      updatedAt: string;
    };
    PersonaEvolutionState: {
      enabled: boolean;
      evolutionCount: number;
      /** Format: date-time */
      lastEvolvedAt: string | null;
      maxMemory: number;
      memoryCount: number;
      /** @description 0 without modules */
      versionNumber: number;
    };
    PersonaFields: {
      activeVersion: components['schemas']['PersonaVersion'] | null;
      avatarUrl: string | null;
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      id: string;
      isComplete: boolean;
      isWorkspaceDefault: boolean;
      linkedAccountIds: string[];
      modules: components['schemas']['PersonaModule'][];
      name: string;
      platforms: string[];
      primaryPlatform: string;
      /** Format: date-time */
      updatedAt: string;
      workspaceId: string;
    };
    PersonaMemory: {
      content: string;
      /** Format: date-time */
      createdAt: string;
      id: string;
    };
    PersonaModule: {
      data: {
        [key: string]: unknown;
      };
      moduleType: components['schemas']['PersonaModuleType'];
      schemaVersion: number;
    };
    /** @enum {string} */
    PersonaModuleType: 'voice' | 'pillars' | 'visual_style' | 'audience' | 'posting_strategy' | 'image_prompt_engine';
    PersonaSummary: {
      avatarUrl: string | null;
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      id: string;
      isWorkspaceDefault: boolean;
      linkedAccountIds: string[];
      name: string;
      platforms: string[];
      primaryPlatform: string;
      /** Format: date-time */
      updatedAt: string;
    };
    PersonaVersion: {
      /** Format: date-time */
      createdAt: string;
      id: string;
      isActive: boolean;
      versionNumber: number;
    };
    /** @enum {string} */
    Plan: 'free' | 'starter' | 'pro' | 'agency';
    /** @enum {string} */
    Platform:
      | 'TWITTER'
      | 'LINKEDIN'
      | 'INSTAGRAM'
      | 'FACEBOOK'
      | 'THREADS'
      | 'BLUESKY'
      | 'TIKTOK'
      | 'YOUTUBE'
      | 'PINTEREST'
      | 'REDDIT'
      | 'SNAPCHAT'
      | 'TELEGRAM'
      | 'GOOGLE_BUSINESS'
      | 'MASTODON'
      | 'WHATSAPP';
    Post: {
      accountIds: string[];
      /** @description The last approval; absent where there was none */
      approval?: components['schemas']['PostApproval'];
      /** @description The calendar post that was handed over as this post; absent where there is none */
      calendarPostId?: string;
      content: string;
      contentType: string;
      /** Format: date-time */
      createdAt: string;
      createdById: string | null;
      firstComment?: string;
      firstCommentDelay?: number;
      id: string;
      media: components['schemas']['PostMedia'][];
      mediaIds: string[];
      metadata?: {
        [key: string]: unknown;
      };
      personaId: string | null;
      platformMetadata?: {
        [key: string]: {
          [key: string]: unknown;
        };
      };
      platformOverrides?: {
        [key: string]: {
          content: string;
        };
      };
      platforms: components['schemas']['PostPlatform'][];
      /** Format: date-time */
      publishedAt: string | null;
      /** Format: date-time */
      scheduledFor: string | null;
      /** @enum {string} */
      status:
        | 'draft'
        | 'scheduled'
        | 'publishing'
        | 'published'
        | 'partial'
        | 'failed'
        | 'cancelled'
        | 'unpublished'
        | 'archived'
        | 'pending_approval'
        | 'approved'
        | 'payment_paused';
      threadItems?: {
        content: string;
        mediaIds: string[];
        sequence: number;
      }[];
      /** Format: date-time */
      updatedAt: string;
      /** @description The platforms' checks of the content; in answers to create and PATCH */
      validation?: components['schemas']['Verdict'];
    };
    PostApproval: {
      /** @description What was changed after it; where it is voided */
      changed?: ('content' | 'media' | 'destinations' | 'scheduledFor')[];
      currentStep: components['schemas']['PostApprovalStep'] | null;
      /** Format: date-time */
      startedAt: string;
      startedById: string | null;
      /** @enum {string} */
      status: 'pending' | 'approved' | 'rejected' | 'voided' | 'withdrawn';
      steps: components['schemas']['PostApprovalStep'][];
      /** @description SHA-256 of what the approval is bound to */
      subjectHash: string;
      workflow: {
        id: string;
        name: string;
        version: number;
      };
    };
    PostApprovalStep: {
      /** @description Who decided it */
      approverId: string | null;
      approverIds: string[];
      comment: string | null;
      /** Format: date-time */
      decidedAt: string | null;
      order: number;
      required: boolean;
      role: string;
      /** @enum {string} */
      status: 'PENDING' | 'APPROVED' | 'REJECTED';
    };
    /** @description A file with the properties it had when it was attached */
    PostMedia: {
      altText?: string;
      contentType: string;
      /** Format: date-time */
      createdAt?: string;
      dimensions?: {
        height: number;
        width: number;
      };
      durationMs?: number;
      filename: string;
      id: string;
      publicUrl: string;
      sizeBytes: number | null;
      /** @constant */
      status: 'READY';
      thumbnailUrl: string | null;
      validationResults: {
        [key: string]: {
          errors: string[];
          valid: boolean;
          warnings?: string[];
        };
      };
      /** @enum {string} */
      validationStatus: 'pending' | 'passed' | 'failed' | 'skipped';
      videoCodec?: string;
      videoDuration?: number;
      videoHeight?: number;
      videoWidth?: number;
    };
    PostPlatform: {
      accountId: string;
      error: {
        code: string;
        message: string;
        platformCode?: string;
      } | null;
      /** @constant */
      exhausted?: true;
      firstComment?: {
        /** @enum {string} */
        status: 'none' | 'pending' | 'published' | 'failed';
      };
      /** @description The media that a fix gave this destination; absent where it has those of the post */
      media?: components['schemas']['PostMedia'][];
      /** Format: date-time */
      nextAttemptAt?: string;
      platform: string;
      platformPostId?: string;
      platformPostUrl?: string;
      postPlatformId: string;
      /** Format: date-time */
      publishedAt?: string;
      /** @description While the copy is being removed; with `nextAttemptAt` where the platform asked to wait */
      removal?: {
        deleted: number;
        error?: {
          code: string;
          message: string;
          platformCode?: string;
        };
        /** Format: date-time */
        nextAttemptAt?: string;
        /** @constant */
        status: 'pending';
        targets: number;
      };
      retryCount: number;
      skipReason?: string;
      /** @enum {string} */
      status: 'pending' | 'published' | 'failed' | 'skipped' | 'unpublished';
      /** @description What the published copy does without */
      warnings?: {
        code: string;
        message: string;
      }[];
    };
    ProcessStatus: {
      caughtUp: boolean;
      commit: string | null;
      /** @description Instances whose last action failed and will be retried */
      failing: number;
      instances: number;
      name: string;
      /** @description Why it is stopped, if it is */
      parked: string | null;
      parkedInstances: {
        error: string;
        eventType: string;
        instance: string;
        /** Format: date-time */
        parkedAt: string;
        stream: string;
      }[];
      says: string;
      started: boolean;
      /** @description Instances with a pending action, due now or later */
      waiting: number;
    };
    QueueSchedule: {
      slots: components['schemas']['QueueSlot'][];
      timezone: string;
    };
    QueueScheduleOutput: {
      slots: components['schemas']['QueueSlotOutput'][];
      timezone: string;
    };
    QueueSlot: {
      /** @description 0 is Sunday */
      day: number;
      time: string;
    };
    QueueSlotOutput: {
      /** @description 0 is Sunday */
      day: number;
      time: string;
    };
    ReadModelBuild: {
      caughtUp: boolean;
      /** @description Its position in the log */
      commit: string;
      /** @description The share of the log that it has passed, from 0 to 1 */
      done: number;
      /** @description The number of events it has passed */
      events: number;
      generation: number;
      /** @description Why it is stopped, if it is */
      parked: string | null;
      parkedKeys: {
        error: string;
        eventType: string;
        key: string;
        /** Format: date-time */
        parkedAt: string;
        stream: string;
      }[];
      /** @description The share of time that its catch-up may take */
      share: number;
      /** @enum {string} */
      status: 'building' | 'live' | 'retired';
      version: number;
    };
    ReadModelStatus: {
      builds: components['schemas']['ReadModelBuild'][];
      name: string;
      says: string;
      version: number;
    };
    RequestedApprovalWorkflowStep: {
      approverIds: string[];
      order: number;
      /** @default true */
      required: boolean;
      role: string;
    };
    RequestedAutomationActions: {
      /** @default null */
      directMessage: string | null;
      /** @default null */
      reply: string | null;
      /** @default null */
      sequenceId: components['schemas']['Id'] | null;
      tags?: string[];
    };
    Review: {
      account: {
        displayName: string;
        id: string;
        platform: string;
        username: string;
      };
      accountId: string;
      content: string | null;
      /** Format: date-time */
      createdAt: string;
      id: string;
      locationName: string | null;
      locationPath: string;
      /** Format: date-time */
      platformCreatedAt: string;
      platformReviewId: string;
      rating: number;
      read: boolean;
      replied: boolean;
      /** Format: date-time */
      repliedAt: string | null;
      replyContent: string | null;
      reviewerAvatarUrl: string | null;
      reviewerName: string;
      workspaceId: string;
    };
    /** @enum {string} */
    Role: 'OWNER' | 'ADMIN' | 'MEMBER' | 'EDITOR' | 'VIEWER';
    RotatedWebhookEndpoint: {
      /** Format: date-time */
      autoDisabledAt: string | null;
      /** @description Resets on success or re-enable */
      consecutiveFailures: number;
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      enabled: boolean;
      events: components['schemas']['WebhookEventType'][];
      /** @description Cumulative failed attempts; never resets */
      failureCount: number;
      id: string;
      /**
       * Format: date-time
       * @description The last successful delivery
       */
      lastDeliveryAt: string | null;
      /** Format: date-time */
      lastFailureAt: string | null;
      /** Format: date-time */
      previousSecretValidUntil: string;
      /** @description Signs the deliveries; returned this once */
      secret: string;
      /** Format: date-time */
      updatedAt: string;
      url: string;
    };
    SandboxConnection: {
      accounts: {
        [key: string]: string;
      };
      apiKey: string;
      baseUrl: string;
      sessionToken: string;
      userId: components['schemas']['Id'];
      workspaceId: components['schemas']['Id'];
    };
    SandboxOverview: {
      endpoints: {
        method: string;
        path: string;
        summary: string;
      }[];
      faults: {
        kinds: string[];
        operations: string[];
      };
      /** @description The path of the page with what is live on every platform */
      feed: string;
      /** @description The time in test workspaces, ISO 8601 */
      now: string;
      platforms: {
        /** @description Accounts of this workspace on the platform, at most 1,000 */
        accounts: number;
        /** @description The path of the platform's own page */
        feed: string;
        /** @description The path that lists what the platform holds */
        objects: string;
        platform: components['schemas']['Platform'];
      }[];
    };
    SegmentRules: {
      /** @description true: only contacts that have written to the account */
      hasInteraction?: boolean;
      /** @description One of these; empty is any */
      platforms?: string[] | unknown[] | string[];
      /** @description A contact must have all */
      tags?: string[];
    };
    Sequence: {
      /** Format: date-time */
      createdAt: string;
      enrollmentRules: {
        [key: string]: unknown;
      };
      exitOnReply: boolean;
      id: string;
      name: string;
      status: components['schemas']['SequenceStatus'];
      steps: components['schemas']['SequenceStep'][];
      /** Format: date-time */
      updatedAt: string;
      workspaceId: string;
    };
    SequenceEnrollment: {
      /** @description Null once the contact is deleted */
      contact: {
        displayName: string | null;
        id: string;
        platform: components['schemas']['Platform'];
        username: string | null;
      } | null;
      contactId: string;
      /** @description The steps that the contact has got */
      currentStep: number;
      /** Format: date-time */
      enrolledAt: string;
      /** Format: date-time */
      exitedAt: string | null;
      /** @description MANUAL, REPLY, SUPPRESSED, CONTACT_DELETED; of a FAILED one the error code */
      exitReason: string | null;
      id: string;
      /**
       * Format: date-time
       * @description Null while it waits, and after the end
       */
      nextRunAt: string | null;
      platform: components['schemas']['Platform'];
      sequenceId: string;
      status: components['schemas']['EnrollmentStatus'];
      /** @description SEQUENCE: that the sequence is ACTIVE. PLAN: that the plan has sequences again. Null otherwise */
      waitingFor: ('SEQUENCE' | 'PLAN') | null;
      workspaceId: string;
    };
    /** @enum {string} */
    SequenceStatus: 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'ARCHIVED';
    SequenceStep: {
      /** Format: date-time */
      createdAt: string;
      /** @description After the previous step, or after the enrollment */
      delayHours: number;
      id: string;
      messageTemplate: string;
      sequenceId: string;
      /** @description Counted from 1, without gaps */
      stepOrder: number;
      /** Format: date-time */
      updatedAt: string;
    };
    StoredComment: {
      accountId: string;
      authorAvatarUrl: string | null;
      authorId: string;
      authorUsername: string;
      /** @description Null where the platform does not name the author */
      contactId: string | null;
      content: string;
      /** Format: date-time */
      createdAt: string;
      hidden: boolean;
      /** Format: date-time */
      hiddenAt: string | null;
      id: string;
      isReply: boolean;
      ourReplyId: string | null;
      parentCommentId: string | null;
      /** @description Uppercase */
      platform: string;
      platformCommentId: string;
      /** Format: date-time */
      platformCreatedAt: string;
      platformPostId: string;
      postId: string | null;
      replied: boolean;
      /** Format: date-time */
      repliedAt: string | null;
      /** Format: date-time */
      updatedAt: string;
    };
    StoredMention: {
      accountId: string;
      /** @description May be a placeholder that cannot be resolved */
      authorId: string;
      /** @description Always null on Instagram */
      authorUsername: string | null;
      content: string | null;
      /** Format: date-time */
      createdAt: string;
      hidden: boolean;
      /** Format: date-time */
      hiddenAt: string | null;
      id: string;
      /** @description Facebook only */
      permalinkUrl: string | null;
      /** @description Uppercase */
      platform: string;
      /** Format: date-time */
      platformCreatedAt: string;
      platformMediaId: string | null;
      platformMentionId: string;
      /** @description Null where this service did not make the post */
      postId: string | null;
      read: boolean;
      /** Format: date-time */
      updatedAt: string;
    };
    /** @enum {string} */
    SuppressionReason: 'STOP_KEYWORD' | 'MANUAL';
    ThreadItem: {
      content?: string;
      mediaIds?: string[];
      sequence: number;
    };
    TikTokCreatorInfo: {
      canPost: boolean;
      commentDisabled: boolean;
      creatorAvatarUrl?: string;
      creatorNickname?: string;
      creatorUsername?: string;
      duetDisabled: boolean;
      maxVideoPostDurationSec?: number;
      privacyLevelOptions: string[];
      reason?: string;
      stitchDisabled: boolean;
    };
    TransferRequest: {
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      expiresAt: string;
      fromUserId: string;
      id: string;
      /** @constant */
      status: 'pending';
      targetUserId: string;
      workspaceId: string;
    };
    Unparked: {
      freed: string[];
      still: {
        error: string;
        name: string;
      }[];
    };
    User: {
      avatarUrl: string | null;
      /** Format: date-time */
      createdAt: string;
      email: string;
      externalId: string;
      id: string;
      isSystemAdmin: boolean;
      name: string | null;
      /** Format: date-time */
      updatedAt: string;
      workspaces: {
        id: string;
        /** Format: date-time */
        joinedAt: string;
        logo: string | null;
        logoUrl: string | null;
        name: string;
        plan: components['schemas']['Plan'];
        role: components['schemas']['Role'];
        slug: string;
      }[];
    };
    Verdict: {
      platforms: {
        [key: string]: {
          errors: {
            code: string;
            message: string;
          }[];
          valid: boolean;
          warnings: {
            code: string;
            message: string;
          }[];
        };
      };
      valid: boolean;
    };
    WebhookDelivery: {
      attempts: {
        error: string | null;
        /** @description X-Service-Delivery-Id of this attempt */
        id: string;
        latencyMs: number | null;
        retryCount: number;
        /** Format: date-time */
        startedAt: string;
        statusCode: number | null;
        /** @description null while it is in progress */
        success: boolean | null;
      }[];
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      deliveredAt: string | null;
      /** @description null for a publish callback */
      endpointId: string | null;
      error: string | null;
      event: string;
      /** @description X-Service-Event-Id and `eventId` of the body: one for an event and its type, the same for every attempt, redelivery and replay */
      eventId: string;
      id: string;
      latencyMs: number | null;
      /** Format: date-time */
      nextAttemptAt: string | null;
      redeliveryOf: string | null;
      replayId: string | null;
      /** @description The first 10 KB of the answer */
      responseBody: string | null;
      retryCount: number;
      /** @enum {string} */
      status: 'PENDING' | 'DELIVERING' | 'DELIVERED' | 'FAILED';
      statusCode: number | null;
      success: boolean;
    };
    WebhookEndpoint: {
      /** Format: date-time */
      autoDisabledAt: string | null;
      /** @description Resets on success or re-enable */
      consecutiveFailures: number;
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      enabled: boolean;
      events: components['schemas']['WebhookEventType'][];
      /** @description Cumulative failed attempts; never resets */
      failureCount: number;
      id: string;
      /**
       * Format: date-time
       * @description The last successful delivery
       */
      lastDeliveryAt: string | null;
      /** Format: date-time */
      lastFailureAt: string | null;
      /** Format: date-time */
      updatedAt: string;
      url: string;
    };
    WebhookEndpointChanges: {
      description?: string | null;
      enabled?: boolean;
      events?: components['schemas']['WebhookEventType'][];
      /** @description A public HTTPS address */
      url?: string;
    };
    /** @enum {string} */
    WebhookEventType:
      | 'post.created'
      | 'post.scheduled'
      | 'post.published'
      | 'post.failed'
      | 'post.draft.approved'
      | 'post.state_changed'
      | 'post.deleted'
      | 'account.connected'
      | 'account.disconnected'
      | 'account.error'
      | 'media.uploaded'
      | 'comment.received'
      | 'comment.replied'
      | 'mention.received'
      | 'review.received'
      | 'message.received'
      | 'contact.suppressed'
      | 'contact.unsuppressed'
      | 'broadcast.finished'
      | 'broadcast.failed'
      | 'enrollment.ended'
      | 'account.paused'
      | 'account.resumed'
      | 'workspace.plan_changed'
      | 'workspace.transfer_requested'
      | 'workspace.transfer_ended'
      | 'subscription.change_pending'
      | 'subscription.changed'
      | 'subscription.payment_status'
      | 'subscription.payment_failed';
    WebhookReplay: {
      /** Format: date-time */
      completedAt: string | null;
      /** Format: date-time */
      createdAt: string;
      endpointId: string;
      events: components['schemas']['WebhookEventType'][];
      from: string;
      id: string;
      /** @description Deliveries created so far */
      requested: number;
      /** @enum {string} */
      status: 'RUNNING' | 'COMPLETED';
      to: string;
      /** @description Deliveries in the range at the time of the request */
      total: number;
    };
    Workspace: {
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description Until when accounts beyond a lower plan stay active
       */
      graceUntil: string | null;
      id: string;
      logo: string | null;
      mode: components['schemas']['Mode'];
      name: string;
      ownerId: string;
      plan: components['schemas']['Plan'];
      role?: components['schemas']['Role'];
      settings: components['schemas']['WorkspaceSettingsOutput'];
      slug: string;
      /** Format: date-time */
      updatedAt: string;
    };
    WorkspaceSettings: {
      allowedPlatforms?: components['schemas']['Platform'][];
      approve_content?: boolean;
      approve_schedule?: boolean;
      autoArchiveDays?: 0 | 30 | 60 | 90 | 180;
      autoPrepareVideoAudio?: boolean;
      platformBetaTester?: boolean;
      require_approval?: boolean;
      separate_duties?: boolean;
      /** @enum {string} */
      week_start_day?: 'sunday' | 'monday';
    };
    WorkspaceSettingsOutput: {
      allowedPlatforms?: components['schemas']['Platform'][];
      approve_content?: boolean;
      approve_schedule?: boolean;
      autoArchiveDays?: 0 | 30 | 60 | 90 | 180;
      autoPrepareVideoAudio?: boolean;
      platformBetaTester?: boolean;
      require_approval?: boolean;
      separate_duties?: boolean;
      /** @enum {string} */
      week_start_day?: 'sunday' | 'monday';
    };
  };
  responses: {
    /** @description A refusal */
    Refusal: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
  };
  parameters: {
    /** @description The X-Position of a write that this answer has to contain */
    AfterPosition: string;
    /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
    AsOf: string;
    /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
    IdempotencyKey: string;
    /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
    Prefer: string;
    /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
    WorkspaceId: string;
  };
  requestBodies: never;
  headers: {
    /** @description Present where the request has fields or query parameters that the endpoint does not know: their paths, percent-encoded and separated by commas. The answer of a write names them in `warnings` too */
    IgnoredFields: string;
    /** @description The position of the write in the log; see X-After-Position */
    Position: string;
    /** @description Requests in the current window */
    RateLimitLimit: number;
    /** @description Requests left in the current window */
    RateLimitRemaining: number;
    /** @description Unix time at which the window ends */
    RateLimitReset: number;
    /** @description Identifies the request in logs and support cases */
    RequestId: string;
    /** @description Present where the answer may lack writes that it should contain */
    Stale: 'true';
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listAccounts: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        platform?: string;
        status?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            accounts: components['schemas']['Account'][];
            /** @description The same array */
            data: components['schemas']['Account'][];
            pagination: {
              has_more: boolean;
              next_cursor: string | null;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getAccount: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  disconnectAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listAccountComments: {
    parameters: {
      query?: {
        accountId?: components['schemas']['Id'];
        /** @description The nextCursor of the previous page: the id of its last item */
        cursor?: components['schemas']['Id'];
        hiddenOnly?: boolean;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description In any casing */
        platform?: string;
        replied?: boolean;
        /** @description Written at or after */
        since?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Comment'][];
            pagination: {
              hasMore: boolean;
              /** @description Absent on the last page */
              nextCursor?: string;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  syncAccountComments: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Posts whose comments could not be read */
            errors: number;
            message: string;
            /** @description Comments that are new to this service */
            synced: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getAccountDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getAccountHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listAccountPages: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The same array */
            data: {
              avatarUrl?: string;
              id: string;
              kind: string;
              name: string;
              username?: string;
            }[];
            pages: {
              avatarUrl?: string;
              id: string;
              kind: string;
              name: string;
              username?: string;
            }[];
            selectedPageId: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  refreshAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  selectAccountPage: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Empty clears the selection */
          pageId: string;
          pageName?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getTikTokCreatorInfo: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TikTokCreatorInfo'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  completeAuthorization: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        platform: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          callbackUrl?: string;
          code?: string;
          iss?: string;
          redirectUri?: string;
          state?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            account: components['schemas']['Account'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  authorizeAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        platform: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description LINKEDIN: which of its two logins. Other platforms ignore it
           * @enum {string}
           */
          accountType?: 'member' | 'organization';
          /** @description Synonym of redirectUri */
          callbackUrl?: string;
          instanceUrl?: string;
          /** @description The handle, where the platform starts from it */
          loginHint?: string;
          /** @enum {string} */
          oauthVersion?: 'instagram_login' | 'fb_login';
          /** @description HTTPS URL to which the platform sends the person back */
          redirectUri?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            authorizationUrl: string;
            state: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  storeOauthTokens: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Or `credentials` */
          accessToken?: string;
          /**
           * @description LINKEDIN: which of its two logins. Other platforms ignore it
           * @enum {string}
           */
          accountType?: 'member' | 'organization';
          /** @description Instead of accessToken: the secrets that a person pastes where the platform has no consent page (a bot token, an app password), by the platform’s own field names */
          credentials?: {
            [key: string]: string;
          };
          /** Format: date-time */
          expiresAt?: string;
          /** @description Seconds from now */
          expiresIn?: number;
          /** @description Further secrets of the platform beside the access token */
          extra?: {
            [key: string]: string;
          };
          instanceUrl?: string;
          /** @enum {string} */
          oauthVersion?: 'instagram_login' | 'fb_login';
          pageId?: string;
          pageName?: string;
          /** @description A platform constant */
          platform: string;
          refreshToken?: string;
          scopes?: string[];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listProcesses: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['ProcessStatus'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  unparkProcess: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          instance?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Unparked'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listReadModels: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['ReadModelStatus'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  rebuildReadModel: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description The share of time that its catch-up may take
           * @default 1
           */
          share?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      202: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            build: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  unparkReadModel: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          key?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Unparked'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  bestTime: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          platforms?: components['schemas']['Platform'][] | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            heatmap: {
              day: number;
              hour: number;
              score: number;
            }[];
            recommendation: {
              date: string;
              dayName: string;
              /** @enum {string} */
              engagement: 'high' | 'medium' | 'low';
              reason: string;
              time: string;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  buildImagePrompt: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          content: string;
          engineRules?: string | null;
          negativePrompts?: string[] | null;
          platform?: components['schemas']['Platform'] | null;
          style?: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            credits_remaining: number;
            credits_used: number;
            model: string;
            prompt: string;
            provider: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  enhanceByOwnKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          content: string;
          maxLength?: number | null;
          platform?: components['schemas']['Platform'] | null;
          style?: ('professional' | 'casual' | 'engaging' | 'formal' | 'humorous') | null;
          tone?: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            changes: string[];
            enhanced: string;
            original: string;
            platform: string | null;
            suggestions: string[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  enhanceContent: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          persona?: {
            bio?: string | null;
            name?: string | null;
            voice?: string | null;
          } | null;
          platform?: components['schemas']['Platform'] | null;
          text: string;
          tone?: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            credits_remaining: number;
            credits_used: number;
            enhanced: string;
            model: string;
            provider: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  enhanceContents: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          items: {
            persona?: {
              bio?: string | null;
              name?: string | null;
              voice?: string | null;
            } | null;
            platform?: components['schemas']['Platform'] | null;
            text: string;
            tone?: string | null;
          }[];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            credits_remaining: number;
            credits_used: number;
            results: {
              enhanced: string;
              model: string;
              provider: string;
            }[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  generatePostContent: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          batchIndex?: number | null;
          batchSize?: number | null;
          platform?: components['schemas']['Platform'] | null;
          previousPostsInBatch?: string[] | null;
          systemPrompt: string;
          topic?: string | null;
          userPrompt: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            content: string;
            model: string;
            provider: string;
            truncated: boolean;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  suggestHashtags: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          content: string;
          platform?: components['schemas']['Platform'] | null;
          platforms?: components['schemas']['Platform'][] | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            hashtags: string[];
            relevanceScores: {
              [key: string]: number;
            };
            suggestions: {
              relevance: number;
              tag: string;
              trending: boolean;
            }[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listImageJobs: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              cancelledItems: number;
              /** Format: date-time */
              completedAt: string | null;
              completedItems: number;
              /** Format: date-time */
              createdAt: string;
              failedItems: number;
              jobId: string;
              /** Format: date-time */
              startedAt: string | null;
              /** @enum {string} */
              status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'PARTIAL' | 'CANCELLING' | 'CANCELLED' | 'FAILED';
              totalItems: number;
            }[];
            jobs: {
              cancelledItems: number;
              /** Format: date-time */
              completedAt: string | null;
              completedItems: number;
              /** Format: date-time */
              createdAt: string;
              failedItems: number;
              jobId: string;
              /** Format: date-time */
              startedAt: string | null;
              /** @enum {string} */
              status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'PARTIAL' | 'CANCELLING' | 'CANCELLED' | 'FAILED';
              totalItems: number;
            }[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  submitImageJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          emblemRendering?: ('include' | 'exclude') | null;
          engineRules?: string | null;
          negativePrompts?: string[] | null;
          /** @description Wishes by name: each is a line of the rules in `resolvedPrompt` */
          options?: {
            [key: string]: string | number | boolean | null;
          } | null;
          personaId?: string | null;
          posts: {
            postId: string;
            promptText: string;
          }[];
          /** @description The configured one or its backup, which is asked where the other fails; another is refused */
          provider?: string | null;
          style?: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            backupModel: string | null;
            backupProvider: string | null;
            jobId: components['schemas']['Id'];
            model: string | null;
            provider: string;
            /** @constant */
            status: 'PENDING';
            totalItems: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getImageJob: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        jobId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            cancelledItems: number;
            /** Format: date-time */
            completedAt: string | null;
            completedItems: number;
            /** Format: date-time */
            createdAt: string;
            failedItems: number;
            items: {
              attemptCount: number;
              /** Format: date-time */
              completedAt: string | null;
              errorCode: string | null;
              errorMessage: string | null;
              id: string;
              /** @description Answers when the file is READY */
              imageUrl: string | null;
              /** @description The image as a file of the workspace */
              mediaId: string | null;
              postId: string;
              promptText: string;
              /** @description What the provider is asked: the prompt with the wishes of the job */
              resolvedPrompt: string;
              retryEligible: boolean;
              /** Format: date-time */
              startedAt: string | null;
              /** @enum {string} */
              status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
            }[];
            jobId: string;
            /** Format: date-time */
            startedAt: string | null;
            /** @enum {string} */
            status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'PARTIAL' | 'CANCELLING' | 'CANCELLED' | 'FAILED';
            totalItems: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  cancelImageJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        jobId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            jobId: components['schemas']['Id'];
            /** @constant */
            status: 'CANCELLING';
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getImageJobDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        jobId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getImageJobHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        jobId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  retryImageItem: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        itemId: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        jobId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            itemId: components['schemas']['Id'];
            /** @constant */
            status: 'PENDING';
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  putAiKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          apiKey: string;
          model?: string | null;
          /** @default openai */
          provider?: ('openai' | 'anthropic') | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            lastUpdated: string;
            model: string | null;
            provider: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deleteAiKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getAiStatus: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            configured: boolean;
            enabled: boolean;
            lastUpdated: string | null;
            model: string | null;
            provider: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  suggestTime: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        accountId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            accountId: string;
            alternatives: {
              score: number;
              time: string;
            }[];
            confidence: number;
            platform: string;
            reasoning: string;
            suggestedTime: string;
            timezone: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createThreadText: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          content: string;
          /** @default 5 */
          count?: number | null;
          platform?: components['schemas']['Platform'] | null;
          tone?: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            credits_remaining: number;
            credits_used: number;
            model: string;
            provider: string;
            threadItems: {
              content: string;
              sequence: number;
            }[];
            truncated: boolean;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getAccountInsights: {
    parameters: {
      query?: {
        from?: string;
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        accountId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            accountId: components['schemas']['Id'];
            daily: {
              /** @description Their copies: a post on two platforms has two */
              copies: number;
              date: string;
              /** @description Likes, comments, replies, reposts, shares, quotes, saves and bookmarks; null: none is offered */
              engagements: number | null;
              /** @description Their figures so far, added up */
              metrics: components['schemas']['Metrics'];
              /** @description Posts of which a copy went live in the range and was measured, each once */
              posts: number;
            }[];
            /**
             * Format: date-time
             * @description null: the platform was not asked yet
             */
            fetchedAt: string | null;
            from: string;
            growth: components['schemas']['Metrics'];
            history: {
              date: string;
              metrics: components['schemas']['Metrics'];
            }[];
            metrics: components['schemas']['Metrics'];
            platform: string;
            posts: {
              /** @description Their copies: a post on two platforms has two */
              copies: number;
              /** @description Engagements per impression; null without impressions */
              engagementRate: number | null;
              /** @description Likes, comments, replies, reposts, shares, quotes, saves and bookmarks; null: none is offered */
              engagements: number | null;
              /** @description Their figures so far, added up */
              metrics: components['schemas']['Metrics'];
              /** @description Posts of which a copy went live in the range and was measured, each once */
              posts: number;
            };
            to: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  refreshAccountInsights: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        accountId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            accountId: components['schemas']['Id'];
            /**
             * Format: date-time
             * @description null: the platform was not asked yet
             */
            fetchedAt: string | null;
            metrics: components['schemas']['Metrics'];
            platform: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getAggregateInsights: {
    parameters: {
      query?: {
        accountId?: components['schemas']['Id'];
        from?: string;
        platform?: string;
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            daily: {
              /** @description Their copies: a post on two platforms has two */
              copies: number;
              date: string;
              /** @description Likes, comments, replies, reposts, shares, quotes, saves and bookmarks; null: none is offered */
              engagements: number | null;
              /** @description Their figures so far, added up */
              metrics: components['schemas']['Metrics'];
              /** @description Posts of which a copy went live in the range and was measured, each once */
              posts: number;
            }[];
            from: string;
            /** @description By platform constant */
            platforms: {
              [key: string]: {
                /** @description Their copies: a post on two platforms has two */
                copies: number;
                /** @description Engagements per impression; null without impressions */
                engagementRate: number | null;
                /** @description Likes, comments, replies, reposts, shares, quotes, saves and bookmarks; null: none is offered */
                engagements: number | null;
                /** @description Their figures so far, added up */
                metrics: components['schemas']['Metrics'];
                /** @description Posts of which a copy went live in the range and was measured, each once */
                posts: number;
              };
            };
            to: string;
            totals: {
              /** @description Their copies: a post on two platforms has two */
              copies: number;
              /** @description Engagements per impression; null without impressions */
              engagementRate: number | null;
              /** @description Likes, comments, replies, reposts, shares, quotes, saves and bookmarks; null: none is offered */
              engagements: number | null;
              /** @description Their figures so far, added up */
              metrics: components['schemas']['Metrics'];
              /** @description Posts of which a copy went live in the range and was measured, each once */
              posts: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getBestHours: {
    parameters: {
      query?: {
        /** @description In any casing; by default all platforms */
        platform?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              hour: number;
              /** @description The median time from due to live. null: none went live */
              p50Seconds: number | null;
              platform: string;
              /** @description The number of posts due in this hour that have ended */
              posts: number;
              publishedShare: number;
              /** @description 1 is the best hour of the platform */
              rank: number;
              /** @description 0 is Sunday, UTC */
              weekday: number;
            }[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getFailureClasses: {
    parameters: {
      query?: {
        endDate?: string;
        /** @description In any casing; by default all platforms */
        platform?: string;
        startDate?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              code: string;
              /** @description Destinations that failed for good with this error */
              failed: number;
              platform: string;
              /** @description Attempts that failed with this error and were retried */
              retried: number;
              /** @description The Monday of the week; every week with a day in the range */
              week: string;
            }[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getInsightsOverview: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            accounts: {
              accountId: components['schemas']['Id'];
              /**
               * Format: date-time
               * @description null: the platform was not asked yet
               */
              fetchedAt: string | null;
              metrics: components['schemas']['Metrics'];
              platform: string;
            }[];
            change: {
              [key: string]: number;
            };
            daily: {
              /** @description Their copies: a post on two platforms has two */
              copies: number;
              date: string;
              /** @description Likes, comments, replies, reposts, shares, quotes, saves and bookmarks; null: none is offered */
              engagements: number | null;
              /** @description Their figures so far, added up */
              metrics: components['schemas']['Metrics'];
              /** @description Posts of which a copy went live in the range and was measured, each once */
              posts: number;
            }[];
            followers: number;
            period: {
              from: string;
              to: string;
            };
            /** @description By platform constant */
            platforms: {
              [key: string]: {
                /** @description Their copies: a post on two platforms has two */
                copies: number;
                /** @description Engagements per impression; null without impressions */
                engagementRate: number | null;
                /** @description Likes, comments, replies, reposts, shares, quotes, saves and bookmarks; null: none is offered */
                engagements: number | null;
                /** @description Their figures so far, added up */
                metrics: components['schemas']['Metrics'];
                /** @description Posts of which a copy went live in the range and was measured, each once */
                posts: number;
              };
            };
            previous: {
              /** @description Their copies: a post on two platforms has two */
              copies: number;
              /** @description Engagements per impression; null without impressions */
              engagementRate: number | null;
              /** @description Likes, comments, replies, reposts, shares, quotes, saves and bookmarks; null: none is offered */
              engagements: number | null;
              /** @description Their figures so far, added up */
              metrics: components['schemas']['Metrics'];
              /** @description Posts of which a copy went live in the range and was measured, each once */
              posts: number;
            };
            topPosts: {
              accountId: components['schemas']['Id'];
              engagements: number;
              /**
               * Format: date-time
               * @description null: the platform was not asked yet
               */
              fetchedAt: string | null;
              metrics: components['schemas']['Metrics'];
              platform: string;
              postId: components['schemas']['Id'];
              postPlatformId: components['schemas']['Id'];
              /** Format: date-time */
              publishedAt: string | null;
            }[];
            totals: {
              /** @description Their copies: a post on two platforms has two */
              copies: number;
              /** @description Engagements per impression; null without impressions */
              engagementRate: number | null;
              /** @description Likes, comments, replies, reposts, shares, quotes, saves and bookmarks; null: none is offered */
              engagements: number | null;
              /** @description Their figures so far, added up */
              metrics: components['schemas']['Metrics'];
              /** @description Posts of which a copy went live in the range and was measured, each once */
              posts: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getPostInsights: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        postId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * Format: date-time
             * @description null: the platform was not asked yet
             */
            fetchedAt: string | null;
            platforms: {
              [key: string]: {
                /** @description Each copy by itself; `metrics` above adds them up */
                accounts: {
                  accountId: components['schemas']['Id'];
                  /**
                   * Format: date-time
                   * @description null: the platform was not asked yet
                   */
                  fetchedAt: string | null;
                  metrics: components['schemas']['Metrics'];
                  postPlatformId: components['schemas']['Id'];
                }[];
                /**
                 * Format: date-time
                 * @description null: the platform was not asked yet
                 */
                fetchedAt: string | null;
                metrics: components['schemas']['Metrics'];
              };
            };
            postId: components['schemas']['Id'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getPostInsightsHistory: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        postId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            copies: {
              accountId: components['schemas']['Id'];
              /** @description The values of each metric by its name */
              metrics: {
                [key: string]: {
                  at: string;
                  value: number;
                }[];
              };
              platform: string;
              postPlatformId: components['schemas']['Id'];
            }[];
            postId: components['schemas']['Id'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  refreshPostInsights: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        postId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            errors: {
              accountId: components['schemas']['Id'];
              code: string;
              message: string;
              platform: string;
            }[];
            /**
             * Format: date-time
             * @description null: the platform was not asked yet
             */
            fetchedAt: string | null;
            platforms: {
              [key: string]: {
                /** @description Each copy by itself; `metrics` above adds them up */
                accounts: {
                  accountId: components['schemas']['Id'];
                  /**
                   * Format: date-time
                   * @description null: the platform was not asked yet
                   */
                  fetchedAt: string | null;
                  metrics: components['schemas']['Metrics'];
                  postPlatformId: components['schemas']['Id'];
                }[];
                /**
                 * Format: date-time
                 * @description null: the platform was not asked yet
                 */
                fetchedAt: string | null;
                metrics: components['schemas']['Metrics'];
              };
            };
            postId: components['schemas']['Id'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getTimeToPublish: {
    parameters: {
      query?: {
        endDate?: string;
        /** @description In any casing; by default all platforms */
        platform?: string;
        startDate?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              day: string;
              mostSeconds: number;
              p50Seconds: number;
              p95Seconds: number;
              platform: string;
              published: number;
            }[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listApprovalQueue: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description Counted from 1 */
        page?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['ApprovalQueueItem'][];
            items: components['schemas']['ApprovalQueueItem'][];
            pagination: {
              limit: number;
              page: number;
              total: number;
              totalPages: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  countApprovalQueue: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            count: number;
            data: {
              count: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getAudienceFigures: {
    parameters: {
      query?: {
        /** @description In any casing */
        platform?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            accounts: {
              accountId: string;
              displayName: string;
              /**
               * Format: date-time
               * @description null: the platform was not asked yet
               */
              fetchedAt: string | null;
              /** @description Null where the platform does not state it */
              followers: number | null;
              metrics: components['schemas']['Metrics'];
              platform: components['schemas']['Platform'];
              username: string;
            }[];
            followers: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getAccountAudience: {
    parameters: {
      query?: {
        from?: string;
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        accountId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            accountId: string;
            daily: {
              date: string;
              followers: number;
            }[];
            displayName: string;
            /**
             * Format: date-time
             * @description null: the platform was not asked yet
             */
            fetchedAt: string | null;
            /** @description Null where the platform does not state it */
            followers: number | null;
            from: string;
            growth: number | null;
            metrics: components['schemas']['Metrics'];
            platform: components['schemas']['Platform'];
            to: string;
            username: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listAudiences: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description Counted from 1 */
        page?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            audiences: components['schemas']['Audience'][];
            pagination: {
              limit: number;
              page: number;
              total: number;
              totalPages: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createAudience: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          description?: string | null;
          name: string;
          segmentRules?: components['schemas']['SegmentRules'] | null;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedAudience'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getAudience: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            audience: components['schemas']['Audience'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deleteAudience: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changeAudience: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          description?: string | null;
          name?: string;
          segmentRules?: components['schemas']['SegmentRules'] | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedAudience'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getAudienceDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getAudienceHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  previewAudienceCount: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Platform constants, in any casing */
          platforms?: string[];
          socialAccountId?: components['schemas']['Id'] | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            count: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listAuditLogs: {
    parameters: {
      query?: {
        /** @description The id of a person or key */
        actor?: string;
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        from?: string;
        keyId?: components['schemas']['Id'];
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description A kind (post), an id, or both (post/c…) */
        resource?: string;
        to?: string;
        /** @description An event type, PostScheduled for example */
        type?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['AuditLogEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  batchPosts: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          operations: components['schemas']['BatchOperation'][];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            results: components['schemas']['BatchResult'][];
            summary: {
              failed: number;
              succeeded: number;
              total: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  buyAiAddOn: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          tier: components['schemas']['AiTier'] | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            message: string;
            /** @constant */
            success: true;
            tier: components['schemas']['AiTier'] | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  cancelSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @default false */
          cancelScheduledPosts?: boolean;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            draftedPosts: number;
            effectiveDate: string;
            message: string;
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changeBillingPlan: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          billingPeriod?: components['schemas']['BillingPeriod'];
          plan: components['schemas']['Plan'];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            billingPeriod: components['schemas']['BillingPeriod'];
            message: string;
            plan: components['schemas']['Plan'];
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  openCheckout: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @default null */
          aiTier?: components['schemas']['AiTier'] | null;
          /** @default monthly */
          billingPeriod?: components['schemas']['BillingPeriod'];
          /** @enum {string} */
          plan: 'starter' | 'pro' | 'agency';
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** Format: date-time */
            expiresAt: string;
            url: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listCredits: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description Counted from 1 */
        page?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The same as remaining */
            balance: number;
            data: components['schemas']['CreditMovement'][];
            limit: number;
            pagination: {
              limit: number;
              page: number;
              total: number;
              totalPages: number;
            };
            period: {
              end: string;
              start: string;
            };
            purchased: number;
            remaining: number;
            reserved: number;
            used: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  buyCredits: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          amount?: number;
          credits?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description US dollars */
            charged: number;
            credits: number;
            message: string;
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  purchaseCredits: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          amount?: number;
          credits?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description US dollars */
            charged: number;
            credits: number;
            message: string;
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getCurrentBilling: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            aiTier: components['schemas']['AiTier'] | null;
            billingPeriod: components['schemas']['BillingPeriod'];
            cancelAtPeriodEnd: boolean;
            /** Format: date-time */
            currentPeriodEnd: string;
            /** Format: date-time */
            currentPeriodStart: string;
            /**
             * Format: date-time
             * @description Until when accounts beyond the plan stay active
             */
            graceUntil: string | null;
            /** @description US dollars; see PUT /v1/billing/purchase-bound */
            ownerBuysAbove: number | null;
            pendingChange: {
              effectiveDate: string | null;
              newPlan: components['schemas']['Plan'];
              /** @enum {string} */
              type: 'downgrade' | 'cancellation';
            } | null;
            plan: components['schemas']['Plan'];
            /** @description US dollars a period, without the add-on */
            price: number;
            recentlyExpiredTrial: boolean;
            /** @enum {string} */
            status: 'free' | 'trialing' | 'active' | 'past_due' | 'canceling';
            /** Format: date-time */
            trialEnd: string | null;
            trialTotalDays: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getBillingDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getBillingHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getBillingPortal: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            url: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  openBillingPortal: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            url: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  setPurchaseBound: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          ownerBuysAbove: number | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            ownerBuysAbove: number | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  resumeSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            message: string;
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getScheduledPostCount: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            count: number;
            /** @description null is unlimited */
            limit: number | null;
            /** @description null is unlimited */
            remaining: number | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getBillingUsage: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            accounts: {
              /** @description null is unlimited */
              limit: number | null;
              /** @description null is unlimited */
              remaining: number | null;
              used: number;
            };
            aiCredits: {
              /** @description null is unlimited */
              limit: number | null;
              /** @description null is unlimited */
              remaining: number | null;
              used: number;
            };
            members: {
              /** @description null is unlimited */
              limit: number | null;
              /** @description null is unlimited */
              remaining: number | null;
              used: number;
            };
            monthlyPosts: {
              /** @description null is unlimited */
              limit: number | null;
              /** @description null is unlimited */
              remaining: number | null;
              used: number;
            };
            period: {
              end: string;
              start: string;
            };
            plan: components['schemas']['Plan'];
            scheduledPosts: {
              /** @description null is unlimited */
              limit: number | null;
              /** @description null is unlimited */
              remaining: number | null;
              used: number;
            };
            storedBytes: {
              /** @description null is unlimited */
              limit: number | null;
              /** @description null is unlimited */
              remaining: number | null;
              used: number;
            };
            workspaces: {
              /** @description null is unlimited */
              limit: number | null;
              /** @description null is unlimited */
              remaining: number | null;
              used: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listBroadcasts: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description Counted from 1 */
        page?: number;
        status?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            broadcasts: components['schemas']['Broadcast'][];
            pagination: {
              limit: number;
              page: number;
              total: number;
              totalPages: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createBroadcast: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Copies the rules of a saved audience to segmentRules; give one of the two */
          audienceId?: components['schemas']['Id'] | null;
          messageTemplate: string;
          name: string;
          /** @description Platform constants, in any casing */
          platforms: string[];
          scheduledFor?: string | null;
          segmentRules?: components['schemas']['SegmentRules'] | null;
          socialAccountId?: components['schemas']['Id'] | null;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedBroadcast'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getBroadcast: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            broadcast: components['schemas']['Broadcast'];
            deliveryStats: {
              [key: string]: number;
            };
            progress: {
              delivered: number;
              /**
               * Format: date-time
               * @description While it is SENDING, by the pace so far
               */
              estimatedEndAt: string | null;
              failed: number;
              percentage: number;
              remaining: number;
              total: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deleteBroadcast: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changeBroadcast: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Copies the rules of a saved audience to segmentRules; give one of the two */
          audienceId?: components['schemas']['Id'] | null;
          messageTemplate?: string;
          name?: string;
          /** @description Platform constants, in any casing */
          platforms?: string[];
          scheduledFor?: string | null;
          segmentRules?: components['schemas']['SegmentRules'] | null;
          socialAccountId?: components['schemas']['Id'] | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedBroadcast'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listBroadcastDeliveries: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 50 by default */
        limit?: number;
        /** @description Counted from 1 */
        page?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            deliveries: components['schemas']['BroadcastDelivery'][];
            pagination: {
              limit: number;
              page: number;
              total: number;
              totalPages: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getBroadcastDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getBroadcastHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  pauseBroadcast: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            broadcast: {
              id: string;
              status: components['schemas']['BroadcastStatus'];
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  resumeBroadcast: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            broadcast: {
              id: string;
              status: components['schemas']['BroadcastStatus'];
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  retryBroadcast: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            batches: number;
            broadcast: {
              id: string;
              status: components['schemas']['BroadcastStatus'];
            };
            retriedContacts: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  sendBroadcast: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            batches: number;
            broadcast: {
              id: string;
              status: components['schemas']['BroadcastStatus'];
            };
            enqueuedContacts: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  previewBroadcastCount: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          hasInteraction?: boolean;
          /** @description Platform constants, in any casing */
          platforms?: string[];
          socialAccountId?: components['schemas']['Id'] | null;
          tags?: string[];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            count: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listBulkJobs: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['BulkJob'][];
            jobs: components['schemas']['BulkJob'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createBulkJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          accountId: components['schemas']['Id'];
          creditsPerPost?: number | null;
          /** @default false */
          generateImages?: boolean | null;
          personaId?: string | null;
          platform: components['schemas']['Platform'];
          scheduledDates: string[];
          topicHint?: string | null;
          totalPosts: number;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            jobId: string;
            message: string;
            status: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getBulkJob: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        jobId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BulkJob'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  cancelBulkJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        jobId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            jobId: string;
            message: string;
            status: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getBulkJobDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        jobId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getBulkJobHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        jobId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  resumeBulkJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        jobId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            jobId: string;
            message: string;
            status: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  validateBulkGeneration: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          accountId: components['schemas']['Id'];
          creditsPerPost?: number | null;
          /** @default false */
          generateImages?: boolean | null;
          totalPosts: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            creditBalance: number;
            error: string | null;
            estimatedCredits: number;
            valid: boolean;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  fixDuplicatePlatforms: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              duplicatePostsRemoved: number;
              postPlatformRowsRemoved: number;
              removed: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listCalendarPersonas: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 100 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CalendarPersona'][];
            pagination: {
              hasMore: boolean;
              nextCursor: string | null;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createCalendarPersona: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          accountIds?: string[];
          displayName: string;
          runtimePrompt?: string | null;
          slug: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CalendarPersona'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getCalendarPersona: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CalendarPersona'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deleteCalendarPersona: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changeCalendarPersona: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          displayName?: string;
          isActive?: boolean;
          runtimePrompt?: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CalendarPersona'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getCalendarPersonaDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getCalendarPersonaHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listCalendarPosts: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        from?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        platform?: string;
        postId?: string;
        status?:
          | 'DRAFT'
          | 'PENDING_APPROVAL'
          | 'APPROVED'
          | 'REJECTED'
          | 'PUBLISHING'
          | 'PUBLISHED'
          | 'FAILED'
          | 'UNPUBLISHED';
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CalendarPost'][];
            pagination: {
              hasMore: boolean;
              nextCursor: string | null;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createCalendarPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          accountId: string;
          arc?: string | null;
          content: string;
          imageUrl?: string | null;
          mediaId?: string | null;
          notes?: string | null;
          personaId?: string | null;
          platform: string;
          scheduledAt?: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CalendarPost'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getCalendarPost: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CalendarPost'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deleteCalendarPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changeCalendarPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          arc?: string | null;
          content?: string;
          imageUrl?: string | null;
          mediaId?: string | null;
          notes?: string | null;
          personaId?: string | null;
          scheduledAt?: string | null;
          /** @enum {string} */
          status?:
            | 'DRAFT'
            | 'PENDING_APPROVAL'
            | 'APPROVED'
            | 'REJECTED'
            | 'PUBLISHING'
            | 'PUBLISHED'
            | 'FAILED'
            | 'UNPUBLISHED';
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CalendarPost'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  approveCalendarPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          notes?: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CalendarPost'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getCalendarPostDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getCalendarPostHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  publishCalendarPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CalendarPost'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  rejectCalendarPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          notes?: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CalendarPost'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  submitCalendarPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CalendarPost'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  syncCalendar: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              added: number;
              errors: {
                accountId: string;
                message: string;
                platform: string;
              }[];
              platforms: string[];
              postsPerPlatform: {
                [key: string]: number;
              };
              removed: number;
              unchanged: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listCommentAutomations: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description Counted from 1 */
        page?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            automations: components['schemas']['CommentAutomation'][];
            pagination: {
              limit: number;
              page: number;
              total: number;
              totalPages: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createCommentAutomation: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @default null */
          accountId?: components['schemas']['Id'] | null;
          actions: components['schemas']['RequestedAutomationActions'];
          /** @default true */
          isActive?: boolean;
          keywords: string[];
          /** @description WORD, CONTAINS, EXACT, in any casing */
          match?: string;
          name: string;
          /** @default null */
          postId?: components['schemas']['Id'] | null;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedCommentAutomation'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getCommentAutomation: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            automation: components['schemas']['CommentAutomation'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deleteCommentAutomation: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changeCommentAutomation: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          accountId?: components['schemas']['Id'] | null;
          actions?: components['schemas']['RequestedAutomationActions'];
          isActive?: boolean;
          keywords?: string[];
          /** @description WORD, CONTAINS, EXACT, in any casing */
          match?: string;
          name?: string;
          postId?: components['schemas']['Id'] | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedCommentAutomation'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getCommentAutomationDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  dryRunCommentAutomation: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @default 100 */
          limit?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            examined: number;
            matched: number;
            matches: {
              commentId: string;
              contactId: string;
              content: string;
              keyword: string;
              /** Format: date-time */
              platformCreatedAt: string;
              /** @description Why it would not run: the rule has acted for the person, or would on an earlier comment */
              reason: ('ALREADY_RUN' | 'LATER_COMMENT') | null;
              wouldRun: boolean;
            }[];
            wouldRun: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getCommentAutomationHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listCommentAutomationRuns: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description Counted from 1 */
        page?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            pagination: {
              limit: number;
              page: number;
              total: number;
              totalPages: number;
            };
            runs: components['schemas']['CommentAutomationRun'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listContacts: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description Counted from 1 */
        page?: number;
        /** @description In any casing */
        platform?: string;
        search?: string;
        tags?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            contacts: components['schemas']['Contact'][];
            limit: number;
            page: number;
            pages: number;
            total: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  upsertContact: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          avatarUrl?: string | null;
          /** @description At most 50 fields, and 10000 characters as JSON */
          customFields?: {
            [key: string]: unknown;
          };
          displayName?: string | null;
          /** @description A platform constant, in any casing */
          platform: string;
          platformId: string;
          tags?: string[];
          username?: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ContactDetail'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getContact: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ContactDetail'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deleteContact: {
    parameters: {
      query?: {
        erase?: boolean;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description true */
            ok: boolean;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changeContact: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description At most 50 fields, and 10000 characters as JSON */
          customFields?: {
            [key: string]: unknown;
          };
          displayName?: string | null;
          isSuppressed?: boolean;
          tags?: string[];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ContactDetail'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getContactDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getContactHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  sendContactMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          content?: string;
          message?:
            | string
            | {
                text: string;
              };
          messageText?: string;
          /**
           * @description A person of the account wrote the answer: it may go out for 7 days instead of 24 hours
           * @constant
           */
          tag?: 'HUMAN_AGENT';
          text?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ContactDetail'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  tagContact: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description 1 to 100 characters, without a comma */
          tag: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ContactDetail'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  untagContact: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        tag: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ContactDetail'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  exportContacts: {
    parameters: {
      query?: {
        /** @description In any casing */
        platform?: string;
        search?: string;
        tags?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'text/csv; charset=utf-8': string;
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  importContacts: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The file as a text */
          csv: string;
          /** @default false */
          dryRun?: boolean;
          /** @default 0 */
          offset?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description This and the following count the lines of this request */
            created: number;
            /** @description By line of the file, counted from 1 */
            errors: {
              line: number;
              message: string;
            }[];
            failed: number;
            nextOffset: number | null;
            percentage: number;
            /** @description The data lines that are dealt with, those before offset included */
            processed: number;
            /** @description The data lines of the file */
            total: number;
            unchanged: number;
            updated: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listContactImports: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description Counted from 1 */
        page?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            imports: components['schemas']['ContactImport'][];
            pagination: {
              limit: number;
              page: number;
              total: number;
              totalPages: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  startContactImport: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The file as a text */
          csv: string;
        };
        'text/csv': string;
      };
    };
    responses: {
      /** @description Success */
      202: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ContactImport'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getContactImport: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ContactImport'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  cancelContactImport: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ContactImport'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getContactImportDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listContactImportErrors: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description Counted from 1 */
        page?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            errors: {
              column: string | null;
              line: number;
              message: string;
            }[];
            pagination: {
              limit: number;
              page: number;
              total: number;
              totalPages: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getContactImportHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  previewMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          contactId?: components['schemas']['Id'];
          messageTemplate: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MessagePreview'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getEventCatalogue: {
    parameters: {
      query?: {
        /** @description Only this type */
        type?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CataloguedEvent'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  exportEvents: {
    parameters: {
      query?: {
        /** @description After this position: the end of an earlier export */
        after?: string;
        /** @description A JSON object a line, or Apache Parquet with `data` as a JSON column */
        format?: 'ndjson' | 'parquet';
        /** @description Occurred at this time or later; a date means the start of that day */
        from?: string;
        /** @description Leaves personal data out, or includes them sealed, which is unreadable */
        personal?: 'drop' | 'sealed';
        /** @description Occurred before this time; a date means the start of that day */
        to?: string;
        /** @description Event types, separated by commas */
        type?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.apache.parquet': string;
          'application/x-ndjson': string;
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  streamEvents: {
    parameters: {
      query?: {
        /** @description `start`, or a position (X-Position, the id of an event). By default from now on */
        after?: string;
        /** @description Ids of posts, accounts and so on, separated by commas */
        aggregateId?: string;
        /** @description Categories of streams (post, account …), separated by commas */
        category?: string;
        /** @description Event types, separated by commas */
        type?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listHashtagSets: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 50 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HashtagSet'][];
            pagination: {
              hasMore: boolean;
              nextCursor: string | null;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createHashtagSet: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
          /** @description 1 to 30 tags of 1 to 50 characters */
          tags: string[];
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HashtagSet'];
            message: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getHashtagSet: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HashtagSet'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deleteHashtagSet: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            message: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changeHashtagSet: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          name?: string;
          /** @description 1 to 30 tags of 1 to 50 characters */
          tags?: string[];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HashtagSet'];
            message: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getHashtagSetDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getHashtagSetHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listInboxComments: {
    parameters: {
      query?: {
        accountId?: components['schemas']['Id'];
        /** @description The nextCursor of the previous page: the id of its last item */
        cursor?: components['schemas']['Id'];
        hiddenOnly?: boolean;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description In any casing */
        platform?: string;
        replied?: boolean;
        /** @description Written at or after */
        since?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Comment'][];
            pagination: {
              hasMore: boolean;
              /** @description Absent on the last page */
              nextCursor?: string;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getComment: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Comment'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getCommentDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  hideComment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['StoredComment'];
            /** @description Whether it was also applied on the platform */
            platformSynced: boolean;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  unhideComment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['StoredComment'];
            /** @description Whether it was also applied on the platform */
            platformSynced: boolean;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getCommentHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  markCommentReplied: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Comment'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  markCommentUnreplied: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Comment'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  replyPrivatelyToComment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          content: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The author of the comment */
            contactId: string;
            /** @description The platform's id of the message */
            messageId: string;
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  replyToComment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          content: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The platform's id of the reply */
            replyId: string;
            /** @description As the platform states it; left out where it states none */
            replyUrl?: string;
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getCommentStats: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Comments by lowercase platform; platforms without comments are left out */
            byPlatform: {
              [key: string]: number;
            };
            /** @description Answered, or marked so, since midnight UTC */
            repliedToday: number;
            total: number;
            unreplied: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listMentions: {
    parameters: {
      query?: {
        accountId?: components['schemas']['Id'];
        hiddenOnly?: boolean;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description Counted from 1 */
        page?: number;
        /** @description In any casing */
        platform?: string;
        unreadOnly?: boolean;
        /** @description One of the workspaces of the person; by default all */
        workspaceId?: components['schemas']['Id'];
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Mention'][];
            meta: {
              hasMore: boolean;
              limit: number;
              page: number;
              total: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getMention: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mention'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  hideMention: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['StoredMention'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  unhideMention: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['StoredMention'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  readMention: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mention'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getMentionStats: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            unreadCount: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listReviews: {
    parameters: {
      query?: {
        accountId?: components['schemas']['Id'];
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        locationPath?: string;
        /** @description Counted from 1 */
        page?: number;
        rating?: number;
        unreadOnly?: boolean;
        unrepliedOnly?: boolean;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Review'][];
            meta: {
              hasMore: boolean;
              limit: number;
              page: number;
              total: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  readReview: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Review'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  replyToReview: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          comment: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Review'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listReviewLocations: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            locations: {
              locationName: string | null;
              locationPath: string;
            }[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getReviewStats: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            totalCount: number;
            unreadCount: number;
            unrepliedCount: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  syncInbox: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            accounts: {
              accountId: string;
              errors: number;
              message: string;
              /** @description Lowercase */
              platform: string;
              synced: number;
            }[];
            /** @constant */
            success: true;
            totalErrors: number;
            totalSynced: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listMyInvitations: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 100 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** Format: date-time */
              createdAt: string;
              email: string;
              /** Format: date-time */
              expiresAt: string;
              id: string;
              invitedBy: string;
              /** @enum {string} */
              role: 'ADMIN' | 'MEMBER' | 'EDITOR' | 'VIEWER';
              /** @constant */
              status: 'pending';
              workspaceId: string;
              workspaceName: string;
            }[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
      };
      path: {
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              email: string;
              /** Format: date-time */
              expiresAt: string;
              /** @enum {string} */
              role: 'ADMIN' | 'MEMBER' | 'EDITOR' | 'VIEWER';
              workspace: {
                logo: string | null;
                name: string;
                slug: string;
              };
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  acceptInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              name: string;
              role: components['schemas']['Role'];
              slug: string;
              workspaceId: string;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listMedia: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        status?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Media'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getMedia: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Media'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deleteMedia: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  describeMedia: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          altText: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Media'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  confirmMediaUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Media'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getMediaDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getMediaHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  refreshMediaUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** Format: date-time */
            expiresAt: string;
            presignedUrl: string;
            uploadHeaders: {
              [key: string]: string;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  validateMedia: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Platform constants, in any casing */
          targetPlatforms: string[];
        };
      };
    };
    responses: {
      /** @description Success */
      202: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            jobId: string;
            queued: boolean;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getMediaValidationStatus: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            validationResults: {
              [key: string]: {
                errors: string[];
                valid: boolean;
                warnings?: string[];
              };
            };
            /** @enum {string} */
            validationStatus: 'pending' | 'passed' | 'failed' | 'skipped';
            videoCodec: string | null;
            /** @description Seconds; null while unknown */
            videoDuration: number | null;
            videoHeight: number | null;
            videoWidth: number | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  presignMediaInBulk: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          files: {
            contentType: string;
            filename: string;
            size: number;
          }[];
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            uploads: {
              /** Format: date-time */
              expiresAt: string;
              key: string;
              mediaId: string;
              presignedUrl: string;
              uploadHeaders: {
                [key: string]: string;
              };
            }[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  requestVideoUploadsInBulk: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Platform constants, in any casing */
          targetPlatforms: string[];
          videos: {
            contentType: string;
            filename: string;
            fileSizeMb: number;
          }[];
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            videos: {
              /** Format: date-time */
              expiresAt: string;
              mediaId: string;
              s3Key: string;
              uploadHeaders: {
                [key: string]: string;
              };
              uploadUrl: string;
            }[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  importMedia: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          altText?: string;
          contentType?: string;
          filename?: string;
          url: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Media'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  registerMedia: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          altText?: string;
          contentType: string;
          filename?: string;
          url: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Media'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  requestMediaUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description As of describeMedia */
          altText?: string;
          /** @description image/jpeg, image/png, image/webp, image/gif, video/mp4, video/quicktime, video/x-msvideo, video/webm, application/pdf, application/x-subrip, text/vtt, text/plain */
          contentType: string;
          filename: string;
          sizeBytes: number;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** Format: date-time */
            expiresAt: string;
            mediaId: string;
            /** @description Required headers of the PUT */
            uploadHeaders: {
              [key: string]: string;
            };
            /** @description PUT the bytes here */
            uploadUrl: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listPersonas: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            personas: components['schemas']['PersonaSummary'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getPersona: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Persona'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deletePersona: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changePersona: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          avatarUrl?: string | null;
          description?: string | null;
          name?: string;
          platforms?: string[];
          /** @example x */
          primaryPlatform?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Persona'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listPersonaAccounts: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            accountIds: string[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  linkPersonaAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          socialAccountId: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            accountIds: string[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  unlinkPersonaAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        accountId: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            accountIds: string[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listPersonaArcs: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            arcs: components['schemas']['PersonaArcAnswer'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  addPersonaArc: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          description?: string | null;
          endsAt?: string | null;
          startsAt?: string | null;
          /** @enum {string} */
          status?: 'planned' | 'active' | 'completed';
          title: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonaArcAnswer'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deletePersonaArc: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        arcId: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changePersonaArc: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        arcId: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          description?: string | null;
          endsAt?: string | null;
          startsAt?: string | null;
          /** @enum {string} */
          status?: 'planned' | 'active' | 'completed';
          title?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonaArcAnswer'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getPersonaDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  duplicatePersona: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            personaId: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getPersonaEvolution: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            memory: components['schemas']['PersonaMemory'][];
            state: components['schemas']['PersonaEvolutionState'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  evolvePersona: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @default {} */
          modules?: {
            [key: string]: {
              [key: string]: unknown;
            };
          };
          summary: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            entry: components['schemas']['PersonaMemory'];
            persona: components['schemas']['PersonaFields'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getPersonaEvolutionState: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonaEvolutionState'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  switchPersonaEvolution: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          enabled: boolean;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            enabled: boolean;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  exportPersona: {
    parameters: {
      query?: {
        includeMemory?: boolean;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            format: 'svcpersona';
            modules: components['schemas']['PersonaModule'][];
          } & {
            [key: string]: unknown;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getPersonaHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listPersonaModules: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            modules: components['schemas']['PersonaModule'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  putPersonaModule: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        moduleType: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          data: {
            [key: string]: unknown;
          };
          /** @default 1 */
          schemaVersion?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            moduleType: components['schemas']['PersonaModuleType'];
            updated: boolean;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  assemblePersona: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @default POST_GENERATION
           * @enum {string}
           */
          generationType?:
            'POST_GENERATION' | 'THREAD_GENERATION' | 'COMMENT_GENERATION' | 'REPLY_GENERATION' | 'IMAGE_GENERATION';
          ideaInput?:
            | (
                | string
                | {
                    [key: string]: unknown;
                  }
              )
            | null;
          /**
           * @description By default the primary platform
           * @example x
           */
          platform?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            systemPrompt: string;
            userPrompt: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  setDefaultPersona: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Persona'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listPersonaVersions: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            versions: components['schemas']['PersonaVersion'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getDefaultPersona: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['Persona']
            | {
                persona: null;
              };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  importPersona: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          description?: string | null;
          exportedAt?: unknown;
          /** @constant */
          format?: 'svcpersona';
          /** @constant */
          formatVersion?: 1;
          memory?: (
            | string
            | {
                content: string;
                createdAt?: unknown;
              }
          )[];
          /** @default [] */
          modules?: {
            data: {
              [key: string]: unknown;
            };
            moduleType: string;
            /** @default 1 */
            schemaVersion?: number;
          }[];
          name?: string;
          persona?: {
            description?: string | null;
            name: string;
            platforms?: string[];
            /** @example x */
            primaryPlatform?: string;
          };
          platforms?: string[];
          /** @example x */
          primaryPlatform?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            personaId: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createPersona: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          description?: string | null;
          /** @default {} */
          modules?: {
            [key: string]: {
              [key: string]: unknown;
            };
          };
          name: string;
          /** @example x */
          primaryPlatform?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Persona'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listPlatforms: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              [key: string]: unknown;
            }[];
            platforms: {
              [key: string]: unknown;
            }[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listPosts: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Scheduled, published or else created at this time or later */
        from?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        platform?: string;
        status?:
          | 'draft'
          | 'scheduled'
          | 'publishing'
          | 'published'
          | 'partial'
          | 'failed'
          | 'cancelled'
          | 'unpublished'
          | 'archived'
          | 'pending_approval'
          | 'approved'
          | 'payment_paused';
        /** @description Scheduled, published or else created at this time or earlier; a day counts whole */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The same array */
            data: components['schemas']['Post'][];
            hasMore: boolean;
            nextCursor: string | null;
            pagination: {
              cursor: string | null;
              hasMore: boolean;
            };
            posts: components['schemas']['Post'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreatePostRequest'];
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Post'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getPost: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Post'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deletePost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  updatePost: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['EditPostRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Post'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getApprovalHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['ApprovalHistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getApprovalStatus: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            approval: components['schemas']['PostApproval'] | null;
            approvers: {
              comment: string | null;
              /** Format: date-time */
              decidedAt: string;
              stepOrder: number;
              userId: string;
            }[];
            currentStep: components['schemas']['PostApprovalStep'] | null;
            pending: boolean;
            postId: string;
            /** @enum {string} */
            postStatus:
              | 'draft'
              | 'scheduled'
              | 'publishing'
              | 'published'
              | 'partial'
              | 'failed'
              | 'cancelled'
              | 'unpublished'
              | 'archived'
              | 'pending_approval'
              | 'approved'
              | 'payment_paused';
            status: ('pending' | 'approved' | 'rejected' | 'voided' | 'withdrawn') | null;
            steps: components['schemas']['PostApprovalStep'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  approvePost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          comment?: string | null;
          /** @description The step that the approver saw */
          stepOrder?: number;
          /** @description The updatedAt of the post that the approver saw */
          version?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Post'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  cancelPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Post'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listPostComments: {
    parameters: {
      query?: {
        accountId?: components['schemas']['Id'];
        /** @description The nextCursor of the previous page: the id of its last item */
        cursor?: components['schemas']['Id'];
        hiddenOnly?: boolean;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description In any casing */
        platform?: string;
        replied?: boolean;
        /** @description Written at or after */
        since?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Comment'][];
            pagination: {
              hasMore: boolean;
              /** @description Absent on the last page */
              nextCursor?: string;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getPostDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getPostHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  fixDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        postPlatformId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          mediaUrl: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Post'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  resolveDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        postPlatformId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json':
          | {
              /** @constant */
              outcome: 'published';
              platformPostId: string;
              /** Format: uri */
              platformPostUrl?: string;
            }
          | {
              /** @constant */
              outcome: 'not_published';
            };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Post'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  publishPost: {
    parameters: {
      query?: {
        sync?: boolean;
        /** @description Seconds to wait with sync */
        timeout?: number;
      };
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Post'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  rejectPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          comment: string;
          /** @description The step that the approver saw */
          stepOrder?: number;
          /** @description The updatedAt of the post that the approver saw */
          version?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Post'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  retryPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Post'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  startApproval: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          workflowId: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Post'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  unpublishPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            note: string | null;
            results: {
              [key: string]: {
                deleted: number;
                detail?: string;
                reason?: string;
                success: boolean;
                targets: number;
              };
            };
            unsupported_platforms: string[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  withdrawApproval: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Post'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  bulkCreatePosts: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          dryRun?: boolean;
          options?: {
            dryRun?: boolean;
          };
          posts: unknown[];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            results: components['schemas']['BulkPostResult'][];
            summary: {
              created: number;
              failed: number;
              total: number;
              valid: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  validatePost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          content: string;
          mediaIds?: string[];
          platforms: string[];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Verdict'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getQueue: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueueScheduleOutput'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  setQueue: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['QueueSchedule'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueueScheduleOutput'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getQueueDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getQueueHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  exportReportAsCsv: {
    parameters: {
      query?: {
        accounts?: string;
        from?: string;
        language?: 'en' | 'de' | 'fr' | 'es';
        /** @description The id of a JPEG or PNG file of the workspace; only in the PDF */
        logo?: components['schemas']['Id'];
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'text/csv; charset=utf-8': string;
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  exportReportAsPdf: {
    parameters: {
      query?: {
        accounts?: string;
        from?: string;
        language?: 'en' | 'de' | 'fr' | 'es';
        /** @description The id of a JPEG or PNG file of the workspace; only in the PDF */
        logo?: components['schemas']['Id'];
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/pdf': string;
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  exportReportAsXlsx: {
    parameters: {
      query?: {
        accounts?: string;
        from?: string;
        language?: 'en' | 'de' | 'fr' | 'es';
        /** @description The id of a JPEG or PNG file of the workspace; only in the PDF */
        logo?: components['schemas']['Id'];
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getSandbox: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxOverview'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createSandboxAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          accountType?: string;
          canAutoRefresh?: boolean;
          /** @enum {string} */
          oauthVersion?: 'instagram_login' | 'fb_login';
          platform: components['schemas']['Platform'];
          tokenExpiresInSeconds?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  setSandboxAi: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          outcome: 'ok' | 'error' | 'slow';
          /** @default 1 */
          times?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {string} */
            outcome: 'ok' | 'error' | 'slow';
            /** @default 1 */
            times: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getSandboxClock: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            now: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  advanceSandboxClock: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          seconds: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            due: number;
            now: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createSandboxContacts: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          accountId: string;
          count: number;
          tags?: string[];
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            created: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  setSandboxCredits: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          balance: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            balance: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  readSandboxDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        deliveryId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            /** Format: date-time */
            readAt: string;
            /** @constant */
            status: 'READ';
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listSandboxEmails: {
    parameters: {
      query?: {
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            emails: {
              listUnsubscribe?: string;
              /** Format: date-time */
              sentAt: string;
              subject: string;
              text: string;
              to: string;
            }[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createSandboxFault: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          accountId?: string;
          /** @enum {string} */
          fault:
            | 'rate_limited'
            | 'server_error'
            | 'timeout'
            | 'reset_before'
            | 'reset_after'
            | 'error_after'
            | 'slow'
            | 'token_expired'
            | 'token_revoked'
            | 'forbidden'
            | 'duplicate'
            | 'media_rejected'
            | 'container_failed';
          /** @enum {string} */
          operation: 'publish' | 'upload' | 'comment' | 'delete' | 'refresh' | 'list' | 'message';
          platform: components['schemas']['Platform'];
          /** @default 1 */
          times?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  clearSandboxFaults: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  receiveSandboxComment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          accountId: string;
          author: {
            id: string;
            username: string;
          };
          parentCommentId?: string;
          platformPostId: string;
          text: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            platformCommentId: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  receiveSandboxMention: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          accountId: string;
          author: {
            id: string;
            username: string;
          };
          text: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            platformMentionId: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  receiveSandboxMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          accountId: string;
          author: {
            id: string;
            username: string;
          };
          text: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            platformMessageId: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  receiveSandboxReview: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          accountId: string;
          locationName: string;
          locationPath: string;
          rating: number;
          reviewerName: string;
          text?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            platformReviewId: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createSandboxMember: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @default MEMBER
           * @enum {string}
           */
          role?: 'ADMIN' | 'MEMBER' | 'EDITOR' | 'VIEWER';
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            sessionToken: string;
            userId: components['schemas']['Id'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  setSandboxMetrics: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          metrics: {
            [key: string]: number;
          };
          platform: components['schemas']['Platform'];
          platformPostId: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  setSandboxPayments: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          outcome: 'ok' | 'declined' | 'no_payment_method';
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {string} */
            outcome: 'ok' | 'declined' | 'no_payment_method';
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listSandboxObjects: {
    parameters: {
      query?: {
        accountId?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        platform: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            objects: {
              [key: string]: unknown;
            }[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  setSandboxUsage: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          requests: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            requests: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createSandboxWorkspace: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @default pro */
          aiTier?: components['schemas']['AiTier'] | null;
          /** @default true */
          connectAll?: boolean;
          /** @default agency */
          plan?: components['schemas']['Plan'];
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxConnection'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listSequences: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description Counted from 1 */
        page?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            pagination: {
              limit: number;
              page: number;
              total: number;
              totalPages: number;
            };
            sequences: components['schemas']['Sequence'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createSequence: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          enrollmentRules?:
            | {
                /** @description Platform constants, in any casing; only with tags. By default all that have messages */
                platforms?: string[];
                /** @description A contact must have all of them */
                tags?: string[];
              }
            | {
                /** @description Platform constants, in any casing */
                platforms?: string[];
                tags: string[];
              }
            | Record<string, never>;
          /** @default true */
          exitOnReply?: boolean;
          name: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedSequence'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getSequence: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            enrollmentStats: {
              [key: string]: number;
            };
            sequence: components['schemas']['Sequence'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  archiveSequence: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changeSequence: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          exitOnReply?: boolean;
          name?: string;
          status?: components['schemas']['SequenceStatus'];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedSequence'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listSequenceEnrollments: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 50 by default */
        limit?: number;
        /** @description Counted from 1 */
        page?: number;
        status?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            enrollments: components['schemas']['SequenceEnrollment'][];
            pagination: {
              limit: number;
              page: number;
              total: number;
              totalPages: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  enrollContact: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          contactId: components['schemas']['Id'];
          /** @description That of the contact, in any casing */
          platform: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedSequenceEnrollment'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  exitEnrollment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        enrollId: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listSequenceSteps: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            steps: components['schemas']['SequenceStep'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  addSequenceStep: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          delayHours: number;
          messageTemplate: string;
          stepOrder?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedSequenceStep'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  removeSequenceStep: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        stepId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changeSequenceStep: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        stepId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          delayHours?: number;
          messageTemplate?: string;
          stepOrder?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedSequenceStep'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getNotificationPreferences: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            isDefault: boolean;
            preferences: components['schemas']['NotificationPreferences'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  saveNotificationPreferences: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          analyticsReport?: boolean;
          approvalUpdates?: boolean;
          dormantLastPublishedDays?: number;
          dormantLastPublishedEnabled?: boolean;
          dormantNoScheduledDays?: number;
          dormantNoScheduledEnabled?: boolean;
          /** @description An empty list is every account */
          dormantWatchedAccountIds?: string[];
          /** @description The master switch: without it no notification is mailed */
          emailEnabled?: boolean;
          marketingEmails?: boolean;
          postFailed?: boolean;
          postPublished?: boolean;
          /** @description Ignored: it is always false */
          pushEnabled?: unknown;
          /** @description An IANA time zone */
          timezone?: string;
          webhookFailed?: boolean;
          weeklyDigest?: boolean;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            message: string;
            preferences: components['schemas']['NotificationPreferences'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getNotificationPreferencesDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getNotificationPreferencesHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changeAiAddOn: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          tier: components['schemas']['AiTier'] | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            message: string;
            /** @constant */
            success: true;
            tier: components['schemas']['AiTier'] | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getAiUsage: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            billing_period_end: string;
            billing_period_start: string;
            /** @description null is unlimited */
            credits_limit: number | null;
            credits_remaining: number | null;
            credits_used: number;
            migration: {
              banner: string;
              isClearUpgrade: boolean;
              monthlySavings: number;
              recommendedTier: components['schemas']['AiTier'];
            } | null;
            subscribed: boolean;
            tier: components['schemas']['AiTier'] | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  cancelPendingChange: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            message: string;
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changeSubscriptionPlan: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          billingPeriod?: components['schemas']['BillingPeriod'];
          plan: components['schemas']['Plan'];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            billingPeriod: components['schemas']['BillingPeriod'];
            message: string;
            plan: components['schemas']['Plan'];
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  designateAccounts: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          accountIds?: components['schemas']['Id'][];
          keepAccountIds?: components['schemas']['Id'][];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            accountIds: string[];
            message: string;
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getDowngradeReadiness: {
    parameters: {
      query: {
        targetPlan: components['schemas']['Plan'];
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            effectiveDate: string;
            graceDays: number;
            graceExpiresDate: string;
            items: {
              actionUrl?: string;
              allowed: number;
              /** @enum {string} */
              category: 'social_accounts' | 'workspaces' | 'ai_credits' | 'monthly_posts';
              current: number;
              excess: number;
              message: string;
              requiresDesignation: boolean;
              /** @enum {string} */
              severity: 'ok' | 'heads_up' | 'action_needed';
            }[];
            targetPlan: components['schemas']['Plan'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getPendingChanges: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            pendingChanges: {
              effectiveDate: string | null;
              newPlan: components['schemas']['Plan'];
              /** @enum {string} */
              type: 'downgrade' | 'cancellation';
            } | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  previewSubscriptionChange: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @default monthly */
          billingPeriod?: components['schemas']['BillingPeriod'];
          /** @enum {string} */
          plan: 'starter' | 'pro' | 'agency';
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            billingPeriod: components['schemas']['BillingPeriod'];
            currentPlan: components['schemas']['Plan'];
            effectiveDate: string;
            isUpgrade: boolean;
            message: string;
            newPlan: components['schemas']['Plan'];
            /** @description US dollars, charged now */
            prorationAmount: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  updateSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          aiTier?: components['schemas']['AiTier'] | null;
          billingPeriod?: components['schemas']['BillingPeriod'];
          plan?: components['schemas']['Plan'];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            aiTier: components['schemas']['AiTier'] | null;
            billingPeriod: components['schemas']['BillingPeriod'];
            message: string;
            plan: components['schemas']['Plan'];
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  requestAvatarUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @default image/png */
          contentType?: string;
          filename?: string;
          sizeBytes?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The same address */
            avatarUrl: string;
            /** Format: date-time */
            expiresAt: string;
            key: string;
            publicUrl: string;
            uploadHeaders: {
              [key: string]: string;
            };
            uploadUrl: string;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getMe: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deleteMe: {
    parameters: {
      query?: {
        /** @description Also delete workspaces that I own and that have no other member */
        deleteWorkspaces?: boolean;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changeMe: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          avatarUrl?: string | null;
          name?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getMyDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  exportMe: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** Format: date-time */
            exportedAt: string;
            user: components['schemas']['User'];
          } & {
            [key: string]: unknown;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  setAnalyticsClientId: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          clientId: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getMyHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changePassword: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          currentPassword: string;
          newPassword: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listMySessions: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              address: string;
              /** @description Whether it is the session of this request */
              current: boolean;
              device: string;
              id: string;
              /** @enum {string} */
              method: 'password' | 'password_link' | 'set_up';
              /** Format: date-time */
              startedAt: string;
            }[];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  endOtherSessions: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  endSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        sessionId: components['schemas']['Id'] | 'current';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getMySubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            subscription: {
              aiTier: components['schemas']['AiTier'] | null;
              billingPeriod: components['schemas']['BillingPeriod'];
              cancelUrl: string;
              /** Format: date-time */
              currentPeriodEnd: string;
              /** Format: date-time */
              endsAt: string | null;
              plan: components['schemas']['Plan'];
              /** @description US dollars a period, the add-on included */
              price: number;
              /** @enum {string} */
              status: 'active' | 'past_due' | 'canceling';
              workspaces: {
                id: string;
                name: string;
              }[];
            } | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  cancelMySubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            effectiveDate: string;
            message: string;
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  resumeMySubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            message: string;
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listMyWorkspaces: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              accountCount: number;
              id: string;
              /** Format: date-time */
              joinedAt: string;
              logo: string | null;
              logoUrl: string | null;
              memberCount: number;
              name: string;
              plan: components['schemas']['Plan'];
              postCount: number;
              role: components['schemas']['Role'];
              slug: string;
            }[];
            total: number;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createMyWorkspace: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          logo?: string | null;
          name: string;
          slug: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Workspace'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listWebhooks: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['WebhookEndpoint'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          description?: string | null;
          events: components['schemas']['WebhookEventType'][];
          /** @description A public HTTPS address */
          url: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedWebhookEndpoint'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getWebhook: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  updateWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['WebhookEndpointChanges'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        event?:
          | 'post.created'
          | 'post.scheduled'
          | 'post.published'
          | 'post.failed'
          | 'post.draft.approved'
          | 'post.state_changed'
          | 'post.deleted'
          | 'account.connected'
          | 'account.disconnected'
          | 'account.error'
          | 'media.uploaded'
          | 'comment.received'
          | 'comment.replied'
          | 'mention.received'
          | 'review.received'
          | 'message.received'
          | 'contact.suppressed'
          | 'contact.unsuppressed'
          | 'broadcast.finished'
          | 'broadcast.failed'
          | 'enrollment.ended'
          | 'account.paused'
          | 'account.resumed'
          | 'workspace.plan_changed'
          | 'workspace.transfer_requested'
          | 'workspace.transfer_ended'
          | 'subscription.change_pending'
          | 'subscription.changed'
          | 'subscription.payment_status'
          | 'subscription.payment_failed'
          | 'test.webhook';
        /** @description Created at this time or later */
        from?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        status?: 'PENDING' | 'DELIVERING' | 'DELIVERED' | 'FAILED';
        /** @description Created at this time or earlier; a day counts whole */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['WebhookDelivery'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getWebhookDelivery: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        deliveryId: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getWebhookDeliveryDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        deliveryId: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getWebhookDeliveryHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        deliveryId: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  redeliverWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        deliveryId: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getWebhookDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getWebhookHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  replayWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          events?: components['schemas']['WebhookEventType'][];
          /** Format: date-time */
          from: string;
          /** Format: date-time */
          to: string;
        };
      };
    };
    responses: {
      /** @description Success */
      202: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookReplay'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getWebhookReplay: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        replayId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookReplay'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getWebhookReplayDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        replayId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getWebhookReplayHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        replayId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RotatedWebhookEndpoint'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listCallbackDeliveries: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        event?:
          | 'post.created'
          | 'post.scheduled'
          | 'post.published'
          | 'post.failed'
          | 'post.draft.approved'
          | 'post.state_changed'
          | 'post.deleted'
          | 'account.connected'
          | 'account.disconnected'
          | 'account.error'
          | 'media.uploaded'
          | 'comment.received'
          | 'comment.replied'
          | 'mention.received'
          | 'review.received'
          | 'message.received'
          | 'contact.suppressed'
          | 'contact.unsuppressed'
          | 'broadcast.finished'
          | 'broadcast.failed'
          | 'enrollment.ended'
          | 'account.paused'
          | 'account.resumed'
          | 'workspace.plan_changed'
          | 'workspace.transfer_requested'
          | 'workspace.transfer_ended'
          | 'subscription.change_pending'
          | 'subscription.changed'
          | 'subscription.payment_status'
          | 'subscription.payment_failed'
          | 'test.webhook';
        /** @description Created at this time or later */
        from?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        status?: 'PENDING' | 'DELIVERING' | 'DELIVERED' | 'FAILED';
        /** @description Created at this time or earlier; a day counts whole */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['WebhookDelivery'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getCallbackDelivery: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        deliveryId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getCallbackDeliveryDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        deliveryId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getCallbackDeliveryHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path: {
        /** @description 25 characters beginning with c */
        deliveryId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  issueCallbackSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallbackSecret'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          webhookId: components['schemas']['Id'];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listWorkspaces: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description Counted from 1 */
        page?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Workspace'][];
            pagination: {
              limit: number;
              page: number;
              total: number;
              totalPages: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createWorkspace: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The workspace that a session acts in; by default the person's oldest. An API key belongs to one workspace */
        'X-Workspace-Id'?: components['parameters']['WorkspaceId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          logo?: string | null;
          name: string;
          /** @default {} */
          settings?: components['schemas']['WorkspaceSettings'];
          slug: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workspace'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getWorkspace: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workspace'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deleteWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changeWorkspace: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          logo?: string | null;
          name?: string;
          settings?: components['schemas']['WorkspaceSettings'];
          slug?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workspace'];
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listApiKeys: {
    parameters: {
      query?: never;
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['ApiKey'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createApiKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @default [] */
          allowedIps?: string[];
          /** @default false */
          canApprove?: boolean;
          expiresAt?: string | null;
          name: string;
          scopes: string[];
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              allowedIps: string[];
              /** @description Whether the key may approve and reject posts as its maker */
              canApprove: boolean;
              /** Format: date-time */
              createdAt: string;
              createdBy: string;
              daysUntilExpiration: number | null;
              /** @enum {string} */
              expirationStatus: 'active' | 'expiring_soon' | 'expired';
              /** Format: date-time */
              expiresAt: string | null;
              id: string;
              key: string;
              name: string;
              prefix: string;
              /**
               * @description requested by a manager; maker_left: the person who made the key is no member any more; maker_lost_role: that person is no longer owner or administrator
               * @enum {string}
               */
              revocationReason?: 'requested' | 'maker_left' | 'maker_lost_role';
              /** Format: date-time */
              revokedAt: string | null;
              scopes: string[];
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  revokeApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        keyId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['ApiKey'];
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changeApiKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        keyId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          allowedIps?: string[];
          canApprove?: boolean;
          name?: string;
          scopes?: string[];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['ApiKey'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getApiKeyHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        keyId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getApiKeyUsage: {
    parameters: {
      query?: {
        endDate?: string;
        startDate?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        keyId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** @description Milliseconds; null where there were no requests */
              averageResponseTimeMs: number | null;
              endpoints: {
                /** @description Milliseconds; null where there were no requests */
                averageResponseTimeMs: number | null;
                count: number;
                /** @description Answered with 400 or more */
                errorCount: number;
                method: string;
                /** @description The endpoint's pattern, /v1/posts/:id for example */
                path: string;
              }[];
              /**
               * Format: date-time
               * @description Within the given days
               */
              lastUsedAt: string | null;
              /** @description Both inclusive, in UTC */
              period: {
                /** Format: date */
                end: string;
                /** Format: date */
                start: string;
              };
              totalRequests: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listExpiringApiKeys: {
    parameters: {
      query?: {
        days?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['ApiKey'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getApiUsage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              percentage: {
                remaining: number;
                used: number;
              };
              period: {
                end: string;
                start: string;
              };
              plan: {
                name: string;
                slug: components['schemas']['Plan'];
              };
              requests: {
                limit: number;
                remaining: number;
                total: number;
              };
              /** @enum {string} */
              status: 'healthy' | 'warning' | 'critical';
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getApiUsageByEndpoint: {
    parameters: {
      query?: {
        endDate?: string;
        startDate?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** @description Milliseconds; null where there were no requests */
              averageResponseTimeMs: number | null;
              count: number;
              /** @description Answered with 400 or more */
              errorCount: number;
              method: string;
              /** @description The endpoint's pattern, /v1/posts/:id for example */
              path: string;
            }[];
            /** @description Both inclusive, in UTC */
            period: {
              /** Format: date */
              end: string;
              /** Format: date */
              start: string;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getApiUsageTimeseries: {
    parameters: {
      query?: {
        endDate?: string;
        startDate?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** @description Milliseconds; null where there were no requests */
              averageResponseTimeMs: number | null;
              /** Format: date */
              date: string;
              errors: number;
              requests: number;
            }[];
            /** @description Both inclusive, in UTC */
            period: {
              /** Format: date */
              end: string;
              /** Format: date */
              start: string;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listApprovalWorkflows: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description Counted from 1 */
        page?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['ApprovalWorkflow'][];
            pagination: {
              limit: number;
              page: number;
              total: number;
              totalPages: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  createApprovalWorkflow: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
          steps: components['schemas']['RequestedApprovalWorkflowStep'][];
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['ApprovalWorkflow'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getApprovalWorkflow: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        workflowId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['ApprovalWorkflow'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  replaceApprovalWorkflow: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        workflowId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
          steps: components['schemas']['RequestedApprovalWorkflowStep'][];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['ApprovalWorkflow'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deleteApprovalWorkflow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        workflowId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getApprovalWorkflowDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        workflowId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getApprovalWorkflowHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        workflowId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  requestWorkspaceDeletion: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          reason?: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** Format: date-time */
              createdAt: string;
              id: string;
              reason: string | null;
              workspaceId: string;
            };
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getWorkspaceDiff: {
    parameters: {
      query: {
        from: string;
        /** @description By default now */
        to?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              changes: components['schemas']['Difference'][];
              events: components['schemas']['HistoryEntry'][];
              /** @description More than 100 events happened: the history has all */
              hasMoreEvents: boolean;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getWorkspaceHistory: {
    parameters: {
      query?: {
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['HistoryEntry'][];
            hasMore: boolean;
            nextCursor: string | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listInvitations: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 100 by default */
        limit?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Invitation'][];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  inviteMember: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: email */
          email: string;
          /**
           * @default MEMBER
           * @enum {string}
           */
          role?: 'ADMIN' | 'MEMBER' | 'EDITOR' | 'VIEWER';
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Invitation'];
            /** @description true where the mail is queued: it is sent right after this answer, with retries. false where no mail server is configured */
            emailSent: boolean;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  deleteInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        invitationId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  resendInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        invitationId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Invitation'];
            /** @description true where the mail is queued: it is sent right after this answer, with retries. false where no mail server is configured */
            emailSent: boolean;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listMembers: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100, 20 by default */
        limit?: number;
        /** @description Counted from 1 */
        page?: number;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              email: string | null;
              /** Format: date-time */
              joinedAt: string;
              name: string | null;
              role: components['schemas']['Role'];
              userId: string;
            }[];
            pagination: {
              limit: number;
              page: number;
              total: number;
              totalPages: number;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  removeMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        userId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  changeMemberRole: {
    parameters: {
      query?: never;
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
        /** @description 25 characters beginning with c */
        userId: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          role: 'ADMIN' | 'MEMBER' | 'EDITOR' | 'VIEWER';
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              role: components['schemas']['Role'];
              userId: string;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  listRequestHistory: {
    parameters: {
      query?: {
        apiKeyId?: components['schemas']['Id'];
        /** @description Opaque, taken from the previous response */
        cursor?: string;
        /** @description At this time or earlier: an ISO 8601 instant, or a whole day in UTC */
        endDate?: string;
        /** @description Items a page: 1 to 100, 50 by default */
        limit?: number;
        method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /** @description A part of the path */
        path?: string;
        /** @description At this time or later: an ISO 8601 instant, or a day in UTC */
        startDate?: string;
        status?: string;
      };
      header?: {
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              actorId: string;
              /** @enum {string} */
              actorType: 'api_key' | 'user';
              apiKeyId: string | null;
              id: string;
              ipAddress: string | null;
              method: string;
              path: string;
              requestId: string;
              responseTimeMs: number;
              statusCode: number;
              timestamp: string;
            }[];
            pagination: {
              has_more: boolean;
              limit: number;
              next_cursor: string | null;
            };
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getTransfer: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** Format: date-time */
              createdAt: string;
              /** Format: date-time */
              expiresAt: string;
              fromUserId: string;
              id: string;
              /** @constant */
              status: 'pending';
              targetUserId: string;
              workspaceId: string;
            } | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  requestTransfer: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          targetUserId: components['schemas']['Id'];
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['TransferRequest'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  cancelTransfer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  acceptTransfer: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  declineTransfer: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  getTransferAtPlural: {
    parameters: {
      query?: {
        /** @description Answers as of this moment: a position of the log (X-Position, or one of a history), which always gives the same answer, or an ISO 8601 instant on the clock of the workspace */
        asOf?: components['parameters']['AsOf'];
      };
      header?: {
        /** @description The X-Position of a write that this answer has to contain */
        'X-After-Position'?: components['parameters']['AfterPosition'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          'X-Stale': components['headers']['Stale'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              /** Format: date-time */
              createdAt: string;
              /** Format: date-time */
              expiresAt: string;
              fromUserId: string;
              id: string;
              /** @constant */
              status: 'pending';
              targetUserId: string;
              workspaceId: string;
            } | null;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  requestTransferAtPlural: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key within 24 hours names the same request: it is executed once and each repeat gets the same answer */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description `handling=strict` refuses a field or query parameter that the endpoint does not know with 400 VALIDATION_ERROR; it is ignored by default */
        Prefer?: components['parameters']['Prefer'];
      };
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          targetUserId: components['schemas']['Id'];
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          'X-Ignored-Fields': components['headers']['IgnoredFields'];
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['TransferRequest'];
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
  cancelTransferAtPlural: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description 25 characters beginning with c */
        id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Position': components['headers']['Position'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'X-RateLimit-Reset': components['headers']['RateLimitReset'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
          };
        };
      };
      default: components['responses']['Refusal'];
    };
  };
}
