package social

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// File is a file to upload: its Path, or its Content with a Name.
type File struct {
	Path    string
	Content []byte
	// By default the last part of the path.
	Name string
	// By default that of the name's ending.
	ContentType string
	// What it shows, for people who cannot see it.
	AltText string
}

// Progress is how far a transfer is.
type Progress struct {
	Filename              string
	SentBytes, TotalBytes int64
}

// OnProgress is called as bytes are sent; nil is no call.
type OnProgress func(Progress)

const transferRetries = 2

var knownTypes = map[string]string{
	".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png", ".gif": "image/gif", ".webp": "image/webp",
	".mp4": "video/mp4", ".mov": "video/quicktime", ".avi": "video/x-msvideo", ".webm": "video/webm",
	".pdf": "application/pdf", ".srt": "application/x-subrip", ".vtt": "text/vtt", ".txt": "text/plain",
}

type openedFile struct {
	File
	size int64
}

func openFile(file File) (openedFile, error) {
	if file.Name == "" {
		file.Name = filepath.Base(file.Path)
	}
	if file.ContentType == "" {
		ending := strings.ToLower(filepath.Ext(file.Name))
		if file.ContentType = knownTypes[ending]; file.ContentType == "" {
			file.ContentType = mime.TypeByExtension(ending)
		}
	}
	if file.ContentType == "" {
		return openedFile{}, fmt.Errorf("the type of %s is not known: give a ContentType", file.Name)
	}
	if file.Content != nil {
		return openedFile{file, int64(len(file.Content))}, nil
	}
	about, err := os.Stat(file.Path)
	if err != nil {
		return openedFile{}, err
	}
	return openedFile{file, about.Size()}, nil
}

// bytes reads the content from its beginning, as often as a transfer breaks.
func (f openedFile) bytes() (io.ReadCloser, error) {
	if f.Content != nil {
		return io.NopCloser(bytes.NewReader(f.Content)), nil
	}
	return os.Open(f.Path)
}

type counted struct {
	io.ReadCloser
	progress Progress
	note     OnProgress
}

func (c *counted) Read(into []byte) (int, error) {
	count, err := c.ReadCloser.Read(into)
	c.progress.SentBytes += int64(count)
	if c.note != nil && count > 0 {
		c.note(c.progress)
	}
	return count, err
}

// put transfers a file. A transfer that broke, or met a fault of the storage, begins again.
func (c *Client) put(ctx context.Context, file openedFile, url string, headers map[string]string, note OnProgress) error {
	for left := transferRetries; ; left-- {
		err := c.putOnce(ctx, file, url, headers, note)
		var refusal *APIError
		if err == nil || left == 0 || ctx.Err() != nil || (errors.As(err, &refusal) && refusal.Status < 500) {
			return err
		}
	}
}

func (c *Client) putOnce(ctx context.Context, file openedFile, url string, headers map[string]string, note OnProgress) error {
	content, err := file.bytes()
	if err != nil {
		return err
	}
	body := &counted{content, Progress{Filename: file.Name, TotalBytes: file.size}, note}
	sent, err := http.NewRequestWithContext(ctx, http.MethodPut, url, body)
	if err != nil {
		content.Close()
		return err
	}
	sent.ContentLength = file.size
	for name, value := range headers {
		sent.Header.Set(name, value)
	}
	response, err := c.http.Do(sent)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	said, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= 300 {
		return newAPIError(response, said)
	}
	return err
}

// UploadMedia returns the file once it can be posted.
func (c *Client) UploadMedia(ctx context.Context, given File, note OnProgress) (*Media, error) {
	file, err := openFile(given)
	if err != nil {
		return nil, err
	}
	asked := RequestMediaUploadRequest{Filename: file.Name, ContentType: file.ContentType, SizeBytes: file.size}
	if file.AltText != "" {
		asked.AltText = &file.AltText
	}
	place, err := c.RequestMediaUpload(ctx, asked)
	if err != nil {
		return nil, err
	}
	if err := c.put(ctx, file, place.UploadUrl, place.UploadHeaders, note); err != nil {
		return nil, err
	}
	return c.WaitUntilReady(ctx, place.MediaId)
}

