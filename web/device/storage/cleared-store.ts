/** Key of a random id of the store: a changed id means that all data was removed meanwhile. */
export const lifeKey = 'life'

export class StoreClearedError extends Error {
  constructor() {
    super('The browser removed the local data of this device.')
    this.name = 'StoreClearedError'
  }
}

/** `known`: the id that this page read before; undefined if none. @throws StoreClearedError */
export function assertSameLife(known: unknown, stored: unknown): void {
  if (known !== undefined && stored !== known) throw new StoreClearedError()
}
