package main

// #region verify
import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

func isGenuine(body []byte, signature string) bool {
	parts := strings.Split(signature, ",")
	sentAt := ""
	for _, part := range parts {
		if name, value, _ := strings.Cut(strings.TrimSpace(part), "="); name == "t" && sentAt == "" {
			sentAt = value
		}
	}
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	if err != nil || time.Now().Unix()-seconds > 300 {
		return false
	}
	hash := hmac.New(sha256.New, []byte(os.Getenv("WEBHOOK_SECRET")))
	hash.Write([]byte(sentAt + "."))
	hash.Write(body)
	expected := "v2=" + hex.EncodeToString(hash.Sum(nil))
	for _, part := range parts {
		if hmac.Equal([]byte(strings.TrimSpace(part)), []byte(expected)) {
			return true
		}
	}
	return false
}

// #endregion

func main() {
	body, err := io.ReadAll(os.Stdin)
	if err == nil && isGenuine(body, os.Getenv("SIGNATURE")) {
		fmt.Println("genuine")
	} else {
		fmt.Println("forged")
	}
}
