import '../styles/portal.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { pathToEstimateToken } from './estimate/estimate-api.ts'
import { EstimatePage } from './estimate/estimate-page.tsx'
import { ShopPage } from './shop-page.tsx'

const token = pathToEstimateToken(window.location.pathname)
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(<StrictMode>{token === undefined ? <ShopPage /> : <EstimatePage token={token} />}</StrictMode>)
}
