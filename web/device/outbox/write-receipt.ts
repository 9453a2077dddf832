/** `ids`: one per op, in order. `mutationId` is null when nothing was written: no op changed anything, or an unsent mutation was undone. */
export type WriteReceipt = { mutationId: string | null; ids: string[] }
