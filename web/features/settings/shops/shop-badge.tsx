import { fallbackShopColor } from './shop-color.ts'

type ShopBadgeProps = { code: string; color: string | null }

/** The shop's code beside its colour, readable with any colour. */
function ShopBadge({ code, color }: ShopBadgeProps) {
  return (
    <span className="inline-flex max-w-full items-center gap-2 rounded-sm border border-line-strong bg-surface px-2 py-0.5 text-sm font-semibold">
      <span aria-hidden="true" className="size-3 shrink-0 rounded-full" style={{ backgroundColor: color ?? fallbackShopColor }} />
      <span className="truncate">{code}</span>
    </span>
  )
}

export function ShopLines({ name, code, color, description }: ShopBadgeProps & { name: string; description: string | null }) {
  return (
    <span className="min-w-0 flex-1 basis-56">
      <span className="flex flex-wrap items-center gap-2">
        <ShopBadge code={code} color={color} />
        <span className="font-semibold">{name}</span>
      </span>
      {description !== null && description !== '' && <span className="block text-sm break-words text-muted">{description}</span>}
    </span>
  )
}
