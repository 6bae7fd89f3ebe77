package social

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// APIError is an error answer of the service. Branch on the type of its family or on Code, never on the message.
type APIError struct {
	// The HTTP status.
	Status int
	// UNKNOWN where the answer was not the service's own, a proxy's error page for example.
	Code    string
	Message string
	Details map[string]any
	// The id for a report to the operator of the service.
	RequestID string
	// The page that describes the code.
	DocumentationURL string
}

func (e *APIError) Error() string { return e.Message }

// The families of codes: errors.As finds them, and *APIError in each of them.
type (
	// BadRequestError is 400, and what cannot be read at all (413, 415): the request has to be corrected.
	BadRequestError struct{ *APIError }
	// ValidationError is 400 VALIDATION_ERROR: Field has to be corrected.
	ValidationError struct{ *APIError }
	// AuthenticationError is 401: the key or session is missing, malformed, unknown, revoked or expired.
	AuthenticationError struct{ *APIError }
	// PlanLimitError is 402: a limit of the plan is reached.
	PlanLimitError struct{ *APIError }
	// PermissionError is 403: scope, role, plan or platform do not allow this.
	PermissionError struct{ *APIError }
	// NotFoundError is 404.
	NotFoundError struct{ *APIError }
	// ConflictError is 409: the state of the resource does not allow this, or it has changed.
	ConflictError struct{ *APIError }
	// UnprocessableError is 422: a rule does not allow this for the resource as it is.
	UnprocessableError struct{ *APIError }
	// RateLimitError is 429: too many requests.
	RateLimitError struct{ *APIError }
	// ServiceError is 5xx: the service, or the way to it, is at fault.
	ServiceError struct{ *APIError }
)

func (e *BadRequestError) Unwrap() error     { return e.APIError }
func (e *ValidationError) Unwrap() error     { return &BadRequestError{e.APIError} }
func (e *AuthenticationError) Unwrap() error { return e.APIError }
func (e *PlanLimitError) Unwrap() error      { return e.APIError }
func (e *PermissionError) Unwrap() error     { return e.APIError }
func (e *NotFoundError) Unwrap() error       { return e.APIError }
func (e *ConflictError) Unwrap() error       { return e.APIError }
func (e *UnprocessableError) Unwrap() error  { return e.APIError }
func (e *RateLimitError) Unwrap() error      { return e.APIError }
func (e *ServiceError) Unwrap() error        { return e.APIError }

// Field is the first field to change, by the name that was sent.
func (e *ValidationError) Field() string {
	field, _ := e.Details["field"].(string)
	return field
}

func newAPIError(response *http.Response, content []byte) error {
	var body struct {
		Error struct {
			Code             string         `json:"code"`
			Message          string         `json:"message"`
			Details          map[string]any `json:"details"`
			RequestID        string         `json:"requestId"`
			DocumentationURL string         `json:"documentationUrl"`
		} `json:"error"`
	}
	// A body of another form leaves the fields empty.
	_ = json.Unmarshal(content, &body)
	said := body.Error
	fault := &APIError{response.StatusCode, said.Code, said.Message, said.Details, said.RequestID, said.DocumentationURL}
	if fault.Code == "" {
		fault.Code = "UNKNOWN"
	}
	if fault.Message == "" {
		fault.Message = fmt.Sprintf("The service answered %d", response.StatusCode)
	}
	if fault.RequestID == "" {
		fault.RequestID = response.Header.Get("X-Request-Id")
	}
	// The service names its own pages by their path.
	if page, err := url.Parse(fault.DocumentationURL); err == nil && fault.DocumentationURL != "" && response.Request != nil {
		fault.DocumentationURL = response.Request.URL.ResolveReference(page).String()
	}
	return familyOf(fault)
}

func familyOf(fault *APIError) error {
	switch {
	case fault.Code == "VALIDATION_ERROR":
		return &ValidationError{fault}
	case fault.Status >= 500:
		return &ServiceError{fault}
	}
	switch fault.Status {
	case 400, 413, 415:
		return &BadRequestError{fault}
	case 401:
		return &AuthenticationError{fault}
	case 402:
		return &PlanLimitError{fault}
	case 403:
		return &PermissionError{fault}
	case 404:
		return &NotFoundError{fault}
	case 409:
		return &ConflictError{fault}
	case 422:
		return &UnprocessableError{fault}
	case 429:
		return &RateLimitError{fault}
	}
	return fault
}

// NotPublished says that a post ended without being published everywhere; Post says where and why.
type NotPublished struct{ Post *Post }

func (e *NotPublished) Error() string {
	said := []string{"The post is " + e.Post.Status}
	for _, each := range e.Post.Platforms {
		if each.Error != nil {
			said = append(said, each.Platform+": "+each.Error.Message)
		}
	}
	return strings.Join(said, "; ")
}

// MediaFailed says that a file cannot be posted; Media says why.
type MediaFailed struct{ Media *Media }

func (e *MediaFailed) Error() string {
	if e.Media.Error != nil {
		return fmt.Sprintf("%s cannot be used: %s", e.Media.Filename, *e.Media.Error)
	}
	return e.Media.Filename + " cannot be used: it is FAILED"
}
