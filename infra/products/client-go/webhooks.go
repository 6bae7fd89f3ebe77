package social

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// WebhookTolerance is how old a delivery may be by default.
const WebhookTolerance = 5 * time.Minute

var unixSeconds = regexp.MustCompile(`^[0-9]{1,12}$`)

// VerifyWebhook says whether a delivery is genuine and recent. body is the request body exactly as received, signature
// the value of X-Service-Signature. Give several secrets while one is being replaced. now is time.Now(), or the clock of
// a test workspace. Deduplicate on eventId of the body.
func VerifyWebhook(body []byte, signature string, secrets []string, tolerance time.Duration, now time.Time) bool {
	timestamp := ""
	candidates := [][]byte{}
	for _, part := range strings.Split(signature, ",") {
		scheme, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if scheme == "t" && timestamp == "" {
			timestamp = value
		}
		if digest, err := hex.DecodeString(value); scheme == "v2" && err == nil && len(digest) == sha256.Size {
			candidates = append(candidates, digest)
		}
	}
	if !unixSeconds.MatchString(timestamp) {
		return false
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)) > tolerance {
		return false
	}
	genuine := false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(timestamp + "."))
		mac.Write(body)
		expected := mac.Sum(nil)
		for _, candidate := range candidates {
			genuine = hmac.Equal(candidate, expected) || genuine
		}
	}
	return genuine
}
