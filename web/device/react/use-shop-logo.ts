import { useEffect, useState } from 'react'
import { useDevice } from './provider.tsx'
import { useBootstrap, useIsOffline } from './use-device.ts'

/** The shop's logo as a data URL, also offline; null if there is none. */
export function useShopLogo(shopId: string): string | null {
  const { logos } = useDevice()
  const sha256 = useBootstrap()?.shops.find(({ id }) => id === shopId)?.profile?.logo?.sha256
  const isOffline = useIsOffline()
  const [held, setHeld] = useState<{ sha256: string; dataUrl: string }>()
  useEffect(() => {
    if (sha256 === undefined) return undefined
    let isOver = false
    void logos.read(shopId, sha256).then((dataUrl) => {
      if (!isOver && dataUrl !== null) setHeld({ sha256, dataUrl })
    })
    return () => {
      isOver = true
    }
    // `isOffline` repeats a failed fetch after reconnecting.
  }, [logos, shopId, sha256, isOffline])
  return held !== undefined && held.sha256 === sha256 ? held.dataUrl : null
}
