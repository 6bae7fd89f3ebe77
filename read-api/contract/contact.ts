import { z } from 'zod';
import { SuppressionReason } from '../../domain/contacts/contact-events.ts';
import { Platform } from '../../domain/platforms/platform.ts';

/** A contact as lists show it. */
export const ContactReply = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    platform: Platform,
    platformId: z.string().meta({ description: "The platform's own id of the person" }),
    displayName: z.string().nullable(),
    username: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    tags: z.array(z.string()),
    customFields: z.record(z.string(), z.unknown()),
    socialAccount: z
      .object({ id: z.string(), displayName: z.string(), username: z.string(), platform: Platform })
      .nullable()
      .meta({ description: 'The account that the person wrote to last; null until then' }),
    lastSeenAt: z.string().nullable(),
    lastInboundAt: z.string().nullable(),
    messengerEligibleUntil: z
      .string()
      .nullable()
      .meta({ description: 'FACEBOOK only: the end of the 24-hour window; null once it has closed' }),
    isSuppressed: z.boolean(),
    suppressedAt: z.string().nullable(),
    suppressionReason: SuppressionReason.nullable(),
    messagesSentCount: z.int(),
    sequenceEnrollmentCount: z.int(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Contact' });
export type ContactReply = z.infer<typeof ContactReply>;

const Named = z.object({ id: z.string(), name: z.string() });

/** A contact with what it wrote and got last; each list ends at its cap. */
export const ContactDetail = ContactReply.extend({
  deliveries: z
    .array(
      z.object({
        id: z.string(),
        status: z.enum(['PENDING', 'DELIVERING', 'DELIVERED', 'FAILED', 'READ']),
        sentAt: z.string().nullable(),
        readAt: z.string().nullable(),
        errorCode: z.string().nullable(),
        createdAt: z.string(),
        broadcast: Named.nullable().meta({ description: 'Null for a message of a person or of a sequence' }),
      }),
    )
    .meta({ description: 'The 20 newest, newest first' }),
  sequenceEnrollments: z
    .array(
      z.object({
        id: z.string(),
        status: z.enum(['ACTIVE', 'COMPLETED', 'EXITED', 'FAILED']),
        currentStep: z.int(),
        enrolledAt: z.string(),
        exitedAt: z.string().nullable(),
        exitReason: z.string().nullable(),
        sequence: Named,
      }),
    )
    .meta({ description: 'The 10 newest, newest first' }),
  comments: z
    .array(
      z.object({
        id: z.string(),
        content: z.string(),
        platform: Platform,
        platformPostId: z.string(),
        platformCreatedAt: z.string(),
        replied: z.boolean(),
      }),
    )
    .meta({ description: 'The 20 newest by the time of writing' }),
  inboundMessages: z
    .array(z.object({ id: z.string(), platform: Platform, messageText: z.string(), receivedAt: z.string() }))
    .meta({ description: 'The 30 newest, newest first' }),
}).meta({ id: 'ContactDetail' });
export type ContactDetail = z.infer<typeof ContactDetail>;
