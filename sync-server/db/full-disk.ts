const fullCodes: ReadonlySet<string> = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT'])

/** Did writing fail because there is no room, or because the disk takes nothing any more? */
export const isDiskFull = (error: unknown): boolean => error instanceof Error && 'code' in error && typeof error.code === 'string' && fullCodes.has(error.code)
