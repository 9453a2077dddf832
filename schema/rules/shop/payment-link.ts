export const paymentLinkMax = 500

/** An address of https. It may hold `{amount}` and `{ticket}`, though not in its host. */
export function isPaymentLink(link: string): boolean {
  if (!/^https:\/\/[^/?#\s\\{}@]+(?:[/?#][^\s\\]*)?$/i.test(link) || !URL.canParse(link)) return false
  return !/[{}]/.test(link.replaceAll(/\{(?:amount|ticket)\}/g, ''))
}
