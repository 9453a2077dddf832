import type { Bootstrap } from '#schema/api/sync.ts'
import type { SyncApi } from '../platform/server-port.ts'
import { type DeviceStore, readMeta, writeMeta } from '../storage/unsent-store.ts'

type KeptLogo = { sha256: string; dataUrl: string }

const keyStart = 'logo/'
const logoKey = (shopId: string): string => keyStart + shopId

export type DeviceLogos = {
  /** A shop's logo as a data URL, local or from the server; null without either. */
  read: (shopId: string, sha256: string) => Promise<string | null>
  /** Fetches these shops' missing logos and drops removed ones. Never rejects: the next connection retries. */
  keep: (shops: Bootstrap['shops']) => Promise<void>
}

type Options = { store: DeviceStore; api: Pick<SyncApi, 'logo'>; closing: AbortSignal }

export function createDeviceLogos({ store, api, closing }: Options): DeviceLogos {
  const read = async (shopId: string, sha256: string): Promise<string | null> => {
    const kept = await readMeta<KeptLogo>(store, logoKey(shopId)).catch(() => undefined)
    if (kept?.sha256 === sha256) return kept.dataUrl
    const dataUrl = await api.logo?.(shopId, sha256, closing).catch(() => undefined)
    if (dataUrl === undefined || closing.aborted) return null
    // If the storage is full, the logo is fetched again later.
    await writeMeta(store, logoKey(shopId), { sha256, dataUrl } satisfies KeptLogo).catch(() => undefined)
    return dataUrl
  }
  return {
    read,
    async keep(shops) {
      const withLogo = shops.flatMap(({ id, profile }) => (profile?.logo ? [{ id, sha256: profile.logo.sha256 }] : []))
      const wanted = new Set(withLogo.map(({ id }) => logoKey(id)))
      const kept = await store.meta
        .where('key')
        .startsWith(keyStart)
        .primaryKeys()
        .catch(() => [])
      const unwanted = kept.filter((key) => !wanted.has(key))
      if (unwanted.length > 0) await store.meta.bulkDelete(unwanted).catch(() => undefined)
      for (const { id, sha256 } of withLogo) if (!closing.aborted) await read(id, sha256)
    },
  }
}
