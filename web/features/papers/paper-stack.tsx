import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PaperSize } from './paper.ts'

/** One sheet with the paper's size; longer content continues on the next sheet in print. */
export function Paper({ size, place, children }: { size: PaperSize; place: number; children: ReactNode }) {
  const kind = size.isLabel ? 'paper-single' : size.heightMm === null ? `paper-roll paper-roll${size.widthMm}` : 'paper-sheet'
  return (
    <div
      className={`paper ${kind}`}
      data-paper={size.key}
      style={{
        width: `${size.widthMm}mm`,
        padding: size.isLabel ? 0 : `${size.marginMm}mm`,
        page: toPageName(size, place),
        // Slightly shorter than the page: rounding would start a second page.
        ...(size.isLabel ? { height: `${(size.heightMm ?? 0) - 0.3}mm`, overflow: 'hidden' } : {}),
      }}
    >
      {children}
    </div>
  )
}

/** On a roll each paper has a named page of its own length. */
const toPageName = (size: PaperSize, place: number): string => (size.heightMm === null ? `roll${place}` : 'auto')

const mmPerPx = 25.4 / 96

/** While mounted, its content is printed instead of the page. */
export function PrintRoot({ size, children }: { size: PaperSize; children: ReactNode }) {
  const rootRef = useRef<HTMLDivElement>(null)
  const [rules, setRules] = useState('')
  useLayoutEffect(() => {
    const root = rootRef.current
    if (root === null) return undefined
    const measure = (): void => {
      const heightsMm = [...root.children].map((paper) => Math.ceil(paper.getBoundingClientRect().height * mmPerPx) + 1)
      setRules(toPageRules(size, heightsMm))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const paper of root.children) observer.observe(paper)
    return () => observer.disconnect()
  }, [size, children])
  return createPortal(
    <>
      <style>{rules}</style>
      <div ref={rootRef} className="paper-print" aria-hidden="true">
        {children}
      </div>
    </>,
    document.body,
  )
}

/** The @page rules. A roll's page ends after the last line. */
export function toPageRules(size: PaperSize, heightsMm: readonly number[]): string {
  const page = (name: string, heightMm: number, marginMm: number): string => `@page ${name}{ size: ${size.widthMm}mm ${heightMm}mm; margin: ${marginMm}mm }`
  if (size.heightMm !== null) return page('', size.heightMm, size.marginMm)
  const longest = Math.max(1, ...heightsMm)
  // The first rule is for browsers without named pages.
  return [page('', longest, 0), ...heightsMm.map((heightMm, place) => page(`roll${place} `, heightMm, 0))].join('\n')
}
