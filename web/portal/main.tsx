import '../styles/portal.css'
import { pathToEstimateToken } from './estimate/estimate-api.ts'
import { createOrderLinkApi, pathToOrderToken } from './order-link/order-link-api.ts'

/**
 * Shows the address's page. Each page is fetched separately, together with React, so that all requests start before
 * anything large has arrived.
 */
async function showAt(pathname: string, root: HTMLElement): Promise<void> {
  const estimateToken = pathToEstimateToken(pathname)
  const orderToken = pathToOrderToken(pathname)
  if (estimateToken !== undefined) {
    const { showEstimate } = await import('./estimate/estimate-page.tsx')
    showEstimate(root, { token: estimateToken })
  } else if (orderToken !== undefined) {
    const api = createOrderLinkApi(orderToken)
    const [{ showOrder }, first] = await Promise.all([import('./order-link/order-page.tsx'), api.read()])
    showOrder(root, { api, first })
  } else {
    const { showShop } = await import('./shop-page.tsx')
    showShop(root)
  }
}

const root = document.getElementById('root')
// If a script fails to load, the document's own text stays.
if (root) void showAt(window.location.pathname, root)
