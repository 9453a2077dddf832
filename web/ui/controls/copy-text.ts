import { showToast } from '../overlays/toast-store.ts'

/** Puts the text on the clipboard; where the browser forbids that, a toast says so. Tells whether it is there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    showToast({ title: 'Copying is not allowed here', tone: 'destructive' })
    return false
  }
}
