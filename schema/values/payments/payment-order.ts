import { paymentMethods } from './payment-kind.ts'

type Made = { readonly id: string; readonly createdAt: string; readonly method: string | null }

/** In the order in which they were taken; those of one instant as their form lists them. */
export const comparePayments = (one: Made, other: Made): number =>
  compare(one.createdAt, other.createdAt) || toPlace(one) - toPlace(other) || compare(one.id, other.id)

const toPlace = ({ method }: Made): number => paymentMethods.findIndex((known) => known === method)

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1)
