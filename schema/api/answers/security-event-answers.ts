import { z } from 'zod'
import { answerId, answerInstant } from '../../answer-shape.ts'
import { securityEventKinds } from '../../rules/access/security-events.ts'

const securityEventAnswer = z
  .strictObject({
    id: answerId(),
    kind: z.enum(securityEventKinds),
    /** Time of the first of `times` equal events. */
    createdAt: answerInstant(),
    lastAt: answerInstant(),
    times: z.int(),
    /** The acting user; null where they are not known. Names are the present ones. */
    userId: answerId().nullable(),
    userName: z.string().nullable(),
    /** As it was typed at sign-in. */
    loginId: z.string().nullable(),
    address: z.string().nullable(),
    /** The affected user. */
    subjectUserId: answerId().nullable(),
    subjectName: z.string().nullable(),
    shopId: answerId().nullable(),
    shopName: z.string().nullable(),
    detail: z.string().nullable(),
  })
  .meta({ id: 'SecurityEvent' })

export type SecurityEventAnswer = z.infer<typeof securityEventAnswer>

export const securityEventsAnswer = z.array(securityEventAnswer)
