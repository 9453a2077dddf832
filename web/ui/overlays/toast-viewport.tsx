import { CircleAlert, CircleCheck, X } from 'lucide-react'
import * as RadixToast from 'radix-ui/toast'
import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { buttonClass } from '../controls/button.tsx'
import { cn } from '../cn.ts'
import { passEscapeToDialog } from './open-dialogs.ts'
import { type ToastTone, toastDurationMs, toastHotkey, toastStore, toastSwipePx } from './toast-store.ts'
import { t } from '#web/language/controls-texts.ts'

const classByTone: Record<ToastTone, string> = {
  default: 'border-line',
  success: 'border-ok',
  destructive: 'border-danger',
}

const iconByTone = {
  default: null,
  success: <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok-ink" />,
  destructive: <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger-ink" />,
}

/** Shows the toast above a dialog's footer and the bottom bar; F8 focuses it. Mount it once, at the root. */
export function ToastViewport() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const tone = toast?.tone ?? 'default'
  const viewport = useRef<HTMLOListElement>(null)
  useRoomForFooter(viewport, toast?.isOpen === true ? toast.id : undefined)
  return (
    <RadixToast.Provider duration={toastDurationMs} swipeDirection="right" swipeThreshold={toastSwipePx}>
      {toast && (
        <RadixToast.Root
          key={toast.id}
          open={toast.isOpen}
          duration={toast.durationMs ?? toastDurationMs}
          onOpenChange={(isOpen) => !isOpen && toastStore.close(toast.id)}
          onEscapeKeyDown={(event) => passEscapeToDialog(event) && event.preventDefault()}
          type={tone === 'destructive' ? 'foreground' : 'background'}
          className={cn(
            // `!important`, because a dialog opened after the toast disables pointer events outside itself.
            'pointer-events-auto! flex w-full items-start gap-3 rounded-md border border-l-4 bg-surface py-2 pr-1 pl-4 text-ink shadow-float',
            'data-[state=closed]:animate-fade-out data-[state=open]:animate-slide-in',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
            'data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x)',
            classByTone[tone],
          )}
        >
          <div className="flex min-h-11 min-w-0 flex-1 items-center">
            <div className="flex min-w-0 gap-3">
              {iconByTone[tone]}
              <div className="min-w-0">
                <RadixToast.Title className="font-semibold">{toast.title}</RadixToast.Title>
                {toast.description !== undefined && <RadixToast.Description className="text-sm text-muted">{toast.description}</RadixToast.Description>}
              </div>
            </div>
          </div>
          {toast.action && (
            <RadixToast.Action altText={toast.action.label} onClick={toast.action.onPress} className={buttonClass('secondary', 'md', 'self-center px-3')}>
              {toast.action.label}
            </RadixToast.Action>
          )}
          <RadixToast.Close aria-label={t.close()} className={buttonClass('ghost', 'md', 'size-11 px-0 text-muted')}>
            <X aria-hidden="true" />
          </RadixToast.Close>
        </RadixToast.Root>
      )}
      <RadixToast.Viewport
        ref={viewport}
        data-toast-viewport=""
        // A dialog hides everything outside it from screen readers except live regions; each toast announces itself.
        aria-live="off"
        hotkey={[toastHotkey]}
        label={t.notifications({ hotkey: '{hotkey}' })}
        className="pointer-events-none fixed right-0 bottom-[max(calc(4.25rem+env(safe-area-inset-bottom)),var(--toast-bottom,0px))] z-70 flex w-105 max-w-full flex-col p-4 pb-2"
      />
    </RadixToast.Provider>
  )
}

/** Keeps the toast above the top dialog's footer. A visible toast never moves down, because the user may be about to press it. */
function useRoomForFooter(viewport: RefObject<HTMLElement | null>, shownId: number | undefined): void {
  useLayoutEffect(() => {
    if (shownId === undefined) return undefined
    let frame = 0
    let lastBottom = -1
    const look = (): void => {
      const footer = [...document.querySelectorAll('[data-dialog-footer]')].at(-1)?.getBoundingClientRect()
      const own = viewport.current?.getBoundingClientRect()
      const isBeside = footer === undefined || own === undefined || footer.right <= own.left || footer.bottom < window.innerHeight / 2
      const bottom = isBeside ? 0 : Math.round(window.innerHeight - footer.top)
      if (bottom > lastBottom) {
        viewport.current?.style.setProperty('--toast-bottom', `${bottom}px`)
        lastBottom = bottom
      }
      frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [viewport, shownId])
}
