import '../styles/portal.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { pathToEstimateToken } from './estimate/estimate-api.ts'
import { EstimatePage } from './estimate/estimate-page.tsx'
import { pathToOrderToken } from './order-link/order-link-api.ts'
import { OrderPage } from './order-link/order-page.tsx'
import { ShopPage } from './shop-page.tsx'

function PageOfAddress({ pathname }: { pathname: string }) {
  const ofEstimate = pathToEstimateToken(pathname)
  const ofOrder = pathToOrderToken(pathname)
  if (ofEstimate !== undefined) return <EstimatePage token={ofEstimate} />
  return ofOrder === undefined ? <ShopPage /> : <OrderPage token={ofOrder} />
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <PageOfAddress pathname={window.location.pathname} />
    </StrictMode>,
  )
}
