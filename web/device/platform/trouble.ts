/** Takes what the person must know of this device: a `problem` until null says that it is over, a `notice` of what happened. */
export type TroublePort = { patch: (change: { problem?: string | null; notice?: string | null }) => void }
