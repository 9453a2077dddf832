import '../styles/portal.css'
import { pathToEstimateToken } from './estimate/estimate-api.ts'
import { createOrderLinkApi, pathToOrderToken } from './order-link/order-link-api.ts'

/**
 * Shows the page of an address. Each is fetched alone: who looks at one repair needs nothing of the forms for a new one. React comes with the
 * page, so that this script can ask for all that is needed before anything large has arrived.
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
// Where a script does not come, what the document itself says stays.
if (root) void showAt(window.location.pathname, root)
