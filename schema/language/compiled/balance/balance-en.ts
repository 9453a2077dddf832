// Made by `npm run texts` from schema/texts.
import type { BalanceTexts } from './balance-type.ts'
export const texts = { quote: (d) => "Quote " + d.amount, total: (d) => "Total " + d.amount, totalWithTax: (d) => "Total " + d.amount + " with " + d.tax + " tax", exempt: (d) => "Total " + d.amount + ", tax exempt", paid: (d) => "paid " + d.amount, onlyPaid: (d) => "Paid " + d.amount, nothingToPay: () => "nothing to pay", toPay: (d) => "to pay " + d.amount, paidTooMuch: (d) => "paid too much " + d.amount } as BalanceTexts
