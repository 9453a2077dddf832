export const paymentMethods = ['cash', 'card', 'transfer', 'other'] as const

export type PaymentMethod = (typeof paymentMethods)[number]

export const paymentMethodToText = (method: string | null): string => (method === null ? 'No method' : (methodTexts[method] ?? method))

const methodTexts: Readonly<Record<string, string>> = { cash: 'Cash', card: 'Card', transfer: 'Transfer', other: 'Other' } satisfies Record<
  PaymentMethod,
  string
>

export const paymentKinds = ['refund'] as const

type Kinded = { readonly kind?: unknown; readonly [other: string]: unknown }

export const isRefund = ({ kind }: Kinded): boolean => kind === 'refund'

/** The signed amount; the only place that negates refunds. */
export const paymentToSigned = (payment: Kinded & { readonly paymentAmount: number }): number =>
  isRefund(payment) ? -payment.paymentAmount : payment.paymentAmount
