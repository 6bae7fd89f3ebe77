import { useEffect, useState } from 'preact/hooks';

/** How long a person pauses before the service is asked what it thinks. */
const pauseMs = 400;

/** A value as it is when the person pauses. */
export const usePaused = <Value>(value: Value): Value => {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
};
