/** Names one life of the store: whoever finds another one than it knew knows that everything was removed meanwhile. */
export const lifeKey = 'life'

/** What a page holds in memory was removed from the storage under it. */
export class StoreClearedError extends Error {
  constructor() {
    super('The browser removed the local data of this device.')
    this.name = 'StoreClearedError'
  }
}

/** `known`: the life that this page read before; undefined while it has read none. @throws StoreClearedError */
export function assertSameLife(known: unknown, stored: unknown): void {
  if (known !== undefined && stored !== known) throw new StoreClearedError()
}
