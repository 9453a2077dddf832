/** Apart from the other rules, so that the customers' page need not load those. */
export const attachmentMaxBytes = 3_000_000
