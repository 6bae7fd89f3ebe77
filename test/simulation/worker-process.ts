import { runStretch, type Stretch } from './run-stretch.ts';

// Started by `run-seeds.ts`: runs the stretches it is sent until its parent lets go of it.
process.on('message', (stretch: Stretch) => {
  runStretch(stretch).then(
    (tally) => process.send?.(tally),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
