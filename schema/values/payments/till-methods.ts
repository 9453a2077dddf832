import { paymentMethods } from './payment-kind.ts'

export const tillStates = ['open', 'closed'] as const

/** `none`: of payments without a method. */
export const tillMethods = [...paymentMethods, 'none'] as const

export type TillMethod = (typeof tillMethods)[number]

export const tillMovesMax = 500
