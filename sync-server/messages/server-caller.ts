import type { WriteCaller } from '../store/caller.ts'

/** What the server does by itself in a shop. */
export const toServerCaller = (shopId: string): WriteCaller => ({ userId: null, privileges: new Set(), shopIds: new Set([shopId]), origin: 'server' })
