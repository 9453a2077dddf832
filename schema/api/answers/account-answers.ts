import { z } from 'zod'
import { answerId, answerInstant } from '../../answer-shape.ts'
import { privilegeNameAnswer } from './sync-answers.ts'

const ownSessionAnswer = z
  .strictObject({
    id: answerId(),
    device: z.string().nullable().meta({ description: 'Browser and system, such as `Chrome on Windows`; null when it is not known' }),
    address: z.string().nullable().meta({ description: 'Where the sign-in came from; of IPv6 the network' }),
    signedInAt: answerInstant(),
    lastUsedAt: answerInstant().meta({ description: 'To the hour' }),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'OwnSession' })

export type OwnSessionAnswer = z.infer<typeof ownSessionAnswer>

export const ownSessionsAnswer = z.array(ownSessionAnswer)

export const secondFactorAnswer = z.strictObject({ onSince: answerInstant().nullable(), recoveryCodesLeft: z.int().min(0) }).meta({ id: 'SecondFactor' })

export type SecondFactorAnswer = z.infer<typeof secondFactorAnswer>

/** TOTP secret: as text to type, and as a URI for a QR code. */
export const secondFactorSetupAnswer = z.strictObject({ secret: z.string(), uri: z.string() }).meta({ id: 'SecondFactorSetup' })

export type SecondFactorSetupAnswer = z.infer<typeof secondFactorSetupAnswer>

/** Returned only once. */
export const recoveryCodesAnswer = z.strictObject({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' })

export type RecoveryCodesAnswer = z.infer<typeof recoveryCodesAnswer>

const userAccountAnswer = z
  .strictObject({
    userId: answerId(),
    disabledAt: answerInstant().nullable(),
    secondFactorOn: z.boolean(),
    hasShop: z.boolean(),
    hasPrivilege: z.boolean(),
  })
  .meta({ id: 'UserAccount' })

export type UserAccountAnswer = z.infer<typeof userAccountAnswer>

export const userAccountsAnswer = z.array(userAccountAnswer)

const teamMemberAnswer = z
  .strictObject({
    /** The user's id; the employee's for somebody who does not sign in. */
    id: answerId(),
    userId: answerId().nullable(),
    name: z.string(),
    loginId: z.string().nullable(),
    privileges: z.array(privilegeNameAnswer),
    /** Shops that the person sees, or gets work in; `employeeId`: as whom, of the entity `entityId`. */
    shops: z.array(
      z.strictObject({ id: answerId(), name: z.string(), isMember: z.boolean(), employeeId: answerId().nullable(), entityId: answerId().nullable() }),
    ),
    disabledAt: answerInstant().nullable(),
    /** The last request of the newest session; null for none that is kept. */
    lastSeenAt: answerInstant().nullable(),
  })
  .meta({ id: 'TeamMember' })

export type TeamMember = z.infer<typeof teamMemberAnswer>

export const teamAnswer = z.array(teamMemberAnswer)
