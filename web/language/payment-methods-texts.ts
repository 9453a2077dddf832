import { texts } from '#schema/language/compiled/paymentMethods/paymentMethods-en.ts'
import { toTexts } from './staff-texts.ts'

const t = toTexts('paymentMethods', texts)

const methods: Readonly<Partial<Record<string, () => string>>> = t

/** 'Cash', by the stored name; null where it was not said. */
export const methodToText = (method: string | null): string => (method === null ? t.none() : (methods[method]?.() ?? method))
