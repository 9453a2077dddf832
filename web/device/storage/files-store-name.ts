/** The database of contents of files: photos, documents, signatures (`web/device/files`). */
export const filesStoreName = (userId: string): string => `mainspring-files-${userId}`
