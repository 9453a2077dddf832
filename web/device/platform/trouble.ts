/** Tells the user of this device's state: a `problem` stays until null clears it, a `notice` reports an event. */
export type TroublePort = { patch: (change: { problem?: string | null; notice?: string | null }) => void }
