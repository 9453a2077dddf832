import { showToast } from '../overlays/toast-store.ts'

/** Resolves to false, with a toast, if the browser forbids it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    showToast({ title: 'Copying is not allowed here', tone: 'destructive' })
    return false
  }
}
