import { useEffect, useState } from 'preact/hooks';
import type { Draft } from './draft.ts';

/** A draft on its way to the service, and the page that shows what became of it. */
type Sending = Readonly<{ draft: Draft; page: Promise<string> }>;

/**
 * By the name of the form. A form that is left and opened again waits for the same answer. A refusal that came in the
 * meantime is kept for it.
 */
const underWay = new Map<string, Sending>();

/**
 * What the form of this name sends. The form is closed to changes until the answer, because a change would be in no
 * request. The page of the answer opens only where the form is still open.
 */
export const useSending = (form: string) => {
  const [sending, setSending] = useState(underWay.get(form));
  const [fault, setFault] = useState<unknown>();
  useEffect(() => {
    if (sending === undefined) return undefined;
    let isOpen = true;
    sending.page.then(
      (page) => {
        if (isOpen) location.hash = page;
      },
      (refusal: unknown) => {
        if (!isOpen) return;
        underWay.delete(form);
        setFault(refusal);
        setSending(undefined);
      },
    );
    return () => {
      isOpen = false;
    };
  }, [sending]);
  const start = (draft: Draft, send: () => Promise<string>): void => {
    const page = send().then((address) => {
      underWay.delete(form);
      return address;
    });
    // A refusal may come before the form shows it, which takes a frame.
    page.catch(() => {});
    const started = { draft, page };
    underWay.set(form, started);
    setFault(undefined);
    setSending(started);
  };
  return { sending, fault, start };
};
