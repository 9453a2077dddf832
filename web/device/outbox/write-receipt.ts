/**
 * `ids`: one per op given, in order. `mutationId` is null when nothing differed, so nothing was written, or when the mutation took
 * back one that was never sent.
 */
export type WriteReceipt = { mutationId: string | null; ids: string[] }
