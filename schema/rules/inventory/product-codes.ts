import { foldText } from '../../values/customer-match.ts'

/** The fields of a product that hold what a scanner reads. */
type Codes = { sku: string | null; barcode?: string | null | undefined; supplierSku?: string | null | undefined }
type Coded = Codes & { id: string; name: string; archived?: boolean | undefined }

/** Every code of a product, folded; a product has several barcodes, separated by spaces. */
export const productToCodes = ({ sku, barcode, supplierSku }: Codes): string[] =>
  [sku, ...(barcode ?? '').split(/\s+/), supplierSku].map((code) => foldText((code ?? '').trim())).filter((code) => code !== '')

/** The product with this code, an archived one only where no other has it. */
export function findByCode<Product extends Coded>(products: Iterable<Product>, code: string): Product | undefined {
  const wanted = foldText(code.trim())
  let archived: Product | undefined
  for (const product of products) {
    if (wanted === '' || !productToCodes(product).includes(wanted)) continue
    if (product.archived !== true) return product
    archived ??= product
  }
  return archived
}

/** Another product that has one of the codes, which a scanner could mean. */
export function findCodeTwin<Product extends Coded>(
  products: Iterable<Product>,
  { id, ...typed }: Codes & { id: string | undefined },
): { other: Product; code: string } | undefined {
  const codes = new Set(productToCodes(typed))
  for (const other of products) {
    if (other.id === id || other.archived === true) continue
    const code = productToCodes(other).find((one) => codes.has(one))
    if (code !== undefined) return { other, code }
  }
  return undefined
}
