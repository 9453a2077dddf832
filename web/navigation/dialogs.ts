import { create } from 'zustand'

/** The dashboard's dialogs with their parameters; each feature adds its own, so that features never import each other. */
export interface DialogRequests {}

export type DialogKind = keyof DialogRequests

export type DialogOf<K extends DialogKind> = { kind: K } & DialogRequests[K]

export type DialogRequest = { [K in DialogKind]: DialogOf<K> }[DialogKind]

type DialogState = { dialog: DialogRequest | null }

export const useDialogs = create<DialogState>(() => ({ dialog: null }))

export const openDialog = (dialog: DialogRequest): void => useDialogs.setState({ dialog })

export const closeDialog = (): void => useDialogs.setState({ dialog: null })
