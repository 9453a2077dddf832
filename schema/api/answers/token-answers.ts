import { z } from 'zod'
import { answerId, answerInstant } from '../../answer-shape.ts'
import { privilegeNameAnswer } from './sync-answers.ts'

const apiTokenAnswer = z
  .strictObject({
    id: answerId(),
    name: z.string(),
    privileges: z.array(privilegeNameAnswer),
    readOnly: z.boolean(),
    /** Null: all shops of the owner. */
    shopIds: z.array(answerId()).nullable(),
    expiresAt: answerInstant().nullable(),
    createdAt: answerInstant(),
    lastUsedAt: answerInstant().nullable(),
  })
  .meta({ id: 'ApiToken' })

export type ApiTokenAnswer = z.infer<typeof apiTokenAnswer>

export const apiTokensAnswer = z.array(apiTokenAnswer)

/** `token`: returned only once. */
export const apiTokenCreatedAnswer = apiTokenAnswer.extend({ token: z.string() }).meta({ id: 'CreatedApiToken' })

export type ApiTokenCreatedAnswer = z.infer<typeof apiTokenCreatedAnswer>
