import { type PaymentMethod, paymentMethods } from '#schema/values/payments/payment-kind.ts'

const key = 'mainspring-payment-method'

/** The method last used on this device; cash at first. */
export function readLastMethod(): PaymentMethod {
  try {
    const stored = localStorage.getItem(key)
    return paymentMethods.find((method) => method === stored) ?? 'cash'
  } catch {
    return 'cash'
  }
}

export function rememberMethod(method: PaymentMethod): void {
  try {
    localStorage.setItem(key, method)
  } catch {
    // Storage is forbidden or full.
  }
}
