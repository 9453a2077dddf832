import { foldText } from '../../values/customer-match.ts'
import { shopCodeSchema } from '../text/shop-code.ts'

const codeMax = 20

/**
 * 'Harbour Lab' gives 'harbour-lab'; '' if the name has no usable characters. Adds a number if the code is taken or
 * reserved.
 * @param taken codes of other shops, in any case
 */
export function suggestShopCode(name: string, taken: readonly string[] = []): string {
  const base = foldText(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, codeMax)
    .replace(/-+$/, '')
  if (base === '') return ''
  const used = new Set(taken.map((code) => code.toLowerCase()))
  const isFree = (code: string): boolean => !used.has(code) && shopCodeSchema.safeParse(code).success
  let code = base
  for (let number = 2; !isFree(code); number++) code = `${base}-${number}`
  return code
}
