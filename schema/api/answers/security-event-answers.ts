import { z } from 'zod'
import { answerId, answerInstant } from '../../answer-shape.ts'
import { securityEventKinds } from '../../rules/access/security-events.ts'

const securityEventAnswer = z
  .strictObject({
    id: answerId(),
    kind: z.enum(securityEventKinds),
    /** `createdAt` and `lastAt`: first and last of `times` equal events. */
    createdAt: answerInstant(),
    lastAt: answerInstant(),
    times: z.int(),
    /** The acting user; null if unknown. Names are current ones. */
    userId: answerId().nullable(),
    userName: z.string().nullable(),
    /** As typed at sign-in. */
    loginId: z.string().nullable(),
    address: z.string().nullable(),
    subjectUserId: answerId().nullable(),
    subjectName: z.string().nullable(),
    shopId: answerId().nullable(),
    shopName: z.string().nullable(),
    detail: z.string().nullable(),
  })
  .meta({ id: 'SecurityEvent' })

export type SecurityEventAnswer = z.infer<typeof securityEventAnswer>

export const securityEventsAnswer = z.array(securityEventAnswer)
