import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/** Puts a page in place of what the document itself says. */
export const showPage = (root: HTMLElement, page: ReactNode): void => createRoot(root).render(<StrictMode>{page}</StrictMode>)
