/** What goes on by itself: the instances that move it on, and how its owner stops it. */
export type Pending = Readonly<{
  name: string;
  /** Each has to have a timer. A name that ends with a slash is met by any instance that begins with it. */
  timers: readonly string[];
  /** Refuses as the request of the owner would; absent while something of it is under way. */
  stop?: () => unknown;
}>;
