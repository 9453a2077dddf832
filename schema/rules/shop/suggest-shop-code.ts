import { foldText } from '../../values/customer-match.ts'
import { shopCodeSchema } from '../text/shop-code.ts'

const codeMax = 20

/**
 * A code for a shop of this name: 'Harbour Lab' is 'harbour-lab'; '' where nothing of the name can stand in one. Where it is
 * taken or reserved a number follows.
 * @param taken codes of other shops, in any case
 */
export function suggestShopCode(name: string, taken: readonly string[] = []): string {
  const base = foldText(name.replaceAll(/ß/gi, 'ss'))
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
