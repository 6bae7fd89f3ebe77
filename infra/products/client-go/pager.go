package social

// place is where a list is gone on: behind a cursor, or at a page.
type place struct {
	cursor string
	page   int64
	ended  bool
}

func cursorPlace[Cursor string | *string](next Cursor) place {
	switch cursor := any(next).(type) {
	case string:
		return place{cursor: cursor, ended: cursor == ""}
	case *string:
		if cursor != nil {
			return place{cursor: *cursor, ended: *cursor == ""}
		}
	}
	return place{ended: true}
}

func (at place) until(last int64) place { return place{page: at.page + 1, ended: at.page >= last} }
func (at place) while(more bool) place  { return place{page: at.page + 1, ended: !more} }

// Pager goes through the items of a list. Pages are asked for as their items are used.
//
//	posts := client.ListPostsPager(ctx, nil)
//	for posts.Next() {
//		use(posts.Item())
//	}
//	if err := posts.Err(); err != nil {
type Pager[Item any] struct {
	ask   func(place) ([]Item, place, error)
	at    place
	items []Item
	item  Item
	err   error
}

func newPager[Item any](ask func(place) ([]Item, place, error)) *Pager[Item] {
	return &Pager[Item]{ask: ask, at: place{page: 1}}
}

// Next says whether there is another item, which Item then is.
func (p *Pager[Item]) Next() bool {
	for len(p.items) == 0 {
		if p.at.ended || p.err != nil {
			return false
		}
		p.items, p.at, p.err = p.ask(p.at)
	}
	p.item, p.items = p.items[0], p.items[1:]
	return true
}

// Item is the present item.
func (p *Pager[Item]) Item() Item { return p.item }

// Err is what ended the list early; nil where all of it was seen.
func (p *Pager[Item]) Err() error { return p.err }