// UploadAvatar returns the address of the picture.
func (c *Client) UploadAvatar(ctx context.Context, given File, note OnProgress) (string, error) {
	file, err := openFile(given)
	if err != nil {
		return "", err
	}
	asked := RequestAvatarUploadRequest{Filename: &file.Name, ContentType: &file.ContentType, SizeBytes: &file.size}
	place, err := c.RequestAvatarUpload(ctx, asked)
	if err != nil {
		return "", err
	}
	return place.PublicUrl, c.put(ctx, file, place.UploadUrl, place.UploadHeaders, note)
}

type placed struct {
	id, url string
	headers map[string]string
}

func (c *Client) putAll(ctx context.Context, files []openedFile, places []placed, note OnProgress) ([]*Media, error) {
	if len(places) != len(files) {
		return nil, fmt.Errorf("the service answered %d places for %d files", len(places), len(files))
	}
	for at, file := range files {
		if err := c.put(ctx, file, places[at].url, places[at].headers, note); err != nil {
			return nil, err
		}
	}
	ready := make([]*Media, len(places))
	for at, place := range places {
		media, err := c.WaitUntilReady(ctx, place.id)
		if err != nil {
			return nil, err
		}
		ready[at] = media
	}
	return ready, nil
}

func openFiles(given []File) ([]openedFile, error) {
	files := make([]openedFile, len(given))
	for at, each := range given {
		file, err := openFile(each)
		if err != nil {
			return nil, err
		}
		files[at] = file
	}
	return files, nil
}

// UploadVideos uploads up to 20 videos of at most 500 MB each.
func (c *Client) UploadVideos(ctx context.Context, given []File, note OnProgress) ([]*Media, error) {
	files, err := openFiles(given)
	if err != nil {
		return nil, err
	}
	asked := PresignMediaInBulkRequest{}
	for _, file := range files {
		asked.Files = append(asked.Files, PresignMediaInBulkRequestFilesItem{Filename: file.Name, ContentType: file.ContentType, Size: file.size})
	}
	answer, err := c.PresignMediaInBulk(ctx, asked)
	if err != nil {
		return nil, err
	}
	places := []placed{}
	for _, each := range answer.Uploads {
		places = append(places, placed{each.MediaId, each.PresignedUrl, each.UploadHeaders})
	}
	return c.putAll(ctx, files, places, note)
}

// UploadVideosFor uploads up to 20 videos of at most 10 GB each, which are then validated for these platforms.
func (c *Client) UploadVideosFor(ctx context.Context, platforms []string, given []File, note OnProgress) ([]*Media, error) {
	files, err := openFiles(given)
	if err != nil {
		return nil, err
	}
	asked := RequestVideoUploadsInBulkRequest{TargetPlatforms: platforms}
	for _, file := range files {
		video := RequestVideoUploadsInBulkRequestVideosItem{Filename: file.Name, ContentType: file.ContentType}
		video.FileSizeMb = float64(file.size) / (1 << 20)
		asked.Videos = append(asked.Videos, video)
	}
	answer, err := c.RequestVideoUploadsInBulk(ctx, asked)
	if err != nil {
		return nil, err
	}
	places := []placed{}
	for _, each := range answer.Videos {
		places = append(places, placed{each.MediaId, each.UploadUrl, each.UploadHeaders})
	}
	return c.putAll(ctx, files, places, note)
}

// ImportAndWait has the service copy a file from a public address, and returns it once it can be posted.
func (c *Client) ImportAndWait(ctx context.Context, url string) (*Media, error) {
	media, err := c.ImportMedia(ctx, ImportMediaRequest{Url: url})
	if err != nil {
		return nil, err
	}
	return c.WaitUntilReady(ctx, media.Id)
}
