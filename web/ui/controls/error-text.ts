let toText = (message: string): string => message

/** For an app that shows what schemas say in the reader's language. */
export function showErrorsBy(translate: (message: string) => string): void {
  toText = translate
}

export const toErrorText = (message: string): string => toText(message)
