import { observeWindowOffset, observeWindowRect, Virtualizer, windowScroll } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

/**
 * The height of a row, with the gap below the card that a telephone shows. Undefined where the row has no place: a page is drawn before
 * it is seen, and would keep such rows as rows without a height.
 */
const heightOf = (row: HTMLElement): number | undefined =>
  row.getClientRects().length === 0
    ? undefined
    : row.getBoundingClientRect().height + Number.parseFloat(getComputedStyle(row).marginBottom);

const table = (space: HTMLElement | null): HTMLElement | null => space?.closest('tbody') ?? null;

type Rows = Readonly<{
  /** A row is measured where it is drawn: one with a long text is higher. */
  measure(row: HTMLTableRowElement | null): void;
  drawn: readonly number[];
  /** The heights of what is not drawn, above and below. */
  above: number;
  below: number;
  space: RefObject<HTMLTableRowElement | null>;
}>;

/** The rows of a long table that the window shows, and a few around them. */
export const useVirtualRows = (keys: readonly string[], estimate: number): Rows => {
  const [, draw] = useReducer((drawn: number, _: undefined) => drawn + 1, 0);
  const [top, setTop] = useState(0);
  const space = useRef<HTMLTableRowElement>(null);
  const options = {
    count: keys.length,
    getScrollElement: () => window,
    estimateSize: () => estimate,
    getItemKey: (index: number) => keys[index] ?? index,
    scrollMargin: top,
    overscan: 10,
    scrollToFn: windowScroll,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    measureElement: (row: HTMLElement) => heightOf(row) ?? estimate,
    onChange: () => draw(undefined),
  };
  const [rows] = useState(() => new Virtualizer<Window, HTMLTableRowElement>(options));
  rows.setOptions(options);
  useEffect(() => rows._didMount(), [rows]);
  useLayoutEffect(() => {
    rows._willUpdate();
    const start = table(space.current)?.getBoundingClientRect().top;
    if (start !== undefined) setTop(Math.round(start + window.scrollY));
  });
  const items = rows.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    measure: rows.measureElement,
    drawn: items.map(({ index }) => index),
    above: first === undefined ? 0 : first.start - top,
    below: last === undefined ? 0 : rows.getTotalSize() - (last.end - top),
    space,
  };
};

/** The place of rows that are not drawn. */
export const Space = ({
  height,
  place = null,
}: {
  height: number;
  place?: RefObject<HTMLTableRowElement | null> | null;
}) => <tr ref={place} class="space" aria-hidden="true" style={{ height: `${height}px` }} />;
