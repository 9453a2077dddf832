/** Long enough for a slow tablet to show a stored row; later changes of others stay held back. */
const expectedForMs = 5_000

let expectedAtMs = -Infinity

/** The user has just added or restored a row, so the list shows it even under the pointer. */
export const expectOwnNews = (): void => {
  expectedAtMs = performance.now()
}

/** True once: for the list's first change after the user's act. */
export function takeOwnNews(): boolean {
  const isExpected = performance.now() - expectedAtMs < expectedForMs
  if (isExpected) expectedAtMs = -Infinity
  return isExpected
}
