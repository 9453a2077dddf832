import { useLayoutEffect, useRef } from 'react'
import { canShowBars, fitText, labelPaddingMm, placeCode } from '#schema/rules/papers/label-layout.ts'
import { shortenName, shortenText, toOneLine } from '#schema/rules/papers/short-text.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { toCode128 } from '../codes/code-128.ts'
import { countModules, QrPicture } from '#web/ui/qr-picture.tsx'
import { BarsPicture, countBarModules } from '../codes/bars-picture.tsx'
import type { PaperOrder, PaperProduct, PaperSize } from '../paper.ts'
import { t } from '../printing-texts.ts'

const toLabel = ({ widthMm, heightMm }: PaperSize) => ({ widthMm, heightMm: heightMm ?? widthMm })

/** `onFit` gets what the label has no room for, whenever it was laid out. */
type OnFit = (missing: readonly string[]) => void

type DeviceLabelProps = { order: PaperOrder; size: PaperSize; format: ShopFormat; onFit?: OnFit | undefined }

export function DeviceLabel({ order, size, format, onFit }: DeviceLabelProps) {
  const place = placeCode(toLabel(size), countModules(order.code))
  const { boxRef, textRef } = useFittedText({
    text: toOneLine(order.device),
    name: t.noRoomFor.device(),
    code: place === null ? t.noRoomFor.qrCode() : undefined,
    onFit,
  })
  return (
    <div className={place?.isBeside === false ? 'paper-label paper-label-upright' : 'paper-label'}>
      {place !== null && <QrPicture text={order.code} sideMm={place.sideMm} />}
      <div ref={boxRef} className="paper-label-text">
        <p className="paper-label-ticket">
          <bdi>{order.ticket}</bdi>
        </p>
        <p className="paper-label-name">
          <bdi dir="auto">{shortenName(order.customerName)}</bdi>
        </p>
        <p>
          <bdi dir="auto" ref={textRef} />
        </p>
        <p>{format.date(order.createdAt)}</p>
      </div>
    </div>
  )
}

/** Name, price and SKU: as Code 128, or as a QR code if the bars cannot encode it or would be too fine. */
type ProductLabelProps = { product: PaperProduct; size: PaperSize; format: ShopFormat; onFit?: OnFit | undefined }

export function ProductLabel({ product, size, format, onFit }: ProductLabelProps) {
  const { sku } = product
  const bars = sku === null ? null : toCode128(sku)
  const label = toLabel(size)
  const barModules = bars === null ? 0 : countBarModules(bars)
  const hasBars = bars !== null && canShowBars(barModules, label)
  const place = sku === null || hasBars ? null : placeCode(label, countModules(sku))
  const isWithoutCode = sku !== null && !hasBars && place === null
  const { boxRef, textRef } = useFittedText({
    text: toOneLine(product.name),
    name: t.noRoomFor.name(),
    code: isWithoutCode ? t.noRoomFor.barCode() : undefined,
    onFit,
  })
  // Half a millimetre per module reads at arm's length; wider bars gain nothing.
  const barsMm = Math.min(size.widthMm - 2 * labelPaddingMm, barModules * 0.5)
  return (
    <div className={place?.isBeside === true ? 'paper-label' : 'paper-label paper-label-upright'}>
      {place !== null && sku !== null && <QrPicture text={sku} sideMm={place.sideMm} />}
      <div ref={boxRef} className="paper-label-text">
        <p className="paper-label-name">
          <bdi dir="auto" ref={textRef} />
        </p>
        {product.price !== null && <p className="paper-label-price">{format.money(product.price)}</p>}
        {!hasBars && sku !== null && <p className="paper-label-sku">{sku}</p>}
      </div>
      {hasBars && (
        <div className="paper-label-bars">
          <BarsPicture code={bars} widthMm={barsMm} />
          <p className="paper-label-sku">{sku}</p>
        </div>
      )}
    </div>
  )
}

type FittedOptions = {
  text: string
  /** How a warning calls the text. */
  name: string
  /** How it calls the code, if that has no room. */
  code: string | undefined
  onFit: OnFit | undefined
}

/** Shrinks the font until the box fits, and truncates `text` at the smallest size. */
function useFittedText({ text, name, code, onFit }: FittedOptions) {
  const boxRef = useRef<HTMLDivElement>(null)
  const textRef = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const box = boxRef.current
    const shown = textRef.current
    if (box === null || shown === null) return undefined
    let isOver = false
    const apply = (fitted: { sizePt: number; text: string }): void => {
      box.style.fontSize = `${fitted.sizePt}pt`
      shown.textContent = fitted.text
    }
    const doesFit = (): boolean => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth
    const fit = (): void => {
      if (isOver) return
      const fitted = fitText(
        text,
        (tried) => {
          apply(tried)
          return doesFit()
        },
        shortenText,
      )
      apply(fitted)
      onFit?.([code, fitted.text === text ? undefined : name, doesFit() ? undefined : t.noRoomFor.lines()].filter((part) => part !== undefined))
    }
    fit()
    // A font still loading has other widths, so fit again afterwards.
    void document.fonts.ready.then(fit)
    return () => {
      isOver = true
    }
  })
  return { boxRef, textRef }
}
