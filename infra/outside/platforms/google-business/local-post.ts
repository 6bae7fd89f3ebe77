import { z } from 'zod';
import type { PlatformFields } from '../../../../domain/content/platform-fields.ts';
import { platformFields } from '../../../../domain/content/platform-fields.ts';
import type { Rendered } from '../../../../domain/platforms/publisher.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const fields = platformFields.GOOGLE_BUSINESS.partial();

/** Local time as Google's Date and TimeOfDay: the wall clock of the given offset, which is the location's own. */
const moment = (iso: string) => {
  const [, year, month, day, hours, minutes, seconds] = /^(\d+)-(\d+)-(\d+)T(\d+):(\d+)(?::(\d+))?/.exec(iso) ?? [];
  return {
    date: { year: Number(year), month: Number(month), day: Number(day) },
    time: { hours: Number(hours), minutes: Number(minutes), seconds: Number(seconds ?? 0), nanos: 0 },
  };
};

const schedule = (event: NonNullable<PlatformFields<'GOOGLE_BUSINESS'>['event']>) => {
  const [start, end] = [moment(event.startsAt), moment(event.endsAt)];
  return {
    title: event.title,
    schedule: { startDate: start.date, startTime: start.time, endDate: end.date, endTime: end.time },
  };
};

/** The body of `localPosts.create` (My Business API v4). Media are given by address, which Google fetches. */
export const localPostOf = ({ text, media, metadata }: Rendered): Readonly<Record<string, unknown>> => {
  // A field of another shape is left out.
  const read = <Name extends keyof typeof fields.shape>(name: Name) =>
    (fields.shape[name] as z.ZodType<PlatformFields<'GOOGLE_BUSINESS'>[Name]>).safeParse(metadata[name]).data;
  const [event, offer, callToAction, languageCode] = [
    read('event'),
    read('offer'),
    read('callToAction'),
    read('languageCode'),
  ];
  return {
    ...defined({ languageCode }),
    ...(text !== '' && { summary: text }),
    topicType: read('topicType') ?? (offer ? 'OFFER' : event ? 'EVENT' : 'STANDARD'),
    ...(callToAction && {
      callToAction: {
        actionType: callToAction.actionType,
        // A call goes to the location's own number.
        ...(callToAction.actionType !== 'CALL' && callToAction.url !== undefined && { url: callToAction.url }),
      },
    }),
    ...(event && { event: schedule(event) }),
    ...(offer && {
      offer: {
        ...defined({ couponCode: offer.couponCode, redeemOnlineUrl: offer.redeemUrl, termsConditions: offer.terms }),
      },
    }),
    ...(media.length > 0 && {
      media: media.map(({ contentType, publicUrl: sourceUrl }) => ({
        mediaFormat: contentType.startsWith('video/') ? 'VIDEO' : 'PHOTO',
        sourceUrl,
      })),
    }),
  };
};
