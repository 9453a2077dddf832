import '../styles/portal.css'
import { createInvoiceApi } from './invoice/invoice-api.ts'
import { createPricesApi } from './prices/prices-api.ts'
import { createOrderLinkApi } from './order-link/order-link-api.ts'
import { showOwnLanguage } from './language/texts.ts'

/**
 * Shows the address's page: that of a link, /{shop}/{kind}/{token}, or the shop's. Each page is fetched separately, together with
 * React, so that all requests start before anything large has arrived.
 */
async function showAt(pathname: string, root: HTMLElement): Promise<void> {
  const inLanguage = showOwnLanguage()
  const [shopPart = '', kind, token = '', ...more] = pathname.split('/').filter((segment) => segment !== '')
  const link = token === '' || more.length > 0 ? undefined : kind
  if (link === 'e') {
    const [{ showEstimate }] = await Promise.all([import('./estimate/estimate-page.tsx'), inLanguage])
    showEstimate(root, { token })
  } else if (link === 'o') {
    const api = createOrderLinkApi(token)
    const [{ showOrder }, , first] = await Promise.all([import('./order-link/order-page.tsx'), inLanguage, api.read()])
    showOrder(root, { api, first })
  } else if (link === 'i') {
    const api = createInvoiceApi(token)
    const [{ showInvoice }, , first] = await Promise.all([import('./invoice/invoice-page.tsx'), inLanguage, api.read()])
    await showInvoice(root, { api, first })
  } else if (kind === 'prices' && token === '') {
    const api = createPricesApi(shopPart)
    const [{ showPrices }, , first] = await Promise.all([import('./prices/prices-page.tsx'), inLanguage, api.read()])
    showPrices(root, { api, first })
  } else {
    const [{ showShop }] = await Promise.all([import('./shop-page.tsx'), inLanguage])
    showShop(root)
  }
}

const root = document.getElementById('root')
// If a script fails to load, the document's own text stays.
if (root) void showAt(window.location.pathname, root)
