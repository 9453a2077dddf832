/** Long enough for a slow tablet to show what was stored; what others change later keeps waiting. */
const expectedForMs = 5_000

let expectedAtMs = -Infinity

/** The person has just added a row, or brought one back, and looks for it in the list, also under the pointer. */
export const expectOwnNews = (): void => {
  expectedAtMs = performance.now()
}

/** True once: for the first change of a list behind what the person did. */
export function takeOwnNews(): boolean {
  const isExpected = performance.now() - expectedAtMs < expectedForMs
  if (isExpected) expectedAtMs = -Infinity
  return isExpected
}
