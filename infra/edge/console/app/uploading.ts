import { createContext } from 'preact';

/** Counts a file that is on its way into a form. The form waits for it before it is sent. */
export type CountUpload = <Result>(work: Promise<Result>) => Promise<Result>;

export const Uploading = createContext<CountUpload>((work) => work);
