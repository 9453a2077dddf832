import { create } from 'zustand'

const storageKey = 'mainspring-last-shop'

/** The shop shown last, to which the settings pages return; it survives a reload. */
const useLastShopId = create<{ shopId: string | null }>(() => ({ shopId: readStored() }))

export function rememberShop(shopId: string): void {
  useLastShopId.setState({ shopId })
  try {
    sessionStorage.setItem(storageKey, shopId)
  } catch {
    // Without storage a reload falls back to the first shop.
  }
}

export function useRememberedShop<Shop extends { id: string }>(shops: readonly Shop[]): Shop | undefined {
  const rememberedId = useLastShopId(({ shopId }) => shopId)
  return shops.find(({ id }) => id === rememberedId) ?? shops[0]
}

function readStored(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}
