import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { colourAt, ffmpegIsInstalled, filmedInColours } from '../infra/adapters/media/sample-videos.ts';
import { until } from '../support/until.ts';
import { useConsole } from './console-page.ts';

/** Each for two seconds. */
const colours = ['red', 'lime', 'blue'] as const;

/** The colour whose part is by far the largest. */
const nameOf = ([red = 0, green = 0, blue = 0]: readonly number[]): string => {
  const strong = [red, green, blue].map((part) => part > 170);
  return strong.filter(Boolean).length === 1 ? (colours[strong.indexOf(true)] ?? '') : `${red} ${green} ${blue}`;
};

/** The colour in the middle of what is seen there. */
const seenIn = async (place: Locator): Promise<string> => {
  const { data, info } = await sharp(await place.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Above the middle, where the sign of a video is.
  const at = (Math.floor(info.height / 4) * info.width + Math.floor(info.width / 2)) * info.channels;
  return nameOf([...data.subarray(at, at + 3)]);
};

describe('the cover of a video in the console in a browser', function () {
  this.timeout(120_000);
  const site = useConsole();

  // A real video takes ffmpeg.
  if (ffmpegIsInstalled())
    it('is the frame of the moment that was chosen, in the preview and on the platforms', async () => {
      const { page, open, send } = site;
      await open('compose');
      for (const name of [/^Instagram /, /^TikTok /]) await page.getByRole('checkbox', { name }).check();
      await page.getByLabel('Text', { exact: true }).fill('Three colours');
      await page
        .getByLabel('Choose files, or drop them here')
        .setInputFiles({ name: 'colours.mp4', mimeType: 'video/mp4', buffer: filmedInColours(colours, 2) });
      const moment = page.getByLabel('Moment of the cover, in seconds');
      await moment.waitFor({ timeout: 60_000 });
      const places = {
        'the chosen moment': page.getByLabel('The moment that is chosen'),
        'the preview of Instagram': page.getByRole('article', { name: 'On Instagram', exact: true }).locator('.tile'),
        'the preview of TikTok': page.getByRole('article', { name: 'On TikTok', exact: true }).locator('.tile'),
      };
      for (const [seconds, colour] of [
        ['5', 'blue'],
        ['2.6', 'lime'],
      ] as const) {
        await moment.fill(seconds);
        for (const [name, place] of Object.entries(places))
          await until(`${name} is ${colour}`, async () => (await seenIn(place)) === colour, 20_000);
      }
      await site.picture('console-cover-moment');
      await page.getByText('Options for TikTok').click();
      await page.getByLabel(/privacy level/i).selectOption('PUBLIC_TO_EVERYONE');
      await page.getByLabel('Publish it now').check();
      await page.getByRole('button', { name: 'Publish now' }).click();
      await page.getByText('Live on Instagram', { exact: true }).waitFor({ timeout: 60_000 });
      await page.getByText('Live on TikTok', { exact: true }).waitFor({ timeout: 60_000 });
      const { accounts } = site.service().demo;
      const sentTo = async (platform: 'INSTAGRAM' | 'TIKTOK') => {
        const { objects } = await send(`GET /sandbox/platforms/${platform}/objects?accountId=${accounts[platform]}`);
        return objects.find(({ text }: { text: string }) => text === 'Three colours').request;
      };
      const { thumb_offset: offset, video_url: address } = await sentTo('INSTAGRAM');
      const bytes = new Uint8Array(await (await fetch(String(address))).arrayBuffer());
      expect(nameOf(colourAt(bytes, Number(offset) / 1000)), `at ${offset} ms`).to.equal('lime');
      const { post_info: info } = await sentTo('TIKTOK');
      expect(nameOf(colourAt(bytes, info.video_cover_timestamp_ms / 1000))).to.equal('lime');
    });
});
