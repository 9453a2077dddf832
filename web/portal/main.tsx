import '../styles/portal.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ShopPage } from './shop-page.tsx'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ShopPage />
    </StrictMode>,
  )
}
