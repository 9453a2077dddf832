import { showToast } from '../overlays/toast-store.ts'
import { t } from '#web/language/controls-texts.ts'

/** Resolves to false, with a toast, if the browser forbids it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    showToast({ title: t.copyRefused(), tone: 'destructive' })
    return false
  }
}
