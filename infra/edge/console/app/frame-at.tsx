import { useEffect, useRef, useState } from 'preact/hooks';

/** The frame of a video at a moment. A browser that cannot play the video calls `gone`. */
export const FrameAt = ({
  address,
  seconds,
  label,
  gone,
  known,
}: {
  address: string;
  seconds: number;
  label: string;
  gone(): void;
  /** Called with the length of the video. */
  known?(seconds: number): void;
}) => {
  const video = useRef<HTMLVideoElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (video.current !== null) video.current.currentTime = seconds;
  }, [seconds, isLoaded]);
  return (
    <video
      ref={video}
      src={address}
      muted
      playsInline
      preload="metadata"
      aria-label={label}
      onLoadedMetadata={({ currentTarget: { duration } }) => {
        setIsLoaded(true);
        if (Number.isFinite(duration)) known?.(duration);
      }}
      onError={gone}
    />
  );
};
