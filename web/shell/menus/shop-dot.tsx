const fallbackShopColor = '#6B7280'

export function ShopDot({ color }: { color: string | null }) {
  const isHex = color !== null && /^#[0-9a-f]{3,8}$/i.test(color)
  return <span aria-hidden="true" className="size-3 shrink-0 rounded-full" style={{ backgroundColor: isHex ? color : fallbackShopColor }} />
}
