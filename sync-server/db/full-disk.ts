const fullCodes: ReadonlySet<string> = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT'])

/** Whether writing failed because the disk is full or accepts no more writes. */
export const isDiskFull = (error: unknown): boolean => error instanceof Error && 'code' in error && typeof error.code === 'string' && fullCodes.has(error.code)
