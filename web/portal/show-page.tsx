import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onLanguageChange } from './language/texts.ts'

/** Renders again, with all state kept, when the language changes. */
export function showPage(root: HTMLElement, toPage: () => ReactNode): void {
  const reactRoot = createRoot(root)
  const show = () => reactRoot.render(<StrictMode>{toPage()}</StrictMode>)
  onLanguageChange(show)
  show()
}
