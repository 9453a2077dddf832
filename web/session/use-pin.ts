import { useEffect } from 'react'
import { create } from 'zustand'
import { browserOfflineEntry } from './browser-offline-entry.ts'

/** `hasPin` is undefined while it is being read. */
const usePinState = create<{ userId: string | undefined; hasPin: boolean | undefined }>(() => ({ userId: undefined, hasPin: undefined }))

export function usePin(userId: string | undefined): boolean | undefined {
  const state = usePinState()
  useEffect(() => {
    if (userId !== undefined) void refresh(userId)
  }, [userId])
  return state.userId === userId ? state.hasPin : undefined
}

async function refresh(userId: string): Promise<void> {
  const hasPin = await browserOfflineEntry.hasPin(userId).catch(() => undefined)
  usePinState.setState({ userId, hasPin })
}

export async function setPin(userId: string, pin: string): Promise<void> {
  await browserOfflineEntry.pins.set(userId, pin)
  await refresh(userId)
}

export async function removePin(userId: string): Promise<void> {
  await browserOfflineEntry.pins.remove(userId)
  await refresh(userId)
}
