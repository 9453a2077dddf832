import { create } from 'zustand'

/** The shop that was on the screen last: the settings pages lead back to it. */
const useLastShopId = create<{ shopId: string | null }>(() => ({ shopId: null }))

export const rememberShop = (shopId: string): void => useLastShopId.setState({ shopId })

export const useRememberedShopId = (): string | null => useLastShopId(({ shopId }) => shopId)
