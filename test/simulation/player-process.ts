import { play, type Stretch } from './player.ts';

// Started by `play-seeds.ts`: plays the stretches it is sent until its parent lets go of it.
process.on('message', (stretch: Stretch) => {
  play(stretch).then(
    (tally) => process.send?.(tally),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
