import { toTicket } from '#schema/rules/orders/ticket.ts'

/** NUM-04. */
export const renumberedToText = ({ printed, number }: { printed: number; number: number }, prefix: string): string =>
  `Printed as ${toTicket(prefix, printed)}, now ${toTicket(prefix, number)}`
