/** What an order's files may be at most (PHOTO-02). MB and kB are decimal. */
export const contentMaxBytes = 3_000_000
export const thumbnailMaxBytes = 40_000
export const filesPerOrderMax = 40

export const tooManyFilesText = `An order can hold ${filesPerOrderMax} files.`
