import '../styles/portal.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { pathToEstimateToken } from './estimate/estimate-api.ts'
import { pathToOrderToken } from './order-link/order-link-api.ts'

/** The page of an address. Each is fetched alone: who looks at one repair needs nothing of the forms for a new one. */
async function loadPage(pathname: string): Promise<ReactNode> {
  const estimateToken = pathToEstimateToken(pathname)
  if (estimateToken !== undefined) {
    const { EstimatePage } = await import('./estimate/estimate-page.tsx')
    return <EstimatePage token={estimateToken} />
  }
  const orderToken = pathToOrderToken(pathname)
  if (orderToken !== undefined) {
    const { OrderPage } = await import('./order-link/order-page.tsx')
    return <OrderPage token={orderToken} />
  }
  const { ShopPage } = await import('./shop-page.tsx')
  return <ShopPage />
}

const root = document.getElementById('root')
// Where a script does not come, what the document itself says stays.
if (root) void loadPage(window.location.pathname).then((page) => createRoot(root).render(<StrictMode>{page}</StrictMode>))
