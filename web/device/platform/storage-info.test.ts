import { describe, expect, it } from 'vitest'
import { askToKeepStorage, readStorageInfo } from './storage-info.ts'

describe('the storage of this device', () => {
  it('tells what is used of how much, and whether the browser keeps it', async () => {
    const storage = { estimate: async () => ({ usage: 212e6, quota: 3.1e9 }), persisted: async () => true }
    expect(await readStorageInfo(storage)).toEqual({ usedBytes: 212e6, quotaBytes: 3.1e9, keeping: 'kept' })
    expect(await readStorageInfo({ ...storage, persisted: async () => false })).toMatchObject({ keeping: 'may-clear' })
  })

  it('is unknown where the browser does not say or fails', async () => {
    const nothing = { usedBytes: null, quotaBytes: null, keeping: 'unknown' }
    expect(await readStorageInfo({})).toEqual(nothing)
    expect(await readStorageInfo({ estimate: () => Promise.reject(new Error('no')), persisted: () => Promise.reject(new Error('no')) })).toEqual(nothing)
  })

  it('is kept when the browser agrees, and a refusal or a missing answer counts as no', async () => {
    expect(await askToKeepStorage({ persist: async () => true })).toBe(true)
    expect(await askToKeepStorage({ persist: async () => false })).toBe(false)
    expect(await askToKeepStorage({ persist: () => Promise.reject(new Error('no')) })).toBe(false)
    expect(await askToKeepStorage({})).toBe(false)
  })
})
