import { create } from 'zustand'

const storageKey = 'mainspring-last-shop'

/** The shop that was on the screen last: the settings pages lead back to it, also after a reload, which one of them asks for. */
const useLastShopId = create<{ shopId: string | null }>(() => ({ shopId: readStored() }))

export function rememberShop(shopId: string): void {
  useLastShopId.setState({ shopId })
  try {
    sessionStorage.setItem(storageKey, shopId)
  } catch {
    // Without storage a reload leads back to the first shop.
  }
}

/** That shop where it is still one of these, else the first of them. */
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
