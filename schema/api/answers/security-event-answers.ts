import { z } from 'zod'
import { answerId, answerInstant } from '../../answer-shape.ts'
import { securityEventKinds } from '../../rules/access/security-events.ts'

const securityEventAnswer = z
  .strictObject({
    id: answerId(),
    kind: z.enum(securityEventKinds),
    /** Of the first of `times`. */
    createdAt: answerInstant(),
    lastAt: answerInstant(),
    times: z.int(),
    /** Who did it; null where that is not known. Names are those of now. */
    userId: answerId().nullable(),
    userName: z.string().nullable(),
    /** As it was typed at sign-in. */
    loginId: z.string().nullable(),
    address: z.string().nullable(),
    /** To whom it was done. */
    subjectUserId: answerId().nullable(),
    subjectName: z.string().nullable(),
    shopId: answerId().nullable(),
    shopName: z.string().nullable(),
    detail: z.string().nullable(),
  })
  .meta({ id: 'SecurityEvent' })

export type SecurityEventAnswer = z.infer<typeof securityEventAnswer>

export const securityEventsAnswer = z.array(securityEventAnswer)
