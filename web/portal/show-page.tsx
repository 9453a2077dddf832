import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

export const showPage = (root: HTMLElement, page: ReactNode): void => createRoot(root).render(<StrictMode>{page}</StrictMode>)
